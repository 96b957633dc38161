/**
 * Images and metadata of NFTs: most are valid, and the collection "Museum of Broken Pictures" has one NFT for each way in
 * which they can be wrong. Paths under `/media/` are served by the chain itself (media/media.ts).
 */
import { HOSTILE_TEXTS, SCRIPT_TEXTS } from './texts.ts'
import type { TokenKey } from './tokens.ts'

export interface NftMedia {
  readonly image: string | null
  readonly animation: string | null
  readonly mediaType: string | null
  readonly thumbnails: boolean
  readonly external: string | null
  readonly metadata: unknown
}

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const SVG =
  'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><rect width="9" height="9"/></svg>'
const IPFS = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

const nft = (name: string, more: Partial<NftMedia> = {}): NftMedia => ({
  image: null,
  animation: null,
  mediaType: null,
  thumbnails: false,
  external: null,
  metadata: { name },
  ...more,
})

/** The NFTs of the collection `broken`, by number. */
export const BROKEN_NFTS: readonly NftMedia[] = [
  nft('Not found', { image: '/media/missing/1.png', mediaType: 'image/png' }),
  nft('A page instead of a picture', { image: '/media/odd/page.png', mediaType: 'image/png' }),
  nft('On IPFS', { image: `${IPFS}/1.png` }),
  nft('On Arweave', { image: 'ar://bNbA3TEQVL60xlgCcqdz4ZPHFZ711cZ3hmkpGttDt_U' }),
  nft('Inside its URL', { image: PIXEL, mediaType: 'image/png' }),
  nft('SVG with a script, inside its URL', { image: SVG, mediaType: 'image/svg+xml' }),
  nft('SVG with a script', { image: '/media/odd/script.svg', mediaType: 'image/svg+xml' }),
  nft('Cut in the middle', { image: '/media/odd/cut.png', mediaType: 'image/png' }),
  nft('Says PNG, is text', { image: '/media/odd/text.png', mediaType: 'image/png' }),
  nft('Empty', { image: '/media/odd/empty.png', mediaType: 'image/png' }),
  nft('Far too many bytes', { image: '/media/odd/heavy.png', mediaType: 'image/png' }),
  nft('30,000 by 30,000 dots', { image: '/media/odd/vast.png', mediaType: 'image/png' }),
  // 203.0.113.0/24 is reserved for documentation: no server responds there.
  nft('A server that never answers', { image: 'http://203.0.113.7/slow.png', mediaType: 'image/png' }),
  nft('No URL at all', { image: 'not a url' }),
  nft('A script for a URL', { image: 'javascript:alert(1)', external: 'javascript:alert(1)' }),
  nft('A file of the reader', { image: 'file:///etc/passwd' }),
  nft('In the reader’s own network', { image: 'http://192.168.0.1/logo.png' }),
  nft('Empty texts', { image: '', animation: '' }),
  nft('No metadata', { metadata: null }),
  nft('A list for metadata', { metadata: [1, 'two', { three: 3 }] }),
  nft('A text for metadata', { metadata: HOSTILE_TEXTS.html }),
  nft('Attributes of all kinds', {
    metadata: {
      name: SCRIPT_TEXTS.arabic,
      description: HOSTILE_TEXTS.bidi,
      year: 2026,
      tags: ['one', 2, null],
      attributes: [
        { trait_type: 'Eyes', value: 'Laser' },
        { trait_type: null, value: 12.5, display_type: 'number', max_value: 100 },
        { value: HOSTILE_TEXTS.handler },
        'not an attribute',
        { trait_type: { nested: true }, value: ['a', 'b'] },
      ],
    },
  }),
  nft('Metadata without end', {
    metadata: { name: HOSTILE_TEXTS.long, description: HOSTILE_TEXTS.long, deep: nested(40) },
  }),
  nft('A film', { animation: '/media/odd/film.mp4', mediaType: 'video/mp4' }),
  nft(HOSTILE_TEXTS.control, {
    image: `${IPFS}/%00?<>"`,
    external: HOSTILE_TEXTS.html,
    metadata: { name: HOSTILE_TEXTS.html },
  }),
]

function nested(levels: number): unknown {
  return levels === 0 ? 'at last' : { inside: nested(levels - 1) }
}

const MOODS = ['calm', 'curious', 'proud', 'sleepy', 'wild', SCRIPT_TEXTS.russian]
const GROUNDS = ['dawn', 'noon', 'dusk', 'midnight', SCRIPT_TEXTS.japanese]

/** `name`: shown to people. `randomBits`: 32 bits that determine its attributes. */
export function createNftMedia(token: TokenKey, file: string, name: string, randomBits: number): NftMedia {
  return {
    image: `/media/nft/${token}/${file}.png`,
    animation: randomBits % 3 === 0 ? '' : null,
    mediaType: 'image/png',
    thumbnails: true,
    external: `https://example.org/${token}/${file}`,
    metadata: {
      name,
      description: `One of the sample chain's ${token}.`,
      image: `/media/nft/${token}/${file}.png`,
      external_url: `https://example.org/${token}/${file}`,
      attributes: [
        { trait_type: 'Mood', value: MOODS[randomBits % MOODS.length] ?? '' },
        { trait_type: 'Ground', value: GROUNDS[(randomBits >>> 8) % GROUNDS.length] ?? '' },
        { trait_type: 'Rarity', value: String((randomBits >>> 16) % 1000) },
      ],
    },
  }
}
