import type { PlatformField, PlatformInput } from '../fields.ts'

export const fields: Record<string, PlatformField> = {
  postType: {
    type: 'enum',
    name: 'FacebookPostType',
    values: ['TEXT_ONLY', 'IMAGE', 'VIDEO', 'REEL', 'STORY'],
    required: true,
    description: 'What kind of post to publish on the page.',
  },
  link: { type: 'string', format: 'uri', field: 'LINK', description: 'Published as a link preview card.' },
  locationId: { type: 'string', description: 'Identifier of the place to attach.' },
}

export const inputs: Record<string, PlatformInput> = {}
