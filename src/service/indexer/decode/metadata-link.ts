import { findExceededLimit, type JsonBounds } from '#shared/json-bounds.ts'
import { imageLink } from '#shared/chain/metadata-image.ts'
import { isRecord } from '#shared/is-record.ts'
import { readAbiBytes } from './chain-text.ts'
import { numberWord } from '#shared/abi/words.ts'

/** A `data:` link holds the metadata itself and may be long. */
const MAX_LINK_LENGTH = 192 * 1024
const MAX_METADATA_LENGTH = 256 * 1024

/** The metadata link in the return data for one id. ERC-1155 writes `{id}` for the id as 64 hex digits. Null where there is none. */
export function readMetadataLink(data: Uint8Array | null, tokenId: bigint): string | null {
  const bytes = data && readAbiBytes(data)
  if (!bytes || bytes.length === 0 || bytes.length > MAX_LINK_LENGTH) return null
  const link = new TextDecoder().decode(bytes).trim()
  const filled = link.replaceAll('{id}', numberWord(tokenId))
  return filled.length > MAX_METADATA_LENGTH ? null : filled
}

/** Some contracts give the metadata itself, or the picture, in the place of a link. */
export const isInline = (link: string): boolean => /^(?:data:|\{|<svg[\s>])/i.test(link)

/** The metadata inside a link, or that of a link which is the picture itself; null where it can't be read. */
export function decodeInlineMetadata(link: string): unknown {
  if (/^(?:data:image\/|<svg)/i.test(link)) return { image: imageLink(link) }
  const parts = link.startsWith('{') ? [link, '', link] : /^data:([^,]*),(.*)$/is.exec(link)
  if (!parts) return null
  const [, kind = '', body = ''] = parts
  try {
    const text = /;base64/i.test(kind) ? Buffer.from(body, 'base64').toString('utf8') : percentDecoded(body)
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Some contracts put bare percent signs into percent-encoded text. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Real metadata is far from these; what is beyond could overflow or hold up a client. */
const BOUNDS: JsonBounds = { depth: 64, width: 10_000, length: MAX_METADATA_LENGTH, values: 50_000 }

/** Metadata as it is stored: the JSON of an object, within bounds. Null for anything else. */
export function serializeMetadata(metadata: unknown): string | null {
  if (!isRecord(metadata)) return null
  if (findExceededLimit(metadata, BOUNDS)) return null
  const text = JSON.stringify(metadata)
  return text.length <= MAX_METADATA_LENGTH ? text : null
}
