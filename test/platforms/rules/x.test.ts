import { expect, test } from 'vitest'
import { advised, gib, image, longish, messages, mib, refused, table, tooLong, video } from './judge.ts'

const gif = (changes = {}) =>
  image({ contentType: 'image/gif', animated: true, width: 480, height: 480, frames: 100, ...changes })
const clip = (changes = {}) => video({ width: 720, height: 1280, ...changes })

table('X', [
  ['text of 280', { text: 'a'.repeat(280) }],
  ['text of 281', { text: 'a'.repeat(281) }, tooLong],
  ['140 wide characters', { text: '日'.repeat(140) }],
  ['141 wide characters', { text: '日'.repeat(141) }, tooLong],
  ['trailing white space', { text: `${'a'.repeat(280)} \n` }],
  ['an address', { text: 'https://example.com' }, 'warning LINK content[0].text'],
  ['first comment of 280', { text: 'a', firstComment: 'b'.repeat(280) }],
  [
    'first comment of 281',
    { text: 'a', firstComment: 'b'.repeat(281) },
    'error FIRST_COMMENT socialAccounts[0].firstComment',
  ],
  [
    'first comment with an address',
    { text: 'a', firstComment: 'example.com' },
    'warning FIRST_COMMENT socialAccounts[0].firstComment',
  ],
  ['four images', { media: [image(), image(), image(), image()] }],
  ['five images', { media: [image(), image(), image(), image(), image()] }, refused(4)],
  ['two videos', { media: [clip(), clip()] }, refused(1)],
  ['image and video', { media: [image(), clip()] }, refused(1)],
  ['video and image', { media: [clip(), image()] }, refused(1)],
  ['every image format', { media: [image({ contentType: 'image/png' }), image({ contentType: 'image/webp' })] }],
  ['still GIFs', { media: [gif({ animated: false, frames: 1 }), image()] }],
  ['image of 5 MB', { media: [image({ bytes: 5_000_000 })] }],
  ['image of 5 MiB', { media: [image({ bytes: 5 * mib })] }, advised()],
  ['image over 5 MiB', { media: [image({ bytes: 5 * mib + 1 })] }, refused()],
  ['smallest image', { media: [image({ width: 4, height: 4 })] }],
  ['too small image', { media: [image({ width: 3, height: 40 })] }, advised()],
  ['largest image', { media: [image({ width: 8192, height: 8192 })] }],
  ['too large image', { media: [image({ width: 8193, height: 40 })] }, advised()],
  ['animated GIF', { media: [gif()] }],
  ['animated GIF beside an image', { media: [image(), gif()] }, refused(1)],
  ['two animated GIFs', { media: [gif(), gif()] }, refused(0), refused(1)],
  ['GIF of 15 MB', { media: [gif({ bytes: 15_000_000 })] }],
  ['GIF of 15 MiB', { media: [gif({ bytes: 15 * mib })] }, advised()],
  ['GIF over 15 MiB', { media: [gif({ bytes: 15 * mib + 1 })] }, refused()],
  ['largest GIF', { media: [gif({ width: 1280, height: 1080 })] }],
  ['too wide GIF', { media: [gif({ width: 1281, height: 1080 })] }, advised()],
  ['GIF of 350 frames', { media: [gif({ frames: 350 })] }],
  ['GIF of 351 frames', { media: [gif({ frames: 351 })] }, advised()],
  ['300 million pixels', { media: [gif({ width: 1000, height: 1000, frames: 300 })] }],
  ['more pixels', { media: [gif({ width: 1000, height: 1000, frames: 301 })] }, advised()],
  ['GIF of unknown frames', { media: [gif({ frames: null })] }],
  ['MP4', { media: [clip()] }],
  ['MOV', { media: [clip({ contentType: 'video/quicktime' })] }],
  ['WebM', { media: [clip({ contentType: 'video/webm', videoCodec: 'vp9' })] }, refused(), refused()],
  ['HEVC', { media: [clip({ videoCodec: 'hevc' })] }, refused()],
  ['unknown codecs', { media: [clip({ videoCodec: null, audioCodec: null })] }],
  ['Opus', { media: [clip({ audioCodec: 'opus' })] }, refused()],
  ['half a second', { media: [clip({ durationSeconds: 0.5 })] }],
  ['less than half a second', { media: [clip({ durationSeconds: 0.49 })] }, refused()],
  ['140 s', { media: [clip({ durationSeconds: 140 })] }],
  ['141 s', { media: [clip({ durationSeconds: 141 })] }, advised()],
  ['20 min', { media: [clip({ durationSeconds: 1200 })] }, advised()],
  ['more than 20 min', { media: [clip({ durationSeconds: 1201 })] }, refused()],
  ['8 GB', { media: [clip({ bytes: 8e9 })] }],
  ['8 GiB', { media: [clip({ bytes: 8 * gib })] }, advised()],
  ['more than 8 GiB', { media: [clip({ bytes: 8 * gib + 1 })] }, refused()],
  ['three to one', { media: [clip({ width: 1200, height: 400 })] }],
  ['wider', { media: [clip({ width: 1240, height: 400 })] }, refused()],
  ['one to three', { media: [clip({ width: 400, height: 1200 })] }],
  ['narrower', { media: [clip({ width: 400, height: 1240 })] }, refused()],
  ['60 fps', { media: [clip({ frameRate: 60 })] }],
  ['61 fps', { media: [clip({ frameRate: 61 })] }, refused()],
  ['1080p', { media: [clip({ width: 1920, height: 1080 })] }, advised()],
  ['smallest frame', { media: [clip({ width: 32, height: 32 })] }],
  ['too small frame', { media: [clip({ width: 31, height: 32 })] }, advised()],
  ['media that are not known', { text: longish, media: null }],
])

test('messages say what is taken and what was given', () => {
  expect(
    messages('X', { text: 'a'.repeat(300), media: [clip({ videoCodec: 'hevc', durationSeconds: 7200 })] }),
  ).toEqual([
    'The text of an X post may have at most 280 characters as X weighs them, has 300.',
    'An X post takes a video with H.264 video; this one has hevc.',
    'An X post takes a video with a duration of at most 20 min; this one has 120 min. Only Premium accounts may post longer ones.',
  ])
})
