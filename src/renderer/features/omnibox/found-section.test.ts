import { expect, test } from 'vitest'
import type { SearchItem } from '#shared/chain/search.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import { foundSections, type FoundContext } from './found-section.ts'

const address = (digits: string) => `0x${digits.padEnd(40, '0')}`
const USDC = address('a0b86991')
const NOBODY: FoundContext = { labels: new Map(), imitated: () => undefined, pretender: () => undefined }

const token = (more: Partial<SearchItem> = {}): SearchItem => ({
  type: 'token',
  name: 'USD Coin',
  symbol: 'USDC',
  address_hash: USDC,
  token_type: 'ERC-20',
  reputation: 'ok',
  ...more,
})
const found = (items: readonly SearchItem[], text = 'usdc', context = NOBODY, source = instanceView('eth')) =>
  foundSections({ kind: 'found', text, source, items }, context)
const itemsOf = (...given: Parameters<typeof found>) => found(...given).sections[0]?.items ?? []

test('each kind of thing leads to its page, and says what it is', () => {
  const items = itemsOf([
    token(),
    { type: 'contract', name: 'SwapRouter', address_hash: USDC, is_smart_contract_verified: true },
    { type: 'ens_domain', address_hash: USDC, ens_info: { name: 'usdc.eth' } },
    { type: 'metadata_tag', address_hash: USDC, name: null, metadata: { name: 'Stablecoin' } },
    { type: 'block', block_number: '12', block_hash: `0x${'1'.repeat(64)}` },
    { type: 'transaction', transaction_hash: `0x${'2'.repeat(64)}` },
  ])
  expect(items.map(({ label }) => label)).toEqual([
    'USD Coin',
    'SwapRouter',
    'usdc.eth',
    'Stablecoin',
    'Block 12',
    expect.stringMatching(/^0x2222/),
    'All results on eth',
  ])
  expect(items.map(({ action }) => (action as { to: { name: string } }).to.name)).toEqual([
    'token',
    'address',
    'address',
    'address',
    'block',
    'transaction',
    'chain',
  ])
  expect(items[0]?.detail).toMatch(/^USDC · token · 0xa0b8/)
  expect(items[1]?.detail).toMatch(/^verified contract · /)
})

test('what has no page here is left out, and a kind nobody has heard of as well', () => {
  const items = itemsOf([{ type: 'blob', blob_hash: '0x1' }, { type: 'planet', name: 'Mars' }, token()])
  expect(items.map(({ label }) => label)).toEqual(['USD Coin', 'All results on eth'])
})

test('Enter opens what is called just so, but never what is marked', () => {
  const exact = (item: SearchItem, context?: FoundContext) => itemsOf([item], 'usdc', context)[0]
  expect(exact(token())).toMatchObject({ isExact: true })
  expect(exact(token({ symbol: 'USDC2' }))?.isExact).toBeUndefined()
  const scam = exact(token({ reputation: 'scam' }))
  expect(scam).toMatchObject({ mark: { label: 'scam', tone: 'bad' } })
  expect(scam?.isExact).toBeUndefined()
  const lookAlike = itemsOf([token({ symbol: 'USD\u0421', name: 'x' })], 'usd\u0441')[0]
  expect(lookAlike).toMatchObject({ mark: { label: 'not USDC', tone: 'warn' } })
  expect(lookAlike?.isExact).toBeUndefined()
  const imitation = exact(token(), { ...NOBODY, imitated: (one) => (one === USDC ? 'Treasury' : undefined) })
  expect(imitation).toMatchObject({ mark: { label: 'imitates Treasury' } })
  expect(imitation?.isExact).toBeUndefined()
})

test.each(['🦄.eth', '🦄\ufe0f.eth', '🦄.ETH', '🦄．eth'])(
  'a name that is typed in another form (%j) is the one that the source gives',
  (typed) => {
    const named = { type: 'ens_domain', address_hash: USDC, ens_info: { name: '🦄.eth' } }
    expect(itemsOf([named], typed)).toMatchObject([{ label: '🦄.eth', isExact: true }])
  },
)

test.each([
  ['vitalik.eth', 'ｖitalik.eth'],
  ['sam.eth', 'ſam.eth'],
  ['123.eth', '１２３.eth'],
  ['abc', '𝐀𝐁𝐂'],
  ['x2', 'x²'],
])('for %j Enter does not open %j, which looks like it', (typed, given) => {
  const named = { type: 'ens_domain', address_hash: USDC, ens_info: { name: given } }
  for (const item of [...itemsOf([named], typed), ...itemsOf([token({ symbol: given, name: given })], typed)])
    expect(item.isExact).toBeUndefined()
})

test('an own label stands beside the name that others gave, with its mark', () => {
  const labels = new Map([[USDC, 'My dollars']])
  expect(itemsOf([token()], 'usdc', { ...NOBODY, labels })[0]?.detail).toContain('◈ My dollars')
})

test('names are made safe, and none can bear the mark of an own label', () => {
  const [item] = itemsOf([token({ name: 'a\u202eb ◈ mine', symbol: '\u200b' })])
  expect(item?.label).toBe('a\ufffdb \ufffd mine')
})

test('no more than a handful is shown, and a place for all of them', () => {
  const items = itemsOf(Array.from({ length: 50 }, (_, n) => token({ address_hash: address(String(n)) })))
  expect(items).toHaveLength(9)
  expect(items.at(-1)).toMatchObject({ action: { to: { query: { tab: 'search', q: 'usdc' } } } })
})

test('what a search costs is said where it costs something', () => {
  const pro = { ...instanceView('base'), kind: 'pro' } as never
  expect(found([token()], 'usdc', NOBODY, pro).sections[0]?.title).toBe('On base · 25 credits a search')
  expect(found([token()]).sections[0]?.title).toBe('On eth')
})

test('a source without a search, one that failed, and one that knows nothing are told in a sentence', () => {
  const source = instanceView('eth')
  expect(foundSections({ kind: 'lacking', source }, NOBODY).hints).toEqual(['eth can’t be searched by name.'])
  const error = { code: 'timeout', afterMs: 1_000 } as const
  expect(foundSections({ kind: 'failed', text: 'usdc', source, error }, NOBODY).hints[0]).toMatch(
    /^eth could not be searched\. \S/,
  )
  expect(found([]).hints).toEqual(['Nothing on eth is called “usdc”.'])
})
