import { describe } from 'vitest'
import { advised, type Given, gib, image, longish, mib, refused, table, video } from './judge.ts'

type Rows = Parameters<typeof table>[1]

const link = { link: 'https://example.com/a' }
const linkRefused = 'error LINK socialAccounts[0].link'
const comment = 'FIRST_COMMENT socialAccounts[0].firstComment'
const missing = 'error MEDIA content[0].media'
const portrait = (changes = {}) => image({ width: 1080, height: 1920, ...changes })

function of(postType: string, rows: Rows): void {
  const withType = ({ options, ...given }: Given): Given => ({ ...given, options: { postType, ...options } })
  describe(postType, () => {
    table(
      'FACEBOOK',
      rows.map(([name, given, ...said]) => [name, withType(given), ...said]),
    )
  })
}

of('TEXT_ONLY', [
  ['text of 63,206', { text: 'a'.repeat(63_206) }],
  ['longer text', { text: 'a'.repeat(63_207) }, longish],
  ['a link', { text: 'a', options: link }],
  ['a link to Facebook', { text: 'a', options: { link: 'https://www.facebook.com/x' } }, linkRefused],
  ['a link to a name like it', { text: 'a', options: { link: 'https://notfacebook.com/' } }],
  ['an image', { text: 'a', media: [image()] }, refused()],
  ['a video', { text: 'a', media: [video()] }, refused()],
  ['first comment of 8000', { text: 'a', firstComment: 'a'.repeat(8000) }],
  ['longer first comment', { text: 'a', firstComment: 'a'.repeat(8001) }, `warning ${comment}`],
])

of('IMAGE', [
  ['no media', { text: 'a' }, missing],
  ['media that are not known', { text: 'a', media: null }],
  ['long text', { text: 'a'.repeat(63_207), media: [image()] }, longish],
  ['a link', { media: [image()], options: link }, linkRefused],
  ['ten images', { media: Array.from({ length: 10 }, () => image()) }],
  ['eleven images', { media: Array.from({ length: 11 }, () => image()) }, advised(10)],
  ['a video', { media: [video()] }, refused()],
  ['a video beside an image', { media: [image(), video()] }, refused(1)],
  ['PNG of 1 MB', { media: [image({ contentType: 'image/png', bytes: 1_000_000 })] }],
  ['larger PNG', { media: [image({ contentType: 'image/png', bytes: 1_000_001 })] }, advised()],
  ['GIF', { media: [image({ contentType: 'image/gif' })] }],
  ['animated GIF', { media: [image({ contentType: 'image/gif', animated: true })] }, advised()],
  ['WebP', { media: [image({ contentType: 'image/webp' })] }, refused()],
  ['4 MB', { media: [image({ bytes: 4_000_000 })] }],
  ['more than 4 MB', { media: [image({ bytes: 4_000_001 })] }, advised()],
  ['10 MiB', { media: [image({ bytes: 10 * mib })] }, advised()],
  ['more than 10 MiB', { media: [image({ bytes: 10 * mib + 1 })] }, refused()],
  ['200x200', { media: [image({ width: 200, height: 200 })] }],
  ['199x200', { media: [image({ width: 199, height: 200 })] }, advised()],
])

of('VIDEO', [
  ['no media', {}, missing],
  ['long text', { text: 'a'.repeat(63_207), media: [video()] }, longish],
  ['a link', { media: [video()], options: link }, linkRefused],
  ['a place', { media: [video()], options: { locationId: '1' } }, 'warning - socialAccounts[0].locationId'],
  ['two videos', { media: [video(), video()] }, refused(1)],
  ['an image', { media: [image()] }, refused()],
  ['MOV', { media: [video({ contentType: 'video/quicktime' })] }],
  ['WebM', { media: [video({ contentType: 'video/webm' })] }, refused()],
  ['H.265', { media: [video({ videoCodec: 'hevc' })] }, advised()],
  ['MP3', { media: [video({ audioCodec: 'mp3' })] }, advised()],
  ['10 GB', { media: [video({ bytes: 10e9 })] }],
  ['10 GiB', { media: [video({ bytes: 10 * gib })] }, advised()],
  ['more than 10 GiB', { media: [video({ bytes: 10 * gib + 1 })] }, refused()],
  ['240 min', { media: [video({ durationSeconds: 14_400 })] }],
  ['more than 240 min', { media: [video({ durationSeconds: 14_401 })] }, refused()],
  ['1 s', { media: [video({ durationSeconds: 1 })] }],
  ['less than 1 s', { media: [video({ durationSeconds: 0.9 })] }, advised()],
  ['9:16', { media: [video({ width: 900, height: 1600 })] }],
  ['narrower than 9:16', { media: [video({ width: 880, height: 1600 })] }, advised()],
  ['16:9', { media: [video({ width: 1600, height: 900 })] }],
  ['wider than 16:9', { media: [video({ width: 1630, height: 900 })] }, advised()],
  ['60 fps', { media: [video({ frameRate: 60 })] }],
  ['61 fps', { media: [video({ frameRate: 61 })] }, advised()],
])

