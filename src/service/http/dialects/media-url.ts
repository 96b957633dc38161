/** A reader points at its own images by `/media/...`; on the wire that is a URL of this server. */
import { type Convert, isRecord } from './shape.ts'

export function mediaUrls(origin: string) {
  const url: Convert = (value) =>
    typeof value === 'string' && value.startsWith('/media/') ? origin + value : value
  const urls: Convert = (value) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, url(each)])) : value
  return { url, urls }
}
