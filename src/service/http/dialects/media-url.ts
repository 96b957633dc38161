/** Converts paths of the reader's images (`/media/...`) to URLs of this server. */
import { isRecord } from '#shared/is-record.ts'
import type { Convert } from './writer.ts'

/** The conversions of fields with URLs of images, of tokens and NFTs. */
export function mediaFields(origin: string) {
  const url: Convert = (value) =>
    typeof value === 'string' && value.startsWith('/media/') ? origin + value : value
  const urls: Convert = (value) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, url(each)])) : value
  return {
    token: { icon_url: url },
    instance: { image_url: url, animation_url: url, media_url: url, thumbnails: urls },
  }
}
