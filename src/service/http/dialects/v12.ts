/**
 * v12: an NFT's image and animation each have a type, the list of a token's NFTs does not repeat the token,
 * transactions no longer have `actions`, and an undecoded revert reason is given as its bytes.
 */
import * as z from 'zod/mini'
import { record, text } from '#shared/chain/fields.ts'
import { decodedInput } from '#shared/chain/transaction.ts'
import { isRecord } from '#shared/is-record.ts'
import type { WireForm } from './wire-form.ts'
import { modernWriter } from './modern.ts'
import type { Convert, Writer } from './writer.ts'

export const v12Writer = ({ origin }: WireForm): Writer =>
  modernWriter(origin, {
    transaction: {
      drop: ['actions'],
      finish: reasonAsObject,
      adds: { revert_reason: z.nullable(z.union([decodedInput, record({ raw: text })])) },
    },
    instance: {
      finish: addMediaTypes,
      adds: { image_media_type: z.nullable(text), animation_media_type: z.nullable(text) },
    },
    listedInstance: { drop: ['token'] },
  })
/** A text breaks frontends that were written for v12. */
const reasonAsObject: Convert = (value) => {
  if (!isRecord(value) || typeof value.revert_reason !== 'string') return value
  const text = value.revert_reason
  const isHex = /^0x(?:[0-9a-f]{2})*$/i.test(text)
  return { ...value, revert_reason: { raw: isHex ? text : `0x${Buffer.from(text).toString('hex')}` } }
}

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
