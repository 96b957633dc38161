import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AddressRef } from '../chain/address.ts'
import { anyItem, bareItem } from '../chain/testing/any-item.ts'
import type { Token, TokenTransfer } from '../chain/token.ts'
import type { Transaction } from '../chain/transaction.ts'
import type { Resource } from '../lists/list-endpoint.ts'
import { listItem } from '../lists/list-items.ts'
import { LIST_IDS, listEndpoint } from '../lists/list-table.ts'
import { formatAmount } from '../units.ts'
import { checkQuery, wordsFor } from './check-query.ts'
import { compileForText, compileQuery } from './compile-query.ts'
import { parseQuery } from './parse-query.ts'
import { COMPARISONS, DATE_WORDS, FLAGS, type Query, type Term } from './query.ts'
import type { RowContext } from './row-fields.ts'
import { chainOf } from './row-chain.ts'
import { ALL_WORDS, WORDS } from './words.ts'

const addressOf = (digit: string): string => `0x${digit.repeat(40)}`
const OWN = addressOf('a')
/** A merged list of several addresses. */
const MERGED: ReadonlySet<string> = new Set([OWN, addressOf('b')])
const context: RowContext = {
  ownAddress: OWN,
  ownToken: undefined,
  coin: { symbol: 'ETH', decimals: 18 },
  labels: new Map([[addressOf('b'), 'Treasury']]),
  zone: 'utc',
}
const parsed = (text: string): Query => {
  const { query, errors } = parseQuery(text)
  if (!query) throw new Error(errors[0]?.message)
  return query
}
const fits = (text: string, resource: Resource, item: object, more: Partial<RowContext> = {}) =>
  compileQuery(parsed(text), resource, { ...context, ...more })(item)

const usdc: Token = {
  address_hash: `0x${'C'.repeat(40)}`,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: '6',
  exchange_rate: '0.9998',
}
const transferOf = (more: object): TokenTransfer => ({
  transaction_hash: `0x${'1'.repeat(64)}`,
  log_index: 1,
  from: { hash: OWN },
  to: { hash: addressOf('B'), ens_domain_name: 'vault.eth', name: 'Gnosis Safe' },
  token: usdc,
  token_type: 'ERC-20',
  total: [{ value: '1000000001' }],
  timestamp: '2025-03-30T23:30:00.000000Z',
  ...more,
})

describe('one condition', () => {
  const row = transferOf({})
  test.each([
    ['to:treasury', true],
    ['to=Treasury', true],
    ['to=treas', false],
    ['to:VAULT', true],
    ['with:safe', true],
    ['from:treasury', false],
    [`to:${addressOf('b')}`, true],
    ['to:0xbb', true],
    ['to:0xbbbb…bbbb', true],
    ['to:0xbbbb...aaaa', false],
    ['token:usd', true],
    ['token=USDC', true],
    ['token="USD coin"', true],
    ['token=usd', false],
    ['token:0xcccc…', true],
    ['out', true],
    ['in', false],
    ['type:erc20', true],
    ['amount>1,000', true],
    ['amount=1000.000001', true],
    ['amount<=1000.0000009', false],
    ['amount:1..1000.5', true],
    ['usd>999.8', true],
    ['usd>999.8000010', false],
    ['usd>=999.8000009998', true],
    ['on:2025-03-30', true],
    ['on:2025', true],
    ['after:2025-03-31', false],
    ['before:2025-03-30T23:30', false],
    ['before:2025-03-30T23:31', true],
    ['safe', true],
    ['"1111111111"', true],
    ['0x1111…', true],
    ['nowhere', false],
    ['out -failed (token:usdc or in)', true],
  ])('%s: %s', (text, expected) => {
    expect(fits(text, 'transfer', row)).toBe(expected)
  })

  test('an operation is with who bundled it, but not from it', () => {
    const operation = {
      ...{ hash: `0x${'12'.repeat(32)}`, address: { hash: OWN }, bundler: { hash: addressOf('b') } },
    }
    expect(fits('with:treasury', 'user-operation', operation)).toBe(true)
    expect(fits('from:treasury', 'user-operation', operation)).toBe(false)
  })

  test('an ERC-721 is one of its token, by its id; an amount without decimals is as it is', () => {
    const nft = transferOf({ token_type: 'ERC-721', total: [{ token_id: '404' }] })
    expect(fits('id:0404 amount=1', 'transfer', nft)).toBe(true)
    expect(fits('amount>0', 'transfer', transferOf({ total: [{ value: null }] }))).toBe(false)
    expect(
      fits('amount=7', 'holder', { address: { hash: OWN }, value: '7' }, { ownToken: { address_hash: OWN } }),
    ).toBe(true)
  })

  test.each([null, '', '300', 'many'])(
    'a token with the decimals %j has no worth, as in its sums',
    (decimals) => {
      const row = transferOf({ token: { ...usdc, decimals } })
      expect(fits('usd>=0', 'transfer', row)).toBe(false)
    },
  )

  test('a name with what can not be seen in it is found as it is shown', () => {
    const to: AddressRef = { hash: addressOf('e'), name: 'Uni swap' }
    expect(fits('to:"uni swap"', 'transfer', transferOf({ to }))).toBe(true)
  })

  test('times are local where the person set it so', () => {
    const local = new Date(2025, 5, 1, 0, 30).toISOString()
    expect(fits('on:2025-06-01', 'transfer', transferOf({ timestamp: local }), { zone: 'local' })).toBe(true)
    expect(fits('on:2025-05', 'transfer', transferOf({ timestamp: local }), { zone: 'local' })).toBe(false)
  })

  test('the event of a log is its method, and its text is searched', () => {
    const eventOf = () => ({ name: 'Transfer', text: 'Transfer(from 0x1, value 5)' })
    expect(fits('method:transfer "value 5"', 'log', { transaction_hash: '0x1', index: 1 }, { eventOf })).toBe(
      true,
    )
  })

  test('a log is from the contract that logged it, and its event is found by name and by its hash', () => {
    const hash = `0x${'ab'.repeat(32)}`
    const log = {
      ...{ transaction_hash: '0x1', index: 1, data: '0x', topics: [hash, `0x${'c'.repeat(64)}`] },
      ...{ address: { hash: OWN }, smart_contract: { hash: addressOf('e') } },
      decoded: { method_call: 'Swap(uint256 amount)' },
    }
    for (const text of [
      `from:${OWN}`,
      'method=swap',
      `method:${hash}`,
      `method=0xABAB…abab`,
      '"uint256 amount"',
    ])
      expect(fits(text, 'log', log), text).toBe(true)
    for (const text of [`from:${addressOf('e')}`, `method:0x${'c'.repeat(64)}`, '-method:0x'])
      expect(fits(text, 'log', log), text).toBe(false)
    expect(fits('-method:0x', 'log', { ...log, topics: [], decoded: null })).toBe(true)
  })

  test('of what could not be read, its text is searched', () => {
    expect(compileForText(parsed('abc -failed'))('{"hash":"0xABC"}')).toBe(true)
    expect(compileForText(parsed('abc or in'))('{}')).toBe(false)
  })
})

