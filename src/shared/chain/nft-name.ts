import { imageOfMetadata } from './metadata-image.ts'
import type { TokenInstance } from './token.ts'
import { plainName } from '../text/hostile-text.ts'

/** The name an NFT has in its own metadata; metadata is anything, so most of it may be missing or of another kind. */
export const nftName = (item: Pick<TokenInstance, 'metadata'>): string | undefined =>
  plainName(rawNftName(item) ?? '') || undefined

/** As it was written: not to be shown. */
export function rawNftName({ metadata }: Pick<TokenInstance, 'metadata'>): string | undefined {
  if (typeof metadata !== 'object' || metadata === null || !('name' in metadata)) return undefined
  return typeof metadata.name === 'string' ? metadata.name : undefined
}

/** Where its picture is: the image, else what a server made of it, else its media where that is no film or sound. */
export function nftImage(item: TokenInstance): string | undefined {
  const small = item.thumbnails?.['500x500'] ?? item.thumbnails?.['250x250']
  if (typeof small === 'string' && small !== '') return small
  if (item.image_url) return item.image_url
  if (item.media_url && (item.media_type ?? 'image').startsWith('image')) return item.media_url
  return imageOfMetadata(item.metadata)
}
