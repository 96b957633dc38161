/** The list over HTTP, against the three lists that it has together and against plain filters over the whole of it. */
import { expect } from 'vitest'
import type { Dialect } from '#shared/lists/dialects.ts'
import type { ChainReader, ListRequest, WireItem } from '../../chain-reader.ts'
import { createService } from '../../http/server.ts'
import { fetchWholeList } from '../../http/testing/http.ts'
import { inPagesOf } from '../../http/testing/in-pages-of.ts'

const ID = 'advanced-filters'
const PATH = '/advanced-filters'

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
const hashOf = (party: unknown): string => text((party as WireItem | null)?.hash).toLowerCase()
const idOf = (total: unknown): string => text(([total].flat()[0] as WireItem | null | undefined)?.token_id)

/** In pages of different sizes, in a dialect. Gives the items of all pages. */
export async function readFiltered(
  reader: ChainReader,
  dialect: Dialect,
  query: Record<string, string> = {},
  pageSize = 50,
): Promise<readonly WireItem[]> {
  const service = await createService({ reader: inPagesOf(pageSize, reader), dialect })
  try {
    const { items, keys } = await fetchWholeList(`${service.url}/api/v2`, ID, PATH, { query })
    expect(new Set(keys).size).toBe(keys.length)
    // Images have the port of the service in their URLs.
    return JSON.parse(JSON.stringify(items).replaceAll(service.url, '')) as readonly WireItem[]
  } finally {
    await service.close()
  }
}

async function readList(
  reader: ChainReader,
  id: 'latest-transactions' | 'latest-blocks' | 'token-transfers',
) {
  const items: WireItem[] = []
  for (let after: ListRequest['after'] = null; ;) {
    const page = await reader.list(id, { params: {}, filters: {}, after, limit: 1000 })
    items.push(...(page?.items ?? []))
    if (!page?.next) return items
    after = page.next
  }
}

async function readCalls(reader: ChainReader, height: unknown) {
  const params = { block_hash_or_number: String(height) }
  const request = { params, filters: {}, after: null, limit: 1000 }
  return (await reader.list('block-internal-transactions', request))?.items ?? []
}

/** One text for each row of the three lists; and the selectors of the transactions, by hash. */
export async function readUnion(reader: ChainReader) {
  const transactions = await readList(reader, 'latest-transactions')
  const transfers = await readList(reader, 'token-transfers')
  const calls: WireItem[] = []
  for (const { height } of await readList(reader, 'latest-blocks'))
    calls.push(...(await readCalls(reader, height)))
  return {
    transactions,
    transfers,
    calls,
    rows: [
      ...transactions.map((item) => `${text(item.hash)} ${text(item.value)}`),
      ...calls.map((item) => `${text(item.transaction_hash)} call ${text(item.index)} ${text(item.value)}`),
      ...transfers.map(
        (item) => `${text(item.transaction_hash)} log ${text(item.log_index)} ${idOf(item.total)}`,
      ),
    ].sort(),
  }
}

/** The same texts, of rows of the list. */
export const rowTexts = (items: readonly WireItem[]) =>
  items
    .map((item) => {
      if (item.token_transfer_index != null)
        return `${text(item.hash)} log ${text(item.token_transfer_index)} ${idOf(item.total)}`
      if (item.internal_transaction_index != null)
        return `${text(item.hash)} call ${text(item.internal_transaction_index)} ${text(item.value)}`
      return `${text(item.hash)} ${text(item.value)}`
    })
    .sort()

/** In units, as a double: the tests use amounts for which that is exact enough. */
function amountOf(item: WireItem): number | null {
  if (!item.token) return Number(item.value) / 1e18
  const total = item.total as WireItem | null
  if (total?.value == null) return null
  const decimals = Number((item.token as WireItem).decimals ?? 0)
  return Number(total.value) / (decimals > 77 ? 1 : 10 ** decimals)
}

type FilterCase = [name: string, query: Record<string, string>, has: (item: WireItem) => boolean]

/** Each filter with a plain predicate that says the same: a query, and which items of the whole list match it. */
export const filterCases = (
  whole: readonly WireItem[],
  selectors: ReadonlyMap<string, string>,
): FilterCase[] => [
  ...kindCases(whole, selectors),
  ...timeCases(whole),
  ...partyCases(whole),
  ...amountCases(whole),
]

const isToken = (item: WireItem) => item.token_transfer_index != null
const from = ({ from: party }: WireItem) => hashOf(party)
const to = ({ to: party }: WireItem) => hashOf(party)
const token = (item: WireItem) => text((item.token as WireItem | null)?.address_hash).toLowerCase()
const at = ({ timestamp }: WireItem) => Date.parse(text(timestamp))
const isCoinTransfer = (item: WireItem) => !isToken(item) && BigInt(text(item.value)) > 0n
const isInteraction = (item: WireItem) => !isToken(item) && (item.to as WireItem | null)?.is_contract === true
const least = (amount: number) => (item: WireItem) => (amountOf(item) ?? -1) >= amount

