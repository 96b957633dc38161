/**
 * Pictures and metadata of NFTs as they are out there: most are fine, and the Museum of Broken Pictures has one for each
 * way in which they are not. Paths under `/media/` are the chain's own.
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

const piece = (name: string, more: Partial<NftMedia> = {}): NftMedia => ({
  image: null,
  animation: null,
  mediaType: null,
  thumbnails: false,
  external: null,
  metadata: { name },
  ...more,
})

/** In the order of their ids. Those that this chain serves are answered in media.ts. */
export const BROKEN_NFTS: readonly NftMedia[] = [
  piece('Not found', { image: '/media/missing/1.png', mediaType: 'image/png' }),
  piece('A page instead of a picture', { image: '/media/odd/page.png', mediaType: 'image/png' }),
  piece('On IPFS', { image: `${IPFS}/1.png` }),
  piece('On Arweave', { image: 'ar://bNbA3TEQVL60xlgCcqdz4ZPHFZ711cZ3hmkpGttDt_U' }),
  piece('Inside its URL', { image: PIXEL, mediaType: 'image/png' }),
  piece('SVG with a script, inside its URL', { image: SVG, mediaType: 'image/svg+xml' }),
  piece('SVG with a script', { image: '/media/odd/script.svg', mediaType: 'image/svg+xml' }),
  piece('Cut in the middle', { image: '/media/odd/cut.png', mediaType: 'image/png' }),
  piece('Says PNG, is text', { image: '/media/odd/text.png', mediaType: 'image/png' }),
  piece('Empty', { image: '/media/odd/empty.png', mediaType: 'image/png' }),
  piece('Far too many bytes', { image: '/media/odd/heavy.png', mediaType: 'image/png' }),
  piece('30,000 by 30,000 dots', { image: '/media/odd/vast.png', mediaType: 'image/png' }),
  // 203.0.113.0/24 is for documentation: nobody answers there.
  piece('A server that never answers', { image: 'http://203.0.113.7/slow.png', mediaType: 'image/png' }),
  piece('No URL at all', { image: 'not a url' }),
  piece('A script for a URL', { image: 'javascript:alert(1)', external: 'javascript:alert(1)' }),
  piece('A file of the reader', { image: 'file:///etc/passwd' }),
  piece('In the reader’s own network', { image: 'http://192.168.0.1/logo.png' }),
  piece('Empty texts', { image: '', animation: '' }),
  piece('No metadata', { metadata: null }),
  piece('A list for metadata', { metadata: [1, 'two', { three: 3 }] }),
  piece('A text for metadata', { metadata: HOSTILE_TEXTS.html }),
  piece('Attributes of all kinds', {
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
  piece('Metadata without end', {
    metadata: { name: HOSTILE_TEXTS.long, description: HOSTILE_TEXTS.long, deep: deep(40) },
  }),
  piece('A film', { animation: '/media/odd/film.mp4', mediaType: 'video/mp4' }),
  piece(HOSTILE_TEXTS.control, {
    image: `${IPFS}/%00?<>"`,
    external: HOSTILE_TEXTS.html,
    metadata: { name: HOSTILE_TEXTS.html },
  }),
]

function deep(levels: number): unknown {
  return levels === 0 ? 'at last' : { inside: deep(levels - 1) }
}

const MOODS = ['calm', 'curious', 'proud', 'sleepy', 'wild', SCRIPT_TEXTS.russian]
const GROUNDS = ['dawn', 'noon', 'dusk', 'midnight', SCRIPT_TEXTS.japanese]

/** `name`: what a person calls it; `randomBits`: 32 bits that are its own. */
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
