/** Every platform the service models: adding one is a folder and a line here. */
import { facebook } from './facebook/index.ts'
import { instagram } from './instagram/index.ts'
import { linkedin } from './linkedin/index.ts'
import { linkedinPages } from './linkedin-pages/index.ts'
import type { PlatformName } from './names.ts'
import { pinterest } from './pinterest/index.ts'
import type { Connector, Platform } from './platform.ts'
import { servicetest } from './servicetest/index.ts'
import { threads } from './threads/index.ts'
import { tiktok } from './tiktok/index.ts'
import { x } from './x/index.ts'
import { youtube } from './youtube/index.ts'

export const platforms: Readonly<Record<PlatformName, Platform>> = {
  PINTEREST: pinterest,
  LINKEDIN: linkedin,
  LINKEDIN_PAGES: linkedinPages,
  INSTAGRAM: instagram,
  FACEBOOK: facebook,
  THREADS: threads,
  TIKTOK: tiktok,
  X: x,
  YOUTUBE: youtube,
  SERVICETEST: servicetest,
}

/** The connectors of the platforms that the operator configured. */
export type Connectors = ReadonlyMap<PlatformName, Connector>

/** The platform of a `/oauth/callback/<slug>` address. */
export function platformBySlug(slug: string): Platform | undefined {
  return Object.values(platforms).find((platform) => platform.slug === slug)
}

/** All platform-specific fields of all platforms, each with who has it. */
export function allFields(): { platform: Platform; name: string; field: Platform['fields'][string] }[] {
  return Object.values(platforms).flatMap((platform) =>
    Object.entries(platform.fields).map(([name, field]) => ({ platform, name, field })),
  )
}
