/** Stores images in the archive, among the details of their source. */
import { createHash } from 'node:crypto'
import type { Archive } from '../archive/create-archive.ts'
import type { KeptImages, Image } from './image-handlers.ts'
import { readImageSize } from './image-size.ts'

/** In characters of base64. A larger image would displace many lists. */
const MAX_KEPT_SIZE = 1024 * 1024

/** `isKept`: whether this source's data is stored. */
export function createKeptImages(
  archive: Pick<Archive, 'detail' | 'writeDetail'>,
  isKept: (source: string) => boolean,
): KeptImages {
  return {
    read(source, url) {
      const kept = isKept(source) ? archive.detail(nameOf(source, url)) : undefined
      const image = kept && withSize(kept.item as Pick<Image, 'type' | 'base64'>)
      return image && { image, readAt: kept.readAt }
    },
    write(source, url, image) {
      if (isKept(source) && image.base64.length <= MAX_KEPT_SIZE)
        archive.writeDetail(nameOf(source, url), image)
    },
  }
}

/** Earlier versions stored no size. */
function withSize({ type, base64 }: Pick<Image, 'type' | 'base64'>): Image | undefined {
  const size = readImageSize(type, Buffer.from(base64, 'base64'))
  return size && { type, base64, ...size }
}

/** A hash of the URL, because URLs are case-sensitive and names in the archive are not. */
const nameOf = (source: string, url: string) =>
  ({ source, detail: 'image', params: { url: createHash('sha256').update(url).digest('hex') } }) as const