of('REEL', [
  ['no media', {}, missing],
  ['text of 2200', { text: 'a'.repeat(2200), media: [video()] }],
  ['text of 2201', { text: 'a'.repeat(2201), media: [video()] }, longish],
  ['a link', { media: [video()], options: link }, linkRefused],
  ['an image', { media: [image()] }, refused()],
  ['two videos', { media: [video(), video()] }, refused(1)],
  ['MOV', { media: [video({ contentType: 'video/quicktime' })] }],
  ['WebM', { media: [video({ contentType: 'video/webm' })] }, refused()],
  ['AV1', { media: [video({ videoCodec: 'av01' })] }],
  ['VP8', { media: [video({ videoCodec: 'vp8' })] }, refused()],
  ['Opus', { media: [video({ audioCodec: 'opus' })] }, advised()],
  ['3 s', { media: [video({ durationSeconds: 3 })] }],
  ['2.9 s', { media: [video({ durationSeconds: 2.9 })] }, refused()],
  ['90 s', { media: [video({ durationSeconds: 90 })] }],
  ['91 s', { media: [video({ durationSeconds: 91 })] }, refused()],
  ['9:16 within 1 %', { media: [video({ width: 1084 })] }],
  ['wider than 9:16', { media: [video({ width: 1092 })] }, refused()],
  ['narrower than 9:16', { media: [video({ height: 1942 })] }, refused()],
  ['540x960', { media: [video({ width: 540, height: 960 })] }, advised()],
  ['smaller', { media: [video({ width: 538, height: 958 })] }, refused()],
  ['24 fps', { media: [video({ frameRate: 24 })] }],
  ['23.976 fps, which is called 24', { media: [video({ frameRate: 23.976 })] }],
  ['23 fps', { media: [video({ frameRate: 23 })] }, refused()],
  ['60 fps', { media: [video({ frameRate: 60 })] }],
  ['61 fps', { media: [video({ frameRate: 61 })] }, refused()],
  ['unknown facts', { media: [video({ width: null, height: null, durationSeconds: null, frameRate: null })] }],
])

of('STORY', [
  ['no media', {}, missing],
  ['text', { text: 'a', media: [portrait()] }, longish],
  ['a link', { media: [portrait()], options: link }, linkRefused],
  ['a first comment', { media: [portrait()], firstComment: 'a' }, `error ${comment}`],
  ['two images', { media: [portrait(), portrait()] }, refused(1)],
  ['an image and a video', { media: [portrait(), video()] }, refused(1)],
  ['PNG', { media: [portrait({ contentType: 'image/png' })] }],
  ['animated GIF', { media: [portrait({ contentType: 'image/gif', animated: true })] }, advised()],
  ['WebP', { media: [portrait({ contentType: 'image/webp' })] }, refused()],
  ['image of 10 MB', { media: [portrait({ bytes: 10_000_000 })] }],
  ['image over 10 MiB', { media: [portrait({ bytes: 10 * mib + 1 })] }, refused()],
  ['square image', { media: [image({ width: 2000, height: 2000 })] }, advised()],
  ['small image', { media: [image({ width: 900, height: 1600 })] }, advised()],
  ['60 s', { media: [video({ durationSeconds: 60 })] }],
  ['61 s', { media: [video({ durationSeconds: 61 })] }, refused()],
  ['2.9 s', { media: [video({ durationSeconds: 2.9 })] }, refused()],
  ['square video', { media: [video({ width: 1920, height: 1920 })] }, refused()],
])
