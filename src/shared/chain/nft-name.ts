import { imageOfMetadata } from './metadata-image.ts'
import type { TokenInstance } from './token.ts'
import { plainName } from '../text/hostile-text.ts'

/** The name of an NFT in its own metadata, safe to show. Undefined if there is none: metadata has no fixed schema. */
export const nftName = (item: Pick<TokenInstance, 'metadata'>): string | undefined =>
  plainName(rawNftName(item) ?? '') || undefined

/** The name of an NFT exactly as its metadata has it. It is not safe to show. */
export function rawNftName({ metadata }: Pick<TokenInstance, 'metadata'>): string | undefined {
  if (typeof metadata !== 'object' || metadata === null || !('name' in metadata)) return undefined
  return typeof metadata.name === 'string' ? metadata.name : undefined
}

/**
 * The URL of an NFT's picture: its image, else the server's thumbnail, else its media unless that is video or audio.
 */
export function nftImage(item: TokenInstance): string | undefined {
  const small = item.thumbnails?.['500x500'] ?? item.thumbnails?.['250x250']
  if (typeof small === 'string' && small !== '') return small
  if (item.image_url) return item.image_url
  if (item.media_url && (item.media_type ?? 'image').startsWith('image')) return item.media_url
  return imageOfMetadata(item.metadata)
}
