import type { PlatformField, PlatformInput } from '../fields.ts'

export const fields: Record<string, PlatformField> = {
  pinterestBoardId: {
    type: 'string',
    required: true,
    field: 'PINTEREST_BOARD',
    description: 'The board to pin to; platform-inputs lists the choices.',
  },
  link: {
    type: 'string',
    format: 'uri',
    maxLength: 2048,
    field: 'LINK',
    description: 'Where the pin leads, 2048 characters at most.',
  },
  title: { type: 'string', field: 'TITLE', description: 'Title of the pin.' },
}

export const inputs: Record<string, PlatformInput> = {
  boards: {
    type: 'objects',
    name: 'PinterestBoard',
    properties: ['id', 'name'],
    description: 'The boards of the account; an id is usable as pinterestBoardId.',
  },
}
