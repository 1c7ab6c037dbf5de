/** The contract's SocialPlatform values, in its order. */
export const platformNames = [
  'PINTEREST',
  'LINKEDIN',
  'LINKEDIN_PAGES',
  'INSTAGRAM',
  'FACEBOOK',
  'THREADS',
  'TIKTOK',
  'X',
  'YOUTUBE',
  'SERVICETEST',
] as const

export type PlatformName = (typeof platformNames)[number]
