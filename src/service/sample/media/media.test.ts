import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createSampleChain } from '../sample-chain.ts'
import { readAll } from '../testing/read-list.ts'

const chain = createSampleChain({ transactions: 1000, now: () => Date.UTC(2026, 9, 7) })
const media = (path: string) => chain.media?.(path) ?? null
const of = (name: string) => ({
  address_hash: chain.suggestedAddresses().find((suggested) => suggested.name === name)!.address,
})

/** Width and height of a PNG with all its rows. */
function sizeOf(path: string): [number, number] {
  const body = Buffer.from(media(path)!.body as Uint8Array)
  expect(body.subarray(1, 4).toString()).toBe('PNG')
  const [width, height] = [body.readUInt32BE(16), body.readUInt32BE(20)]
  const rows = inflateSync(body.subarray(41, 41 + body.readUInt32BE(33)))
  expect(rows).toHaveLength(height * (1 + width * 3))
  return [width, height]
}

describe('pictures', () => {
  it('of NFTs are there in each size, the same each time, each its own', () => {
    const [one, other] = readAll(chain, 'token-instances', { params: of('Sample Portraits') })
    const { image_url: image, thumbnails } = one!
    expect(sizeOf(image!)).toEqual([512, 512])
    for (const size of [60, 250, 500])
      expect(sizeOf(thumbnails![`${String(size)}x${String(size)}`] as string)).toEqual([size, size])
    expect(media(image!)).toEqual(media(image!))
    expect(media(image!)).not.toEqual(media(other!.image_url!))
  })

  it('are there, or missing on purpose, wherever an item points at one', () => {
    const items = [
      ...readAll(chain, 'address-nfts', { params: of('NFT collector') }),
      ...readAll(chain, 'address-tokens', { params: of('Harbour Exchange') }),
    ]
    const paths = new Set(JSON.stringify(items).match(/\/media\/[^"\\]+/g))
    expect(paths.size).toBeGreaterThan(100)
    // A sample of the many similar ones.
    const tried = [...paths].filter((path, nth) => !path.startsWith('/media/nft/') || nth % 40 === 0)
    const missing = tried.filter((path) => media(path) === null)
    expect(missing.filter((path) => !path.startsWith('/media/missing/'))).toEqual([])
    expect(missing.length).toBeGreaterThan(0)
  })

  it('of the museum are wrong in their own ways', () => {
    const pieces = readAll(chain, 'token-instances', { params: of('Museum of Broken Pictures') })
    const urls = pieces.map(({ image_url: url }) => url ?? '')
    for (const start of [
      'ipfs://',
      'ar://',
      'data:image/svg',
      'data:image/png',
      'javascript:',
      'file:',
      'not a url',
      'http://203.',
    ])
      expect(urls.some((url) => url.startsWith(start))).toBe(true)
    expect(media('/media/odd/page.png')!.type).toMatch('text/html')
    expect((media('/media/odd/heavy.png')!.body as Uint8Array).length).toBeGreaterThan(20_000_000)
    expect((media('/media/odd/empty.png')!.body as Uint8Array).length).toBe(0)
    expect(pieces.some(({ metadata }) => metadata === null)).toBe(true)
    expect(pieces.some(({ metadata }) => Array.isArray(metadata))).toBe(true)
  })

  it('elsewhere there are none', () => {
    for (const path of [
      '/media/',
      '/media/nft/../x.png',
      '/media/nft/a-61x61.png',
      '/other',
      '/media/odd/__proto__',
    ])
      expect(media(path)).toBeNull()
    expect(media('__proto__')).toBeNull()
    expect(media('constructor')).toBeNull()
  })
})