describe('words that rows have nothing for', () => {
  const refusal = (text: string, resource: Resource, ownAddress: string | undefined) =>
    checkQuery(parsed(text), resource, { ownAddress }).map(({ at, message }) => [
      text.slice(at.from, at.to),
      message,
    ])
  test('are errors at their place', () => {
    expect(refusal('failed or fee>1', 'transfer', OWN)).toEqual([
      ['failed', "“failed” can't be asked here: the rows of this list have no outcome."],
      ['fee>1', "“fee” can't be asked here: the rows of this list have no fee."],
    ])
    expect(refusal('-in', 'transfer', undefined)).toEqual([
      ['in', "“in” can't be asked here: this is no list of an address."],
    ])
    expect(refusal('in after:2025 "x" id:1', 'transfer', OWN)).toEqual([])
  })

  test('every word can be asked of some list, and its example is read', () => {
    const asked = { ownAddress: OWN, ownAddresses: MERGED, chain: chainOf('1', '') }
    const all = new Set(LIST_IDS.flatMap((id) => wordsFor(listEndpoint(id).resource, asked)))
    expect([...all].sort()).toEqual([...ALL_WORDS].sort())
    for (const { example } of Object.values(WORDS)) expect(parseQuery(example).errors).toEqual([])
  })
})

test('no row of any list makes a question throw, whatever its source says', () => {
  const EXAMPLES = ALL_WORDS.map((word) => WORDS[word].example)
  for (const id of LIST_IDS) {
    const { resource } = listEndpoint(id)
    const item = listItem(id)
    const tests = [...EXAMPLES, 'any'].map((text) => compileQuery(parsed(text), resource, context))
    for (const one of tests) one(bareItem(item))
    fc.assert(
      fc.property(anyItem(item), (row) => {
        for (const one of tests) expect(typeof one(row)).toBe('boolean')
      }),
      { numRuns: 20 },
    )
  }
})

// An independent implementation: it reads the members of the two kinds by name, compares amounts as text and times as
// ISO text.
type Row = Transaction | TokenTransfer
const isTransfer = (row: Row): row is TokenTransfer => 'log_index' in row
const has = (text: string | null | undefined, { text: wanted, whole }: { text: string; whole?: boolean }) =>
  text != null &&
  (whole ? text.toLowerCase() === wanted.toLowerCase() : text.toLowerCase().includes(wanted.toLowerCase()))
