import type { Services } from '../../context.ts'

/** The canonical address of a media item: public, unguessable, without a key. */
export function mediaUrl({ publicUrl }: Pick<Services, 'publicUrl'>, token: string): string {
  return `${publicUrl}/media/${token}`
}

/** The address of its thumbnail. */
export function thumbnailUrl(services: Pick<Services, 'publicUrl'>, token: string): string {
  return `${mediaUrl(services, token)}/thumbnail`
}

/** The storage key of the thumbnail that belongs to an object. */
export function thumbnailKey(storageKey: string): string {
  return `${storageKey}-thumbnail`
}