/** The values of items, most frequent first. */
function often(whole: readonly WireItem[], of: (item: WireItem) => string): readonly string[] {
  const counts = Map.groupBy(
    whole.map(of).filter((each) => each !== ''),
    (each) => each,
  )
  return [...counts].sort(([, one], [, other]) => other.length - one.length).map(([each]) => each)
}

function kindCases(whole: readonly WireItem[], selectors: ReadonlyMap<string, string>): FilterCase[] {
  const selectorOf = (item: WireItem) =>
    item.internal_transaction_index == null ? (selectors.get(text(item.hash)) ?? '') : ''
  const [selector = ''] = often(whole, selectorOf)
  const [named = ''] = often(whole, (item) => text(item.method))
  return [
    ['coins', { transaction_types: 'coin_transfer' }, isCoinTransfer],
    ['contract calls', { transaction_types: 'CONTRACT_INTERACTION' }, isInteraction],
    ['creations', { transaction_types: 'contract_creation' }, (item) => !isToken(item) && item.to === null],
    [
      'types together',
      { transaction_types: 'coin_transfer,ERC-721,erc-1155' },
      (item) => isCoinTransfer(item) || item.type === 'ERC-721' || item.type === 'ERC-1155',
    ],
    ['a method', { methods: selector }, (item) => selectorOf(item) === selector],
    ['a method by name', { methods_names: named }, (item) => item.method === named],
  ]
}

/** Times a third and half of the way up. */
function someTimes(whole: readonly WireItem[]): readonly [string, string] {
  const times = whole.map(({ timestamp }) => text(timestamp)).sort()
  return [times[Math.floor(times.length / 3)] ?? '', times[Math.floor(times.length / 2)] ?? '']
}

function timeCases(whole: readonly WireItem[]): FilterCase[] {
  const [early, late] = someTimes(whole)
  const [sender = ''] = often(whole, from)
  return [
    ['from a time on', { age_from: early }, (item) => at(item) >= Date.parse(early)],
    ['up to a time', { age_to: early }, (item) => at(item) <= Date.parse(early)],
    [
      'between times',
      { age_from: early, age_to: late },
      (item) => at(item) >= Date.parse(early) && at(item) <= Date.parse(late),
    ],
    ['long after', { age_from: '2100-01-01T00:00:00Z' }, () => false],
    ['long before', { age_to: '1971-01-01T00:00:00+01:00' }, () => false],
    [
      'all at once',
      {
        from_address_hashes_to_include: sender,
        transaction_types: 'coin_transfer,ERC-20',
        age_to: late,
        amount_from: '0.000001',
      },
      (item) =>
        from(item) === sender &&
        (isCoinTransfer(item) || item.type === 'ERC-20') &&
        at(item) <= Date.parse(late) &&
        least(0.000001)(item),
    ],
  ]
}

function partyCases(whole: readonly WireItem[]): FilterCase[] {
  const [sender = '', second = ''] = often(whole, from)
  const [receiver = ''] = often(whole, to)
  const rare = often(whole, from).at(-1) ?? ''
  const pair = often(whole, (item) => (to(item) ? `${from(item)},${to(item)}` : ''))[0]?.split(',') ?? []
  return [
    ['from one', { from_address_hashes_to_include: sender }, (item) => from(item) === sender],
    ['from a rare one', { from_address_hashes_to_include: rare }, (item) => from(item) === rare],
    [
      'from either',
      { from_address_hashes_to_include: `${sender.toUpperCase().replace('X', 'x')},${second}` },
      (item) => [sender, second].includes(from(item)),
    ],
    ['not from one', { from_address_hashes_to_exclude: sender }, (item) => from(item) !== sender],
    ['to one', { to_address_hashes_to_include: receiver }, (item) => to(item) === receiver],
    ['not to one', { to_address_hashes_to_exclude: receiver }, (item) => to(item) !== receiver],
    [
      'from or to',
      { from_address_hashes_to_include: sender, to_address_hashes_to_include: sender },
      (item) => from(item) === sender || to(item) === sender,
    ],
    [
      'from and to',
      {
        from_address_hashes_to_include: pair[0] ?? '',
        to_address_hashes_to_include: pair[1] ?? '',
        address_relation: 'and',
      },
      (item) => from(item) === pair[0] && to(item) === pair[1],
    ],
    ['from nobody known', { from_address_hashes_to_include: `0x${'9'.repeat(40)}` }, () => false],
  ]
}

function amountCases(whole: readonly WireItem[]): FilterCase[] {
  const [coin = '', other = ''] = often(whole, token)
  return [
    ['at least', { amount_from: '1.5' }, least(1.5)],
    ['at most', { amount_to: '0.25' }, (item) => amountOf(item) !== null && !least(0.2500000001)(item)],
    [
      'one token',
      { token_contract_address_hashes_to_include: coin, token_contract_symbols_to_include: 'ANY' },
      (item) => token(item) === coin,
    ],
    [
      'a token and the coin',
      { token_contract_address_hashes_to_include: `native,${other}` },
      (item) => !isToken(item) || token(item) === other,
    ],
    ['not one token', { token_contract_address_hashes_to_exclude: coin }, (item) => token(item) !== coin],
    ['not the coin', { token_contract_address_hashes_to_exclude: 'native' }, isToken],
  ]
}
