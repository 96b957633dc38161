/** The two forms of implementations and tags of an address: one of each, or all of them. */
import { type Convert, isRecord } from './writer.ts'

export const firstImplementationName: Convert = (value) => {
  const first: unknown = Array.isArray(value) ? value[0] : undefined
  return isRecord(first) ? (first.name ?? null) : null
}

export const implementationsOfName: Convert = (name) =>
  typeof name === 'string' ? [{ address_hash: null, name }] : []

/** `{tags: [...]}` or a tag -> the first tag, or null. */
export const firstTag: Convert = (metadata) => {
  if (!isRecord(metadata)) return null
  if (!('tags' in metadata)) return metadata
  return (Array.isArray(metadata.tags) ? (metadata.tags[0] as unknown) : null) ?? null
}

/** A tag, or `{tags: [...]}` -> `{tags: [...]}`; null without tags. */
export const allTags: Convert = (metadata) => {
  if (!isRecord(metadata)) return null
  return 'tags' in metadata ? metadata : { tags: [metadata] }
}
