/** The two forms of implementations and tags of an address: one of each, or all of them. */
import * as z from 'zod/mini'
import { addressTag } from '#shared/chain/address.ts'
import { text } from '#shared/chain/fields.ts'
import { isRecord } from '#shared/is-record.ts'
import type { Convert, Written } from './writer.ts'

export const firstImplementationName: Written = {
  convert(value) {
    const first: unknown = Array.isArray(value) ? value[0] : undefined
    return isRecord(first) ? (first.name ?? null) : null
  },
  form: z.nullable(text),
}

export const implementationsOfName: Convert = (name) =>
  typeof name === 'string' ? [{ address_hash: null, name }] : []

/** `{tags: [...]}` or a tag -> the first tag, or null. */
export const firstTag: Convert = (metadata) => {
  if (!isRecord(metadata)) return null
  if (!('tags' in metadata)) return metadata
  return (Array.isArray(metadata.tags) ? (metadata.tags[0] as unknown) : null) ?? null
}
export const TAG_OR_NULL = z.nullable(addressTag)

/** A tag, or `{tags: [...]}` -> `{tags: [...]}`; null without tags. */
export const allTags: Convert = (metadata) => {
  if (!isRecord(metadata)) return null
  return 'tags' in metadata ? metadata : { tags: [metadata] }
}
