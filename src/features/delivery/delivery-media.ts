import type { Services } from '../../context.ts'
import type { Delivery, DeliveryMedia } from '../../platforms/platform.ts'
import { PlatformError } from '../../platforms/platform-error.ts'
import { platforms } from '../../platforms/registry.ts'
import { findDeliveryMedia } from '../media/find-media.ts'
import type { ClaimedDelivery } from './claim.ts'

/**
 * The media a delivery sends, in one statement, none when it has none. Throws PlatformError `rejected` when an item was
 * deleted and nothing has been published yet; after that, what is gone is left out.
 */
export async function deliveryMedia(
  services: Services,
  delivery: ClaimedDelivery,
): Promise<Pick<Delivery, 'media' | 'optionMedia'>> {
  const content = (delivery.media ?? []).map(({ mediaId }) => mediaId)
  const options = Object.entries(platforms[delivery.platform].fields).flatMap(([name, field]) => {
    const value = delivery.options[name] as { mediaId?: string } | undefined
    return field.type === 'media' && value?.mediaId ? [[name, value.mediaId] as const] : []
  })
  const found = await findDeliveryMedia(services, delivery.projectId, [...content, ...options.map(([, id]) => id)])
  const get = (id: string): DeliveryMedia[] => {
    const item = found.get(id.toLowerCase())
    if (item) return [item]
    if (delivery.commitIntentAt) return []
    throw PlatformError.rejected(`The media item ${id} was deleted from the library before this post was published.`)
  }
  return {
    media: content.flatMap(get),
    optionMedia: Object.fromEntries(options.flatMap(([name, id]) => get(id).map((item) => [name, item]))),
  }
}
