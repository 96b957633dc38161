import { expect, it } from 'vitest'
import { readGateways, resolveWebAddresses } from './web-addresses.ts'

const V0 = 'QmeSjSinHpPnmXmspMjwiXyN6zS4E9zccariGR3jxcaWtq'
const V1 = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const gateways = readGateways({ CHAINGLASS_IPFS_GATEWAY: 'https://gate.example' })
const hrefs = (link: string) => resolveWebAddresses(link, gateways).map(({ url }) => url.href)
const at = (path: string) => `https://gate.example/ipfs/${path}`

it.each([
  [`ipfs://${V0}/1.png`, `${V0}/1.png`],
  [`ipfs://ipfs/${V0}/1.png`, `${V0}/1.png`],
  [`IPFS://${V1}`, V1],
  [`${V0}/1.png`, `${V0}/1.png`],
  [V1, V1],
  [`ipfs/${V1}/a b.png`, `${V1}/a%20b.png`],
  [`/ipfs/${V0}/1.png`, `${V0}/1.png`],
  [`ipfs://${V0}/Ape #12.png`, `${V0}/Ape%20%2312.png`],
  [`ipfs://${V0}/who?.png`, `${V0}/who%3F.png`],
  [`ipfs://${V0}/100%.png`, `${V0}/100%25.png`],
  [`ipfs://${V0}/a%20b.png`, `${V0}/a%20b.png`],
  [`${V0}/Ape #12?.png`, `${V0}/Ape%20%2312%3F.png`],
])('%s is read at the gateway', (link, path) => {
  expect(hrefs(link)[0]).toBe(at(path))
})

it('what may be a query is asked for as one, too', () => {
  expect(hrefs(`ipfs://${V0}/1.png?size=500`)).toEqual([
    at(`${V0}/1.png%3Fsize=500`),
    at(`${V0}/1.png?size=500`),
  ])
})

it.each([
  ['https://a.example/x/1.png', ['https://a.example/x/1.png']],
  ['https://a.example/x/1.png?w=5', ['https://a.example/x/1.png?w=5']],
  ['https://a.example/Ape #1.png', ['https://a.example/Ape%20%231.png', 'https://a.example/Ape%20#1.png']],
  ['https://a.example/x.svg#icon', ['https://a.example/x.svg#icon']],
  ['ar://abc/1.png', ['https://arweave.net/abc/1.png']],
  // The part after the sign is never the host, nor a user name before it.
  [
    'https://a.example#@b.example/1.png',
    ['https://a.example/%23@b.example/1.png', 'https://a.example/#@b.example/1.png'],
  ],
  ['http://a.example#://b/', ['http://a.example/%23://b/', 'http://a.example/#://b/']],
])('%s', (link, found) => {
  expect(hrefs(link)).toEqual(found)
})

it.each([`ipfs://../../admin`, `ipfs://${V0}/../../../admin`, 'ipfs://', 'not a link', '/ipfs/', 'Qm', ''])(
  '%j leads nowhere else',
  (link) => {
    for (const href of hrefs(link)) expect(href.startsWith('https://gate.example/ipfs/')).toBe(true)
  },
)

it.each(['%2F', '%2f', '%5c', '%5C'])(
  'a path with %s in it is not asked: gateways may leave their folder by it',
  (sign) => {
    expect(hrefs(`ipfs://${V0}/..${sign}..${sign}api/v0/shutdown`)).toEqual([])
  },
)
