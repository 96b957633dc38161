/** A reader points at its own images by `/media/...`; on the wire that is a URL of this server. */
import { type Convert, isRecord } from './writer.ts'

/** How the fields that hold URLs of images are written, of a token and of an NFT. */
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
