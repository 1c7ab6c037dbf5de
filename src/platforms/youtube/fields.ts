import type { PlatformField, PlatformInput } from '../fields.ts'

export const fields: Record<string, PlatformField> = {
  title: { type: 'string', required: true, field: 'TITLE', description: 'Title of the video.' },
  privacy: {
    type: 'enum',
    name: 'YouTubePrivacy',
    values: ['public', 'private', 'unlisted'],
    required: true,
    field: 'YOUTUBE_PRIVACY',
    description: 'Who may see the video.',
  },
  category: {
    type: 'string',
    field: 'YOUTUBE_CATEGORY',
    description: 'Identifier of the video category; platform-inputs lists the choices.',
  },
  tags: { type: 'strings', field: 'YOUTUBE_TAGS', description: 'Keywords of the video.' },
  madeForKids: { type: 'boolean', default: false, description: 'Declares the video as made for kids.' },
}

export const inputs: Record<string, PlatformInput> = {
  categories: {
    type: 'objects',
    name: 'YouTubeCategory',
    properties: ['id', 'title'],
    description: 'The video categories; an id is usable as category.',
  },
}