const namesOf = (party: AddressRef | null | undefined) =>
  party ? [party.name, party.ens_domain_name, context.labels.get(party.hash.toLowerCase())] : []
const amountText = (raw: string, decimals: string) => formatAmount(raw, decimals, '')
function order(one: string, other: string): number {
  const padded = (text: string) => {
    const [whole = '', fraction = ''] = text.replace('-', '').split('.')
    return `${whole.padStart(120, '0')}${fraction.padEnd(120, '0')}`
  }
  const [a, b] = [padded(one), padded(other)]
  const [isNegative, isOtherNegative] = [one.startsWith('-'), other.startsWith('-')]
  if (isNegative !== isOtherNegative) return isNegative ? -1 : 1
  return (a < b ? -1 : a > b ? 1 : 0) * (isNegative ? -1 : 1)
}
const compares = (comparison: string, sign: number) =>
  (sign === 0 && comparison.includes('=')) ||
  (sign < 0 && comparison.startsWith('<')) ||
  (sign > 0 && comparison.startsWith('>'))

function amountsOf(row: Row, word: string): string[] {
  if (word === 'block') return row.block_number == null ? [] : [String(row.block_number)]
  if (isTransfer(row))
    return row.total.flatMap(({ value, decimals }) =>
      value == null ? [] : [amountText(value, decimals ?? row.token?.decimals ?? '0')],
    )
  const raw = word === 'fee' ? row.fee?.value : row.value
  // A negative value is no fee, whatever the source says.
  if (word === 'fee' && raw?.startsWith('-')) return []
  return raw == null ? [] : [amountText(raw, '18')]
}
function fitsNaively(row: Row, query: Query, merged: ReadonlySet<string> | undefined): boolean {
  const isOwn = (party: AddressRef | null | undefined) =>
    party != null && (merged ?? new Set([OWN])).has(party.hash.toLowerCase())
  if ('parts' in query)
    return query.kind === 'all'
      ? query.parts.every((part) => fitsNaively(row, part, merged))
      : query.parts.some((part) => fitsNaively(row, part, merged))
  if ('part' in query) return !fitsNaively(row, query.part, merged)
  const time = row.timestamp?.slice(0, 19)
  switch (query.kind) {
    case 'flag':
      if (query.flag === 'in') return isOwn(row.to)
      if (query.flag === 'out') return isOwn(row.from)
      if (query.flag === 'within')
        return merged !== undefined && isOwn(row.from) && isOwn(row.to) && row.from?.hash !== row.to?.hash
      if (query.flag === 'scam')
        return [row.from, row.to].some((party) => party?.is_scam === true && !isOwn(party))
      return (
        !isTransfer(row) &&
        (query.flag === 'failed'
          ? row.status === 'error'
          : row.status == null && row.block_number == null && row.timestamp == null)
      )
    case 'name': {
      if (query.word === 'method') return has(row.method, query)
      if (query.word === 'token')
        return isTransfer(row) && (has(row.token?.symbol, query) || has(row.token?.name, query))
      const parties = query.word === 'from' ? [row.from] : query.word === 'to' ? [row.to] : [row.from, row.to]
      return parties.flatMap(namesOf).some((name) => has(name, query))
    }
    case 'number':
      return amountsOf(row, query.word).some((amount) =>
        compares(query.comparison, order(amount, query.number)),
      )
    case 'range':
      return amountsOf(row, query.word).some(
        (amount) => order(amount, query.least) >= 0 && order(amount, query.most) <= 0,
      )
    case 'date':
      if (time === undefined) return false
      if (query.word === 'on') return time.startsWith(query.date)
      return query.word === 'after' ? time >= query.date : time < query.date
    case 'id':
      return isTransfer(row) && row.total.some(({ token_id: id }) => id === query.id)
    case 'text':
      return JSON.stringify([row.from, row.to, row.method]).includes(query.text)
  }
}

