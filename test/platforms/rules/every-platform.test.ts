import { expect, test } from 'vitest'
import { platformNames } from '../../../src/platforms/names.ts'
import { platforms } from '../../../src/platforms/registry.ts'
import { image, judge, messages, video } from './judge.ts'

test.each(platformNames)('%s has rules that tell errors from warnings', (name) => {
  const target = { text: 'a', textPath: 'content[0].text', media: [], options: {}, targetPath: 'socialAccounts[0]' }
  const options = { postType: { FACEBOOK: 'IMAGE', INSTAGRAM: 'POST', TIKTOK: 'VIDEO' }[name as string], title: 'a' }
  expect(platforms[name].rules({ ...target, options })).toEqual({
    errors: expect.any(Array),
    warnings: expect.any(Array),
  })
})

test('SERVICETEST accepts everything', () => {
  const odd = { bytes: 10 ** 12, width: 1, height: 100_000, durationSeconds: 10 ** 6, frameRate: 1000 }
  const media = [
    image(odd),
    video({ ...odd, contentType: 'video/webm', videoCodec: 'other' }),
    ...Array(100).fill(image()),
  ]
  expect(judge('SERVICETEST', { text: '<👍>'.repeat(100_000), media })).toEqual([])
})

test('a platform without comments by API offers none', () => {
  expect(platforms.PINTEREST.firstComment).toBe(false)
  expect(platforms.TIKTOK.firstComment).toBe(false)
})

test('rules of unknown facts stay silent', () => {
  const unknown = {
    width: null,
    height: null,
    frames: null,
    durationSeconds: null,
    frameRate: null,
    videoCodec: null,
    audioCodec: null,
  }
  const options = { postType: 'REEL', title: 'a' }
  for (const name of platformNames) {
    if (name === 'TIKTOK' || name === 'PINTEREST') continue
    expect(judge(name, { media: [video(unknown)], options })).toEqual([])
  }
  expect(judge('TIKTOK', { media: [video(unknown)], options: { postType: 'VIDEO' } })).toEqual([])
  expect(judge('PINTEREST', { media: [video(unknown)], options: { pinterestBoardId: '1' } })).toEqual([])
  expect(judge('LINKEDIN', { media: [image({ ...unknown, contentType: 'image/gif', animated: true })] })).toEqual([])
})

test('messages name the post, what it takes and what it got', () => {
  const reel = { media: [video({ width: 1080, height: 1080, durationSeconds: 91, bytes: 1 })] }
  expect(messages('FACEBOOK', { ...reel, options: { postType: 'REEL' } })).toEqual([
    'A Facebook reel takes a video with a duration of 3 s to 90 s; this one has 91 s.',
    'A Facebook reel takes a video with an aspect ratio of 9:16; this one has 1080:1080.',
    'A Facebook reel works best with a video with sides of at least 1080x1920 pixels; this one has 1080x1080.',
  ])
  const post = { media: [image({ contentType: 'image/png', bytes: 9_000_000 }), ...Array(10).fill(image())] }
  expect(messages('INSTAGRAM', { ...post, options: { postType: 'POST' } })).toEqual([
    'An Instagram post takes 1 to 10 images or videos, has 11 media.',
    'An Instagram post takes an image with the format JPEG; this one has PNG.',
    'An Instagram post takes an image with a size of at most 8 MB; this one has 9 MB.',
  ])
  expect(messages('FACEBOOK', { media: [image()], options: { postType: 'TEXT_ONLY' } })).toEqual([
    'A Facebook text post takes no media.',
  ])
  expect(messages('THREADS', { text: '👍'.repeat(126) })).toEqual([
    'The text of a Threads post may have at most 500 characters, an emoji counting its bytes, has 504.',
  ])
})
