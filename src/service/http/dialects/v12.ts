/**
 * v12: an NFT's image and animation each have a type, the list of a token's NFTs does not repeat the token, and
 * transactions have no `actions` any more.
 */
import type { WireForm } from './wire-form.ts'
import { modernWriter } from './modern.ts'
import { type Convert, isRecord, type Writer } from './writer.ts'

export const v12Writer = ({ origin }: WireForm): Writer =>
  modernWriter(origin, {
    transaction: { drop: ['actions'] },
    instance: { finish: addMediaTypes },
    listedInstance: { drop: ['token'] },
  })

const addMediaTypes: Convert = (value) => {
  if (!isRecord(value)) return value
  const type = typeof value.media_type === 'string' ? value.media_type : null
  const isImage = type?.startsWith('image/') ?? false
  return {
    ...value,
    image_media_type: value.image_media_type ?? (isImage ? type : null),
    animation_media_type: value.animation_media_type ?? (isImage ? null : type),
  }
}
