import { describe } from 'vitest'
import { advised, image, longish, mib, refused, table, tooLong, video } from './judge.ts'

const comment = 'FIRST_COMMENT socialAccounts[0].firstComment'
const missing = 'error MEDIA content[0].media'
const cover = 'MEDIA socialAccounts[0].cover'
const tags = (count: number, sign: string) => Array.from({ length: count }, (_, index) => `${sign}a${index}`).join(' ')
const portrait = (changes = {}) => image({ width: 1080, height: 1920, ...changes })
const post = { postType: 'POST' }
const reel = { postType: 'REEL' }
const story = { postType: 'STORY' }

describe('every post with a caption', () => {
  const media = [image()]
  table('INSTAGRAM', [
    ['caption of 2200', { options: post, media, text: 'a'.repeat(2200) }],
    ['caption of 2201', { options: post, media, text: 'a'.repeat(2201) }, tooLong],
    ['2202 UTF-16 units', { options: post, media, text: '👍'.repeat(1101) }, tooLong],
    ['five hashtags', { options: post, media, text: tags(5, '#') }],
    ['six hashtags', { options: post, media, text: tags(6, '#') }, longish],
    ['30 hashtags', { options: post, media, text: tags(30, '#') }, longish],
    ['31 hashtags', { options: post, media, text: tags(31, '#') }, tooLong],
    ['three mentions', { options: post, media, text: tags(3, '@') }],
    ['20 mentions', { options: post, media, text: tags(20, '@') }, longish],
    ['21 mentions', { options: post, media, text: tags(21, '@') }, tooLong],
    ['a caption too long for a reel', { options: reel, media: [video()], text: 'a'.repeat(2201) }, tooLong],
    ['first comment of 300', { options: post, media, firstComment: 'a'.repeat(300) }],
    ['first comment of 301', { options: post, media, firstComment: 'a'.repeat(301) }, `warning ${comment}`],
    ['first comment of 2200', { options: post, media, firstComment: 'a'.repeat(2200) }, `warning ${comment}`],
    ['first comment of 2201', { options: post, media, firstComment: 'a'.repeat(2201) }, `error ${comment}`],
    ['four hashtags in it', { options: post, media, firstComment: tags(4, '#') }],
    ['five hashtags in it', { options: post, media, firstComment: tags(5, '#') }, `warning ${comment}`],
    ['a link in it', { options: post, media, firstComment: 'https://a.example' }],
    [
      'two links in it',
      { options: post, media, firstComment: 'https://a.example https://b.example' },
      `warning ${comment}`,
    ],
    ['all capitals in it', { options: post, media, firstComment: 'BUY NOW' }, `warning ${comment}`],
  ])
})

describe('POST', () => {
  table('INSTAGRAM', [
    ['no media', { options: post, text: 'a' }, missing],
    ['PNG', { options: post, media: [image({ contentType: 'image/png' })] }, refused()],
    ['WebP', { options: post, media: [image({ contentType: 'image/webp' })] }, refused()],
    ['GIF', { options: post, media: [image({ contentType: 'image/gif' })] }, refused()],
    ['8 MB', { options: post, media: [image({ bytes: 8_000_000 })] }],
    ['8 MiB', { options: post, media: [image({ bytes: 8 * mib })] }, advised()],
    ['more than 8 MiB', { options: post, media: [image({ bytes: 8 * mib + 1 })] }, refused()],
    ['4:5', { options: post, media: [image({ width: 1080, height: 1350 })] }],
    ['4:5 within 1 %', { options: post, media: [image({ width: 1080, height: 1360 })] }],
    ['narrower than 4:5', { options: post, media: [image({ width: 1080, height: 1366 })] }, refused()],
    ['1.91:1', { options: post, media: [image({ width: 1080, height: 566 })] }],
    ['wider than 1.91:1', { options: post, media: [image({ width: 1080, height: 559 })] }, refused()],
    ['width 320', { options: post, media: [image({ width: 320, height: 320 })] }],
    ['width 319', { options: post, media: [image({ width: 319, height: 319 })] }, advised()],
    ['width 1440', { options: post, media: [image({ width: 1440, height: 1440 })] }],
    ['width 1441', { options: post, media: [image({ width: 1441, height: 1441 })] }, advised()],
    ['a video, which becomes a reel', { options: post, media: [video()] }],
    ['a video too long for a reel', { options: post, media: [video({ durationSeconds: 901 })] }, refused()],
    ['ten items', { options: post, media: Array.from({ length: 10 }, () => image()) }],
    ['eleven items', { options: post, media: Array.from({ length: 11 }, () => image()) }, refused(10)],
    ['images and videos', { options: post, media: [video({ width: 1080, height: 1080 }), image()] }],
    ['another shape', { options: post, media: [image(), image({ height: 1350 })] }, advised(1)],
    ['60 s in a carousel', { options: post, media: [video(), video({ durationSeconds: 60 })] }],
    ['61 s in a carousel', { options: post, media: [video(), video({ durationSeconds: 61 })] }, advised(1)],
    ['2 s in a carousel', { options: post, media: [video(), video({ durationSeconds: 2 })] }, refused(1)],
  ])
})

