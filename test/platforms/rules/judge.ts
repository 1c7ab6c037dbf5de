/** What a platform's rules say of a target, short enough for tables. */
import { expect, test } from 'vitest'
import type { MediaFacts } from '../../../src/platforms/media-facts.ts'
import type { PlatformName } from '../../../src/platforms/names.ts'
import { platforms } from '../../../src/platforms/registry.ts'

export function image(changes: Partial<MediaFacts> = {}): MediaFacts {
  return {
    mediaId: 'image',
    mediaType: 'IMAGE',
    contentType: 'image/jpeg',
    bytes: 500_000,
    width: 1080,
    height: 1080,
    animated: false,
    frames: 1,
    durationSeconds: null,
    frameRate: null,
    videoCodec: null,
    audioCodec: null,
    ...changes,
  }
}

export function video(changes: Partial<MediaFacts> = {}): MediaFacts {
  return {
    mediaId: 'video',
    mediaType: 'VIDEO',
    contentType: 'video/mp4',
    bytes: 5_000_000,
    width: 1080,
    height: 1920,
    animated: false,
    frames: null,
    durationSeconds: 30,
    frameRate: 30,
    videoCodec: 'avc',
    audioCodec: 'aac',
    ...changes,
  }
}

export interface Given {
  text?: string
  media?: MediaFacts[] | null
  options?: Record<string, unknown>
  firstComment?: string
  cover?: MediaFacts
}

export const mib = 2 ** 20
export const gib = 2 ** 30

/** `error MEDIA content[0].media[0]` and the like, errors first. */
export function judge(platform: PlatformName, given: Given): string[] {
  return explain(platform, given).map(({ severity, issue }) => `${severity} ${issue.field ?? '-'} ${issue.path}`)
}

/** The messages alone. */
export function messages(platform: PlatformName, given: Given): string[] {
  return explain(platform, given).map(({ issue }) => issue.message)
}

function explain(platform: PlatformName, { text = '', media = [], options = {}, firstComment, cover }: Given) {
  const { errors, warnings } = platforms[platform].rules({
    text,
    textPath: 'content[0].text',
    media: media === null ? null : media.map((facts, index) => ({ facts, path: `content[0].media[${index}]` })),
    options,
    targetPath: 'socialAccounts[0]',
    ...(firstComment !== undefined && { firstComment }),
    ...(cover && { cover: { facts: cover, path: 'socialAccounts[0].cover' } }),
  })
  return [
    ...errors.map((issue) => ({ severity: 'error', issue })),
    ...warnings.map((issue) => ({ severity: 'warning', issue })),
  ]
}

/** A table of what is given and all that is said about it, in order. */
export function table(platform: PlatformName, rows: [name: string, given: Given, ...said: string[]][]): void {
  test.each(rows.map(([name, given, ...said]) => ({ name, given, said })))('$name', ({ given, said }) => {
    expect(judge(platform, given)).toEqual(said)
  })
}

/** What tables say most. */
const item = (index = 0) => `MEDIA content[0].media[${index}]`
export const refused = (index = 0) => `error ${item(index)}`
export const advised = (index = 0) => `warning ${item(index)}`
export const tooLong = 'error DESCRIPTION content[0].text'
export const longish = 'warning DESCRIPTION content[0].text'
