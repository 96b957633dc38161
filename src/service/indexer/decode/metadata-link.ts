import { readAbiBytes } from './chain-text.ts'

/** Longest link to metadata: one that holds the metadata itself may be long. */
const MAX_LINK_LENGTH = 192 * 1024
const MAX_METADATA_LENGTH = 256 * 1024

/** The link a token gave for one id; ERC-1155 writes `{id}` in it, to be put in as 64 hex digits. Null where it is none. */
export function metadataLink(answer: Uint8Array | null, tokenId: bigint): string | null {
  const bytes = answer && readAbiBytes(answer)
  if (!bytes || bytes.length === 0 || bytes.length > MAX_LINK_LENGTH) return null
  const link = new TextDecoder().decode(bytes).trim()
  const filled = link.replaceAll('{id}', tokenId.toString(16).padStart(64, '0'))
  return filled.length > MAX_METADATA_LENGTH ? null : filled
}

export const isInline = (link: string): boolean => /^data:/i.test(link)

/** The metadata inside a `data:` link; null where it can't be read. */
export function inlineMetadata(link: string): unknown {
  const parts = /^data:([^,]*),(.*)$/is.exec(link)
  if (!parts) return null
  const [, kind = '', body = ''] = parts
  try {
    const text = /;base64/i.test(kind) ? Buffer.from(body, 'base64').toString('utf8') : percentDecoded(body)
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Contracts put bare percent signs into what should be percent-encoded. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Deeper than any metadata, and less than what a stack holds of whoever reads it after us. */
const DEEPEST = 64

/** Metadata as it is kept: JSON in bounds, an object. Null for anything else. */
export function metadataText(metadata: unknown): string | null {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return null
  if (!isWithin(metadata, DEEPEST)) return null
  const text = JSON.stringify(metadata)
  return text.length <= MAX_METADATA_LENGTH ? text : null
}

const isWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isWithin(inner, levels - 1)))