describe('REEL', () => {
  table('INSTAGRAM', [
    ['no media', { options: reel }, missing],
    ['an image', { options: reel, media: [image()] }, refused()],
    ['two videos', { options: reel, media: [video(), video()] }, refused(1)],
    ['MOV with HEVC', { options: reel, media: [video({ contentType: 'video/quicktime', videoCodec: 'hevc' })] }],
    ['WebM', { options: reel, media: [video({ contentType: 'video/webm' })] }, refused()],
    ['VP9', { options: reel, media: [video({ videoCodec: 'vp9' })] }, refused()],
    ['MP3', { options: reel, media: [video({ audioCodec: 'mp3' })] }, advised()],
    ['3 s', { options: reel, media: [video({ durationSeconds: 3 })] }],
    ['2.9 s', { options: reel, media: [video({ durationSeconds: 2.9 })] }, refused()],
    ['3 min', { options: reel, media: [video({ durationSeconds: 180 })] }],
    ['more than 3 min', { options: reel, media: [video({ durationSeconds: 181 })] }, advised()],
    ['15 min', { options: reel, media: [video({ durationSeconds: 900 })] }, advised()],
    ['more than 15 min', { options: reel, media: [video({ durationSeconds: 901 })] }, refused()],
    ['300 MB', { options: reel, media: [video({ bytes: 300e6, durationSeconds: 100 })] }],
    ['300 MiB', { options: reel, media: [video({ bytes: 300 * mib, durationSeconds: 150 })] }, advised()],
    ['more than 300 MiB', { options: reel, media: [video({ bytes: 300 * mib + 1, durationSeconds: 150 })] }, refused()],
    ['width 1920', { options: reel, media: [video({ width: 1920, height: 3413 })] }],
    ['width 1921', { options: reel, media: [video({ width: 1921, height: 3415 })] }, refused()],
    ['a flat video', { options: reel, media: [video({ width: 1000, height: 100 })] }, advised()],
    ['too flat a video', { options: reel, media: [video({ width: 1000, height: 98 })] }, refused()],
    ['a thin video', { options: reel, media: [video({ width: 20, height: 2000 })] }, advised()],
    ['too thin a video', { options: reel, media: [video({ width: 19, height: 2000 })] }, refused()],
    ['23 fps', { options: reel, media: [video({ frameRate: 23 })] }],
    ['22 fps', { options: reel, media: [video({ frameRate: 22 })] }, refused()],
    ['60 fps', { options: reel, media: [video({ frameRate: 60 })] }],
    ['61 fps', { options: reel, media: [video({ frameRate: 61 })] }, refused()],
    ['25 Mbit/s', { options: reel, media: [video({ bytes: 25e6, durationSeconds: 8 })] }],
    ['26 Mbit/s', { options: reel, media: [video({ bytes: 26e6, durationSeconds: 8 })] }, refused()],
    ['a cover', { options: reel, media: [video()], cover: portrait() }],
    [
      'a PNG cover',
      { options: reel, media: [video()], cover: portrait({ contentType: 'image/png' }) },
      `error ${cover}`,
    ],
    ['a cover of 8 MiB', { options: reel, media: [video()], cover: portrait({ bytes: 8 * mib }) }, `warning ${cover}`],
    ['a larger cover', { options: reel, media: [video()], cover: portrait({ bytes: 8 * mib + 1 }) }, `error ${cover}`],
    ['a square cover', { options: reel, media: [video()], cover: image() }, `warning ${cover}`],
    ['a video as cover', { options: reel, media: [video()], cover: video() }, `error ${cover}`],
  ])
})

describe('STORY', () => {
  table('INSTAGRAM', [
    ['no media', { options: story }, missing],
    ['a caption', { options: story, media: [portrait()], text: 'a' }, longish],
    ['a first comment', { options: story, media: [portrait()], firstComment: 'a' }, `error ${comment}`],
    ['two images', { options: story, media: [portrait(), portrait()] }, refused(1)],
    ['an image and a video', { options: story, media: [portrait(), video()] }, refused(1)],
    ['PNG', { options: story, media: [portrait({ contentType: 'image/png' })] }, refused()],
    ['8 MiB', { options: story, media: [portrait({ bytes: 8 * mib })] }, advised()],
    ['more than 8 MiB', { options: story, media: [portrait({ bytes: 8 * mib + 1 })] }, refused()],
    ['a square image', { options: story, media: [image()] }, advised()],
    ['60 s', { options: story, media: [video({ durationSeconds: 60 })] }],
    ['61 s', { options: story, media: [video({ durationSeconds: 61 })] }, refused()],
    ['2.9 s', { options: story, media: [video({ durationSeconds: 2.9 })] }, refused()],
    ['100 MB', { options: story, media: [video({ bytes: 100e6, durationSeconds: 60 })] }],
    ['100 MiB', { options: story, media: [video({ bytes: 100 * mib, durationSeconds: 60 })] }, advised()],
    ['more than 100 MiB', { options: story, media: [video({ bytes: 100 * mib + 1, durationSeconds: 60 })] }, refused()],
    ['a thin video', { options: story, media: [video({ width: 100, height: 1000 })] }, advised()],
    ['too thin a video', { options: story, media: [video({ width: 98, height: 1000 })] }, refused()],
    ['too flat a video', { options: story, media: [video({ width: 1000, height: 98 })] }, refused()],
    ['a square video', { options: story, media: [video({ width: 1080, height: 1080 })] }, advised()],
    ['HEVC', { options: story, media: [video({ videoCodec: 'hev1' })] }],
    ['61 fps', { options: story, media: [video({ frameRate: 61 })] }, refused()],
  ])
})
