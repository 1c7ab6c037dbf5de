import type { PlatformField, PlatformInput } from '../fields.ts'

export const fields: Record<string, PlatformField> = {
  postType: {
    type: 'enum',
    name: 'TikTokPostType',
    values: ['VIDEO', 'PHOTO'],
    required: true,
    description: 'A video, or a photo post.',
  },
  postMode: {
    type: 'enum',
    name: 'TikTokPostMode',
    values: ['DIRECT_POST', 'MEDIA_UPLOAD'],
    default: 'DIRECT_POST',
    description: "Publish directly, or leave a draft in the creator's inbox.",
  },
  privacyLevel: {
    type: 'enum',
    name: 'TikTokPrivacyLevel',
    values: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'],
    required: true,
    field: 'TIKTOK_PRIVACY_LEVEL',
    description: 'Who may see the post; platform-inputs lists what the account may choose.',
  },
  allowComment: { type: 'boolean', required: true, description: 'Whether viewers may comment.' },
  allowDuet: { type: 'boolean', required: true, description: 'Whether viewers may make duets.' },
  allowStitch: { type: 'boolean', required: true, description: 'Whether viewers may stitch.' },
  isYourBrand: {
    type: 'boolean',
    required: true,
    field: 'TIKTOK_CONTENT_DISCLOSURE',
    description: "Discloses that the post promotes the creator's own business.",
  },
  isBrandedContent: {
    type: 'boolean',
    required: true,
    field: 'TIKTOK_CONTENT_DISCLOSURE',
    description: 'Discloses a paid partnership.',
  },
  autoAddMusic: { type: 'boolean', required: true, description: 'Whether TikTok adds music to photos.' },
  isAiGeneratedContent: { type: 'boolean', default: false, description: 'Labels the content as made by AI.' },
}

export const inputs: Record<string, PlatformInput> = {
  privacyLevelOptions: { type: 'strings', description: 'The privacy levels the account may choose.' },
  commentAvailable: { type: 'boolean', description: 'Whether comments can be allowed.' },
  duetAvailable: { type: 'boolean', description: 'Whether duets can be allowed.' },
  stitchAvailable: { type: 'boolean', description: 'Whether stitches can be allowed.' },
  maxVideoPostDurationSec: { type: 'integer', description: 'Longest video the account may post, seconds.' },
}
