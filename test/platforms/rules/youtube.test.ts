import { advised, type Given, gib, image, refused, table, tooLong, video } from './judge.ts'

const film = (changes: Partial<Given> = {}, options = {}): Given => ({
  media: [video({ width: 1920, height: 1080 })],
  ...changes,
  options: { title: 'A title', privacy: 'public', madeForKids: false, ...options },
})
const clip = (changes = {}) => film({ media: [video({ width: 1920, height: 1080, ...changes })] })
const at = (name: string) => `socialAccounts[0].${name}`

table('YOUTUBE', [
  ['title of 100', film({}, { title: 'a'.repeat(100) })],
  ['title of 101', film({}, { title: 'a'.repeat(101) }), `error TITLE ${at('title')}`],
  ['title of 102 UTF-16 units', film({}, { title: '👍'.repeat(51) }), `warning TITLE ${at('title')}`],
  ['a bracket in the title', film({}, { title: 'a < b' }), `error TITLE ${at('title')}`],
  ['description of 5000 bytes', film({ text: 'é'.repeat(2500) })],
  ['description of 5002 bytes', film({ text: 'é'.repeat(2501) }), tooLong],
  ['a bracket in the description', film({ text: 'a > b' }), tooLong],
  ['tags of 500', film({}, { tags: ['a'.repeat(249), 'b'.repeat(250)] })],
  ['tags of 501', film({}, { tags: ['a'.repeat(250), 'b'.repeat(250)] }), `error YOUTUBE_TAGS ${at('tags')}`],
  ['a tag of 498 with a space', film({}, { tags: [`a ${'a'.repeat(496)}`] })],
  ['a tag of 499 with a space', film({}, { tags: [`a ${'a'.repeat(497)}`] }), `error YOUTUBE_TAGS ${at('tags')}`],
  ['a bracket in a tag', film({}, { tags: ['a', '<b>'] }), `error YOUTUBE_TAGS ${at('tags[1]')}`],
  ['a usual category', film({}, { category: '22' })],
  ['another category', film({}, { category: '30' }), `warning YOUTUBE_CATEGORY ${at('category')}`],
  ['no media', film({ media: [], text: 'a' }), 'error MEDIA content[0].media'],
  [
    'two videos',
    film({ media: [video({ width: 1920, height: 1080 }), video({ width: 1920, height: 1080 })] }),
    refused(1),
  ],
  ['an image', film({ media: [image()] }), refused()],
  ['an image beside the video', film({ media: [video({ width: 1920, height: 1080 }), image()] }), refused(1)],
  ['WebM', clip({ contentType: 'video/webm', videoCodec: 'vp9' })],
  ['256 GB', clip({ bytes: 256e9 })],
  ['more than 256 GiB', clip({ bytes: 256 * gib + 1 }), refused()],
  ['15 min', clip({ durationSeconds: 900 })],
  ['more than 15 min', clip({ durationSeconds: 901 }), advised()],
  ['12 h', clip({ durationSeconds: 43_200 }), advised()],
  ['more than 12 h', clip({ durationSeconds: 43_201 }), refused()],
  ['60 fps', clip({ frameRate: 60 })],
  ['61 fps', clip({ frameRate: 61 }), advised()],
  ['upright for 3 min', clip({ width: 1080, height: 1920, durationSeconds: 180 }), advised()],
  ['square for 3 min', clip({ width: 1080, height: 1080, durationSeconds: 180 }), advised()],
  ['upright for longer', clip({ width: 1080, height: 1920, durationSeconds: 181 })],
  ['first comment of 10,000', film({ firstComment: 'a'.repeat(10_000) })],
  ['longer first comment', film({ firstComment: 'a'.repeat(10_001) }), `warning FIRST_COMMENT ${at('firstComment')}`],
  [
    'a first comment on a private video',
    film({ firstComment: 'a' }, { privacy: 'private' }),
    `error FIRST_COMMENT ${at('firstComment')}`,
  ],
  [
    'a first comment on a video for kids',
    film({ firstComment: 'a' }, { madeForKids: true }),
    `error FIRST_COMMENT ${at('firstComment')}`,
  ],
  ['a first comment on an unlisted video', film({ firstComment: 'a' }, { privacy: 'unlisted' })],
])
