/**
 * v12: an NFT's image and animation each have a type, the list of a token's NFTs does not repeat the token, and
 * transactions have no `actions` any more.
 */
import type { Resources, WireForm } from './dialect.ts'
import { modernResources } from './modern.ts'
import { type Convert, isRecord, shape } from './shape.ts'

export function v12Resources({ origin }: WireForm): Resources {
  const resources = modernResources(origin, { instance: withMediaTypes, transactionDrop: ['actions'] })
  const withoutToken = shape({ drop: ['token'] })
  return { ...resources, listedInstance: (value) => withoutToken(resources.listedInstance(value)) }
}

const withMediaTypes: Convert = (value) => {
  if (!isRecord(value)) return value
  const type = typeof value.media_type === 'string' ? value.media_type : null
  const isImage = type?.startsWith('image/') ?? false
  return {
    ...value,
    image_media_type: value.image_media_type ?? (isImage ? type : null),
    animation_media_type: value.animation_media_type ?? (isImage ? null : type),
  }
}