const party = fc.constantFrom<(AddressRef | null)[]>(
  { hash: OWN, name: 'Own Safe', is_scam: true },
  { hash: addressOf('B') },
  { hash: addressOf('d'), name: 'Uniswap V3', ens_domain_name: 'swap.eth' },
  { hash: addressOf('E'), name: 'Fake', is_scam: true },
  null,
)
const raw = fc.oneof(
  fc.constantFrom('0', '1', '999999', '1000000', '1000001', '500000000000000000', '1000000000000000000'),
  fc.bigInt({ min: -5n, max: 2n ** 256n }).map(String),
)
const number = fc.constantFrom(
  '0',
  '1',
  '0.5',
  '1.000001',
  '0.000000000000000001',
  '1000',
  '-1',
  '0.0000000000000000000001',
)
const timestamp = fc.constantFrom(
  '2024-12-31T23:59:59.000000Z',
  '2025-01-01T00:00:00.000000Z',
  '2025-03-30T12:00:00Z',
  null,
)
const block = fc.constantFrom(1, 1000, null)
const method = fc.constantFrom('swap', 'swapExactIn', 'transfer', null)
const transactions: fc.Arbitrary<Transaction> = fc.record({
  hash: fc.constant(`0x${'f'.repeat(64)}`),
  from: party,
  to: party,
  method,
  timestamp,
  block_number: block,
  value: raw,
  fee: raw.map((value) => ({ value })),
  status: fc.constantFrom('ok', 'error', null),
  result: fc.constant('success'),
})
const transfers: fc.Arbitrary<TokenTransfer> = fc.record({
  transaction_hash: fc.constant(`0x${'f'.repeat(64)}`),
  log_index: fc.constant(1),
  from: party,
  to: party,
  method,
  timestamp,
  block_number: block,
  token: fc
    .constantFrom<(Token | null)[]>(usdc, {
      address_hash: addressOf('9'),
      symbol: 'WETH',
      name: 'Wrapped Ether',
      decimals: '18',
    })
    .filter((one) => one !== null),
  token_type: fc.constantFrom('ERC-20', 'ERC-1155'),
  total: fc.array(fc.record({ value: fc.option(raw), token_id: fc.constantFrom('1', '404', null) }), {
    maxLength: 2,
  }),
})
const at = { from: 0, to: 0 }
const COMMON = fc.oneof(
  fc.constantFrom<Term[]>(
    ...(['in', 'out', 'scam'] as const).map((flag): Term => ({ kind: 'flag', flag, at })),
  ),
  fc
    .tuple(
      fc.constantFrom('from', 'to', 'with', 'method'),
      fc.boolean(),
      fc.constantFrom('swap', 'treasury', 'SAFE', 'Uniswap V3', 'x'),
    )
    .map(([word, whole, text]): Term => ({ kind: 'name', word, whole, text, at })),
  fc
    .tuple(fc.constantFrom('amount', 'block'), fc.constantFrom(...COMPARISONS), number)
    .map(([word, comparison, one]): Term => ({ kind: 'number', word, comparison, number: one, at })),
  fc.tuple(number, number).map(([least, most]): Term => ({ kind: 'range', word: 'amount', least, most, at })),
  fc
    .tuple(
      fc.constantFrom(...DATE_WORDS),
      fc.constantFrom('2024', '2025', '2025-01', '2025-01-01', '2025-03-30T12:00'),
    )
    .map(([word, date]): Term => ({ kind: 'date', word, date, at })),
)
const OF_TRANSACTIONS = fc.oneof(
  COMMON,
  fc.constantFrom<Term[]>(...FLAGS.map((flag): Term => ({ kind: 'flag', flag, at }))),
  fc
    .tuple(fc.constantFrom('value', 'fee'), fc.constantFrom(...COMPARISONS), number)
    .map(([word, comparison, one]): Term => ({ kind: 'number', word, comparison, number: one, at })),
)
const OF_TRANSFERS = fc.oneof(
  COMMON,
  fc
    .tuple(fc.boolean(), fc.constantFrom('usd', 'USDC', 'ether'))
    .map(([whole, text]): Term => ({ kind: 'name', word: 'token', whole, text, at })),
  fc.constantFrom('1', '404').map((id): Term => ({ kind: 'id', id, at })),
)
const questions = (term: fc.Arbitrary<Term>): fc.Arbitrary<Query> =>
  fc.letrec<{ query: Query }>((tie) => ({
    query: fc.oneof(
      { depthSize: 'small' },
      term,
      fc
        .tuple(
          fc.constantFrom('all' as const, 'any' as const),
          fc.array(tie('query'), { minLength: 2, maxLength: 3 }),
        )
        .map(([kind, parts]): Query => ({ kind, parts, at })),
      tie('query').map((part): Query => ({ kind: 'not', part, at })),
    ),
  })).query

test.each([
  ['transaction', transactions, OF_TRANSACTIONS],
  ['transfer', transfers, OF_TRANSFERS],
] as const)('every operator leaves the rows that a plain filter leaves: %s', (resource, rows, terms) => {
  let matches = 0
  fc.assert(
    fc.property(
      fc.array(rows as fc.Arbitrary<Row>, { minLength: 1, maxLength: 20 }),
      questions(terms),
      fc.boolean(),
      (some, query, isMerged) => {
        const ownAddresses = isMerged ? MERGED : undefined
        const kept = some.filter(compileQuery(query, resource, { ...context, ownAddresses }))
        matches += kept.length
        expect(kept).toEqual(some.filter((row) => fitsNaively(row, query, ownAddresses)))
      },
    ),
    { numRuns: 1_500 },
  )
  expect(matches).toBeGreaterThan(1_000)
})
