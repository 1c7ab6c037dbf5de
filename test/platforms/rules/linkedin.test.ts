import { describe } from 'vitest'
import { advised, image, longish, mib, refused, table, tooLong, video } from './judge.ts'

const gif = (frames: number | null) => image({ contentType: 'image/gif', animated: true, frames })
const comment = 'FIRST_COMMENT socialAccounts[0].firstComment'

describe.each(['LINKEDIN', 'LINKEDIN_PAGES'] as const)('%s', (platform) => {
  table(platform, [
    ['text of 3000', { text: 'a'.repeat(3000) }],
    ['text of 3001', { text: 'a'.repeat(3001) }, tooLong],
    ['3000 UTF-16 units in 1500 code points', { text: '👍'.repeat(1500) }],
    ['more than 3000 UTF-16 units', { text: '👍'.repeat(1501) }, longish],
    ['3001 code points in more units', { text: '👍'.repeat(3001) }, tooLong],
    ['first comment of 1250', { text: 'a', firstComment: 'a'.repeat(1250) }],
    ['first comment of 1251', { text: 'a', firstComment: 'a'.repeat(1251) }, `error ${comment}`],
    ['first comment of 1251 UTF-16 units', { text: 'a', firstComment: `${'👍'.repeat(625)}a` }, `warning ${comment}`],
    ['a link', { text: 'a', options: { link: 'https://example.com' } }],
    [
      'a link beside media',
      { options: { link: 'https://example.com' }, media: [image()] },
      'error LINK socialAccounts[0].link',
    ],
    [
      'a link beside media that are not known',
      { options: { link: 'https://example.com' }, media: null },
      'error LINK socialAccounts[0].link',
    ],
    ['20 images', { media: Array.from({ length: 20 }, () => image()) }],
    ['21 images', { media: Array.from({ length: 21 }, () => image()) }, refused(20)],
    ['an image and a video', { media: [image(), video()] }, refused(1)],
    ['two videos', { media: [video(), video()] }, refused(1)],
    ['PNG', { media: [image({ contentType: 'image/png' })] }],
    ['WebP', { media: [image({ contentType: 'image/webp' })] }, refused()],
    ['GIF of 250 frames', { media: [gif(250)] }],
    ['GIF of 251 frames', { media: [gif(251)] }, refused()],
    ['GIF of unknown frames', { media: [gif(null)] }],
    ['36,152,319 pixels', { media: [image({ width: 36_152_319, height: 1 })] }],
    ['36,152,320 pixels', { media: [image({ width: 36_152_320, height: 1 })] }, refused()],
    ['pixels unknown', { media: [image({ width: null, height: null })] }],
    ['image of 10 MB', { media: [image({ bytes: 10_000_000 })] }],
    ['image over 10 MB', { media: [image({ bytes: 20_000_000 })] }, advised()],
    ['MP4', { media: [video()] }],
    ['MOV', { media: [video({ contentType: 'video/quicktime' })] }, refused()],
    ['WebM', { media: [video({ contentType: 'video/webm' })] }, refused()],
    ['3 s', { media: [video({ durationSeconds: 3 })] }],
    ['2.9 s', { media: [video({ durationSeconds: 2.9 })] }, refused()],
    ['30 min', { media: [video({ durationSeconds: 1800 })] }],
    ['more than 30 min', { media: [video({ durationSeconds: 1801 })] }, refused()],
    ['75 KiB', { media: [video({ bytes: 76_800 })] }],
    ['75 KB', { media: [video({ bytes: 75_000 })] }, advised()],
    ['less than 75 KB', { media: [video({ bytes: 74_999 })] }, refused()],
    ['500 MB', { media: [video({ bytes: 500_000_000 })] }],
    ['500 MiB', { media: [video({ bytes: 500 * mib })] }, advised()],
    ['more than 500 MiB', { media: [video({ bytes: 500 * mib + 1 })] }, refused()],
    ['2.4 to 1', { media: [video({ width: 2400, height: 1000 })] }],
    ['wider than 2.4 to 1', { media: [video({ width: 2430, height: 1000 })] }, refused()],
    ['1 to 2.4', { media: [video({ width: 1000, height: 2400 })] }],
    ['narrower than 1 to 2.4', { media: [video({ width: 1000, height: 2430 })] }, refused()],
    ['60 fps', { media: [video({ frameRate: 60 })] }],
    ['61 fps', { media: [video({ frameRate: 61 })] }, advised()],
  ])
})
