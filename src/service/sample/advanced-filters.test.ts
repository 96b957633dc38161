/** Tests transactions, calls and transfers of the sample chain in one list, over HTTP. */
import { describe, expect, it } from 'vitest'
import { DIALECTS } from '#shared/lists/dialects.ts'
import { filterCases, readUnion, rowTexts, readFiltered } from '../advanced-filters/testing/check-filters.ts'
import type { ListPage, ListRequest, WireItem } from '../chain-reader.ts'
import { createService } from '../http/server.ts'
import { parse, sendRequest } from '../http/testing/http.ts'
import { createSampleChain } from './sample-chain.ts'

const NOW = Date.UTC(2026, 9, 7, 12)
const chain = createSampleChain({ seed: 7, transactions: 120, now: () => NOW })
const union = await readUnion(chain)
const selectors = new Map(
  union.transactions.flatMap(({ hash, to, raw_input: input }) =>
    to !== null && String(input).length >= 10 ? [[String(hash), String(input).slice(0, 10)]] : [],
  ),
)

describe.each(DIALECTS)('in the %s dialect', (dialect) => {
  it('it has every row of the three lists once, newest first, in pages of any size', async () => {
    const items = await readFiltered(chain, dialect)
    expect(rowTexts(items)).toEqual(union.rows)
    expect(union.calls.length).toBeGreaterThan(100)
    expect(union.transfers.length).toBeGreaterThan(100)
    const places = items.map((item) => Number(item.block_number) * 1000 + Number(item.transaction_index))
    expect(places).toEqual(places.toSorted((one, other) => other - one))
    expect(await readFiltered(chain, dialect, {}, 7)).toEqual(items)
  })
})

const whole: readonly WireItem[] = await readFiltered(chain, 'v12')

it.each(filterCases(whole, selectors))(
  'the filter "%s" is what a plain one leaves',
  async (name, query, has) => {
    const expected = whole.filter(has)
    if (!/long|nobody/.test(name)) expect(expected.length).toBeGreaterThan(0)
    expect(expected.length).toBeLessThan(whole.length)
    expect(await readFiltered(chain, 'v12', query, 9)).toEqual(expected)
  },
)

it('the items say what moved', () => {
  const call = whole.find((item) => item.internal_transaction_index !== null)
  expect(call).toMatchObject({ token: null, total: null, method: null, token_transfer_index: null })
  const transfer = whole.find((item) => item.type === 'ERC-20')
  expect(transfer).toMatchObject({ value: null, internal_transaction_index: null, status: 'ok' })
  expect(transfer?.token).toHaveProperty('symbol')
  expect(whole.some((item) => Number(item.token_transfer_batch_index) > 1)).toBe(true)
  const fees = Map.groupBy(whole, ({ hash }) => hash)
  for (const rows of fees.values()) expect(new Set(rows.map(({ fee }) => fee)).size).toBe(1)
})

it.each([
  ['transaction_types', 'coin'],
  ['methods', '0x12'],
  ['methods', '0xa9059cbb,transfer'],
  ['methods', Array.from({ length: 21 }, () => '0xa9059cbb').join()],
  ['age_from', 'yesterday'],
  ['age_to', '2026-13-45T00:00:00Z'],
  ['from_address_hashes_to_include', '0x1'],
  ['to_address_hashes_to_exclude', `0x${'1'.repeat(40)},`],
  ['address_relation', 'xor'],
  ['amount_from', '1e9'],
  ['amount_to', '-1'],
  ['token_contract_address_hashes_to_include', 'coin'],
  ['internal_transaction_index', 'first'],
])('%s=%s is refused by its name', async (name, value) => {
  const service = await createService({ reader: chain, dialect: 'v12' })
  const query = new URLSearchParams({ [name]: value })
  const reply = await sendRequest(`${service.url}/api/v2/advanced-filters?${query.toString()}`)
  await service.close()
  expect(reply.status).toBe(422)
  expect(parse(reply.text)).toMatchObject({ errors: [{ source: { pointer: `/${name}` } }] })
})

describe('a chain of a million transactions', () => {
  const long = createSampleChain({ seed: 7, transactions: 1_000_000, now: () => NOW })
  const read = (filters: ListRequest['filters'], after: ListRequest['after'] = null) =>
    long.list('advanced-filters', { params: {}, filters, after, limit: 50 }) as ListPage

  it('a filter that hardly anything matches ends its page early, and the next one goes on', () => {
    const filters = { amount_from: '9'.repeat(78) }
    const first = read(filters)
    expect(first.items).toEqual([])
    const second = read(filters, first.next)
    expect(Number(second.next?.block_number)).toBeLessThan(Number(first.next?.block_number))
    // The newest of a million.
    const [newest] = read({}).items
    expect(Number(newest?.block_number) - Number(first.next?.block_number)).toBeLessThan(100_000)
  })

  it('what was long ago is found without the blocks after it', () => {
    const { items } = read({ age_to: new Date(NOW - 10 * 86_400_000).toISOString() })
    expect(items).toHaveLength(50)
    const sender = String((items[0]!.from as WireItem).hash).toLowerCase()
    expect(read({ from_address_hashes_to_include: [sender] }).items.length).toBeGreaterThan(0)
  })
})
