import type { PlatformField, PlatformInput } from '../fields.ts'

export const fields: Record<string, PlatformField> = {
  postType: {
    type: 'enum',
    name: 'InstagramPostType',
    values: ['POST', 'REEL', 'STORY'],
    required: true,
    description: 'Feed post, reel or story.',
  },
  cover: {
    type: 'media',
    field: 'MEDIA',
    onlyWhen: { field: 'postType', value: 'REEL' },
    description: 'An image of the media library shown as the cover of a reel.',
  },
  trialParams: {
    type: 'object',
    name: 'InstagramTrialParams',
    onlyWhen: { field: 'postType', value: 'REEL' },
    description: 'Publishes the reel as a trial reel; omit for a regular one.',
    fields: {
      graduationStrategy: {
        type: 'enum',
        name: 'InstagramTrialGraduationStrategy',
        values: ['MANUAL', 'SS_PERFORMANCE'],
        required: true,
        description: 'MANUAL leaves graduation to the user; SS_PERFORMANCE lets the platform decide by performance.',
      },
    },
  },
}

export const inputs: Record<string, PlatformInput> = {}
