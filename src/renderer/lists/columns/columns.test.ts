import { isVNode, type VNode, type VNodeChild } from 'vue'
import { describe, expect, test } from 'vitest'
import { coinFactsOf } from '#shared/coin-facts.ts'
import { withFailure } from '#shared/chain/call-name.ts'
import { bareItem } from '#shared/chain/testing/any-item.ts'
import { LIST_ITEMS } from '#shared/lists/list-items.ts'
import { LIST_IDS, type ListId } from '#shared/lists/list-table.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { exampleContext } from '#renderer/testing/cell-context.ts'
import { columnWidths, totalWidth } from '#renderer/ui/grid/column-widths.ts'
import type { AnyListColumn } from './list-column.ts'
import { columnsOf, loadColumns } from './list-columns.ts'
import { LIST_WORDS } from './list-words.ts'
import { withOwners } from '../merged/owners-column.ts'
import { transactionMethod, transactionStatus } from '#shared/chain/transaction-words.ts'
import { nftImage, nftName } from '#shared/chain/nft-name.ts'

await loadColumns()

const ME = `0x${'a'.repeat(40)}`
const OTHER = `0x${'B'.repeat(40)}`
const HASH = `0x${'1'.repeat(64)}`
const context: CellContext = {
  ...exampleContext,
  ownAddress: ME,
  images: true,
  labels: new Map([[OTHER.toLowerCase(), 'Treasury']]),
}
const token = {
  address_hash: OTHER,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: '6',
  type: 'ERC-20',
  exchange_rate: '1.5',
}

const textIn = (child: VNodeChild): string => {
  if (Array.isArray(child)) return child.map((one) => textIn(one)).join('')
  if (isVNode(child)) return textIn(child.children as VNodeChild)
  return child == null || typeof child === 'boolean' ? '' : String(child)
}
const column = (list: ListId, id: string) => columnsOf(list, {}).find((one) => one.id === id)!
const shown = (of: AnyListColumn, item: object, room = 0) => textIn(of.cell(item as never, context, room))
const copied = (of: AnyListColumn, item: object) => of.text(item as never, context)

describe('every list', () => {
  test.each(LIST_IDS)('%s fits a window of 1,024 px beside the narrow sidebar', (list) => {
    const columns = columnsOf(list, {}).filter(({ hiddenAtFirst }) => hiddenAtFirst !== true)
    expect(totalWidth(columnWidths(columns, context, {}, 0))).toBeLessThanOrEqual(1_024 - 56)
  })

  test.each(LIST_IDS)('%s draws an item that has nothing but its identity', (list) => {
    const item = LIST_ITEMS[list].parse(bareItem(LIST_ITEMS[list])) as object
    for (const of of columnsOf(list, {})) {
      expect(() => shown(of, item), of.id).not.toThrow()
      expect(typeof copied(of, item), of.id).toBe('string')
      expect(() => of.sort?.(item as never, context), of.id).not.toThrow()
      expect(() => of.link?.(item as never, context), of.id).not.toThrow()
    }
  })

  test.each(LIST_IDS)('%s has columns of different names, some of them shown at first', (list) => {
    const columns = columnsOf(list, {})
    expect(new Set(columns.map(({ id }) => id)).size).toBe(columns.length)
    expect(columns.filter(({ hiddenAtFirst }) => !hiddenAtFirst).length).toBeGreaterThan(1)
  })
})

test.each(LIST_IDS)('%s has a title, nouns and a sentence for an empty list', (list) => {
  const { title, noun, empty } = LIST_WORDS[list]
  for (const text of [title, noun.one, noun.many, empty]) expect(text.trim()).not.toBe('')
  expect(empty).toMatch(/\.$/)
})

test('the value of what failed is marked as not moved, and copied as it was given', () => {
  const value = { value: '250000000000000000' }
  for (const [list, failed, done] of [
    ['address-transactions', { status: 'error', block_number: 1 }, { status: 'ok', block_number: 1 }],
    ['address-internal-transactions', { success: false }, { success: true }],
  ] as const) {
    const of = column(list, 'value')
    expect(shown(of, { ...value, ...failed })).toBe('0.25 Nothing was moved')
    expect(shown(of, { ...value, ...done })).toBe('0.25')
    expect(shown(of, { value: '0', ...failed })).toBe('0')
    expect(copied(of, { ...value, ...failed })).toBe('0.25')
  }
})

test.each(['42220', '137', '324'])('a row whose token is the coin of chain %s is marked', (chainId) => {
  const facts = coinFactsOf(chainId)
  const of = { ...context, coin: { ...context.coin, ...facts } }
  const coin = { ...token, address_hash: facts.contract?.toUpperCase().replace('0X', '0x') ?? '' }
  const marked = (list: ListId, id: string, item: object) =>
    textIn(column(list, id).cell(item as never, of, 0))
  for (const [list, id, row] of [
    ['address-token-transfers', 'token', { total: [] }],
    ['address-tokens', 'token', {}],
    ['transaction-state-changes', 'asset', { address: { hash: ME } }],
  ] as const) {
    expect(marked(list, id, { ...row, token: coin })).toMatch(/USDC?.*coin$/)
    expect(marked(list, id, { ...row, token })).not.toMatch(/coin$/)
  }
})

test.each([
  ['100', 'Amount, GNO', '0.03125'],
  ['10200', 'Amount, GNO', '0.03125'],
  ['1', 'Amount, ETH', '1'],
])('what a withdrawal pays on chain %s', (chainId, head, amount) => {
  const of = { ...context, coin: { ...context.coin, ...coinFactsOf(chainId) } }
  const paid = column('address-withdrawals', 'amount')
  const item = { index: '1', amount: String(10n ** 18n) } as never
  expect(paid.head?.(of)).toBe(head)
  expect(textIn(paid.cell(item, of, 0))).toBe(amount)
  expect(paid.text(item, of)).toBe(amount)
})

test('a holder’s share of the supply is exact, and of a tiny one nobody says that it is none', () => {
  const cells = (value: string, supply: string | null) => {
    const ownToken = { ...token, total_supply: supply }
    const share = column('token-holders', 'share')
    return textIn(share.cell({ address: { hash: OTHER }, value } as never, { ...context, ownToken }, 0))
  }
  expect(cells('333333333333333333333333', '1000000000000000000000000')).toBe('33.3333 %')
  expect(cells('1', '1000000000000000000000000')).toBe('< 0.0001 %')
  expect(cells('0', '1000')).toBe('0 %')
  expect(cells('5', null)).toBe('')
})

describe('transactions', () => {
  const party = (hash: string, more = {}) => ({ hash, ...more })

  test('which way it went, as seen from the address', () => {
    const direction = column('address-transactions', 'direction')
    expect(shown(direction, { from: party(ME.toUpperCase().replace('0X', '0x')), to: party(OTHER) })).toBe(
      'OUT',
    )
    expect(shown(direction, { from: party(OTHER), to: party(ME) })).toBe('IN')
    expect(shown(direction, { from: party(ME), to: party(ME) })).toBe('SELF')
    expect(shown(direction, { from: party(OTHER), to: null, created_contract: party(ME) })).toBe('IN')
  })

  test('the own label comes before every other name; the hash is what is copied', () => {
    const to = column('address-transactions', 'to')
    expect(shown(to, { to: party(OTHER, { ens_domain_name: 'other.eth', name: 'Router' }) })).toBe('Treasury')
    expect(
      shown(to, { to: party(HASH.slice(0, 42), { ens_domain_name: 'other.eth', name: 'Router' }) }),
    ).toBe('other.eth')
    expect(copied(to, { to: party(OTHER) })).toBe(OTHER)
  })

  test('a name can hide nothing: where characters can’t be seen stands a sign', () => {
    const to = column('address-transactions', 'to')
    expect(shown(to, { to: party(ME, { name: 'USD\u200bC\u202e\n x' }) })).toBe(
      'USD\ufffdC\ufffd xhidden characters',
    )
  })

  test('an amount is shortened on the screen and whole in what is copied', () => {
    const value = column('address-transactions', 'value')
    expect(shown(value, { value: '1234567890123456789' })).toBe('1.234567…')
    expect(shown(value, { value: '1234567890123456789' }, 120)).toBe('1.23456789012…')
    expect(shown(value, { value: '1234567890123456789' }, 190)).toBe('1.23456789…')
    expect(copied(value, { value: '1234567890123456789' })).toBe('1.234567890123456789')
    expect(value.sort?.({ value: '9' } as never, context)).toBe(9n)
  })

  test('states and what was called are said in words', () => {
    const status = column('address-transactions', 'status')
    const said = (item: object) => copied(status, { hash: HASH, ...item })
    expect(said({ status: 'ok' })).toBe('Success')
    const part = { hash: HASH, status: 'ok', has_error_in_internal_transactions: true }
    expect(said(part)).toBe('Success; a call inside failed')
    const labelOf = (item: object) => (status.cell(item as never, context, 0) as VNode).props?.title as string
    expect(labelOf(part)).toBe('Success; a call inside failed')
    expect(labelOf({ ...part, status: 'error' })).toBe('Failed')
    expect(said({ status: 'error', result: 'out of gas' })).toBe('Failed: out of gas')
    const thrown = withFailure({ hash: HASH, status: 'error', result: 'Reverted' }, 'TooMuch(wanted: 500)')
    expect(said(thrown)).toBe('Failed: TooMuch(wanted: 500)')
    expect(said({ status: null, block_number: null })).toBe('Pending')
    expect(transactionStatus({ hash: HASH, status: null, block_number: null })).toBe('waiting')
    expect(transactionMethod({ hash: HASH, transaction_types: ['coin_transfer'] })).toBe('Coin transfer')
    expect(transactionMethod({ hash: HASH, raw_input: '0xa9059cbb0000' })).toBe('0xa9059cbb')
  })

  test('a method says on hover whether a contract was called, as its colour does', () => {
    const titleOf = (types: string[]) => {
      const cell = column('address-transactions', 'method').cell(
        { hash: HASH, method: 'mint', transaction_types: types } as never,
        context,
        0,
      )
      return isVNode(cell) ? (cell.props?.title as unknown) : undefined
    }
    expect(titleOf(['contract_call', 'coin_transfer'])).toBe('mint\nContract call')
    expect(titleOf(['coin_transfer'])).toBe('mint')
  })
})

describe('tokens and NFTs', () => {
  const amount = column('token-transfers', 'amount')

  test('what was moved: an amount, an NFT, both, a whole batch, or nothing that is public', () => {
    expect(shown(amount, { token, total: [{ value: '1500000', decimals: '6' }] })).toBe('1.5')
    expect(shown(amount, { token, total: [{ value: '1500000' }] })).toBe('1.5')
    expect(shown(amount, { token, total: [{ token_id: '77' }] })).toBe('#77')
    expect(shown(amount, { token, total: [{ token_id: '77', value: '5', decimals: '0' }] })).toBe('5 × #77')
    expect(shown(amount, { token, total: [{ token_id: '1' }, { token_id: '2' }] })).toBe('#1 +1')
    expect(copied(amount, { token, total: [{ token_id: '1' }, { token_id: '2' }] })).toBe('#1 #2')
    expect(shown(amount, { token, total: [{ value: null }] })).toBe('confidential')
    expect(amount.label).toBe('Amount or id')
  })

  test('a balance in units, its price as it was written, its worth to the cent', () => {
    const item = { token, value: '2500000' }
    expect(shown(column('address-tokens', 'balance'), item)).toBe('2.5')
    expect(shown(column('address-tokens', 'value'), item)).toBe('3.75')
    expect(
      shown(column('address-tokens', 'balance'), { token: { ...token, decimals: null }, value: '2500000' }),
    ).toBe('2,500,000')
    const tiny = { token: { ...token, exchange_rate: '0.00000000023145' }, value: '1' }
    const price = column('address-tokens', 'price')
    expect(shown(price, tiny)).toBe('0.0 9 zeros, then 92314…')
    expect(shown(price, tiny, 150)).toBe('0.00000000023145')
    expect(shown(price, { token: { ...token, exchange_rate: '2.31e-10' }, value: '1' }, 150)).toBe(
      '0.000000000231',
    )
  })

  test.each([
    ['404412100000', '1', '404,412.10', '404412.10'],
    ['1', '0.5', '<0.01', '0.0000005'],
    ['0', '0.5', '0.00', '0.00'],
    ['1', '0', '0.00', '0.00'],
  ])('%s smallest units at $ %s each are worth %s', (value, rate, seen, copy) => {
    const item = { token: { ...token, exchange_rate: rate }, value }
    expect(shown(column('address-tokens', 'value'), item)).toBe(seen)
    expect(copied(column('address-tokens', 'value'), item)).toBe(copy)
  })

  test('a transaction in a block that is not said is not pending', () => {
    const block = column('address-transactions', 'block')
    expect(shown(block, { hash: OTHER, block_number: null })).toBe('pending')
    expect(shown(block, { hash: OTHER, block_number: null, timestamp: '2026-11-20T14:22:11Z' })).toBe('')
    expect(shown(block, { hash: OTHER, block_number: null, status: 'ok' })).toBe('')
  })

  test('what a transaction moved is worth one thing now and another at the time', () => {
    const item = {
      hash: OTHER,
      value: '1500000000000000000',
      exchange_rate: '2000',
      historic_exchange_rate: '1000.5',
    }
    expect(shown(column('address-transactions', 'value_then'), item)).toBe('1,500.75')
    expect(shown(column('address-transactions', 'value_now'), item)).toBe('3,000.00')
    expect(column('address-transactions', 'value_then').label).toBe('Value at the time, USD')
    expect(column('address-tokens', 'value').label).toBe('Value now, USD')
  })

  test('a state change is an amount, or NFTs that came and went', () => {
    const address = { hash: OTHER }
    const change = column('transaction-state-changes', 'change')
    expect(shown(change, { address, token, change: '-1500000' })).toBe('−1.5')
    const moved = [{ direction: 'from' }, { direction: 'from' }, { direction: 'to' }]
    expect(shown(change, { address, token: { ...token, decimals: null }, change: moved })).toBe('−1')
  })

  test('metadata may be anything', () => {
    for (const metadata of [null, 'text', 5, [], {}, { name: 5, image: {} }]) {
      expect(nftName({ metadata })).toBeUndefined()
      expect(nftImage({ id: '1', metadata })).toBeUndefined()
    }
    expect(nftName({ metadata: { name: 'Piece' } })).toBe('Piece')
    expect(nftImage({ id: '1', metadata: { image: 'ipfs://x' } })).toBe('ipfs://x')
    expect(nftImage({ id: '1', media_type: 'video/mp4', media_url: 'https://x/film.mp4' })).toBeUndefined()
  })
})

test('a list of one address says with whom, whichever side that is; one of several addresses both sides', () => {
  const of = column('address-transactions', 'counterparty')
  const made = '0x' + 'c'.repeat(40)
  const out = { from: { hash: ME }, to: { hash: OTHER } }
  expect(copied(of, out)).toBe(OTHER)
  expect(copied(of, { from: { hash: OTHER }, to: { hash: ME } })).toBe(OTHER)
  expect(copied(of, { from: { hash: ME }, to: null, created_contract: { hash: made } })).toBe(made)
  expect(copied(of, { from: { hash: ME }, to: { hash: ME } })).toBe(ME)

  const shownIds = (columns: readonly AnyListColumn[]) =>
    columns.filter(({ hiddenAtFirst }) => hiddenAtFirst !== true).map(({ id }) => id)
  const ofOne = columnsOf('address-transactions', {})
  expect(shownIds(ofOne)).not.toContain('from')
  expect(shownIds(ofOne)).not.toContain('to')
  const ofMerged = shownIds(withOwners(ofOne))
  expect(ofMerged).toEqual(expect.arrayContaining(['owners', 'direction', 'from', 'to']))
  expect(ofMerged).not.toContain('counterparty')
})

test('a log that nobody can decode says its event, its topics and its data as words, never nothing', () => {
  const [event, given] = [column('address-logs', 'event'), column('address-logs', 'arguments')]
  const log = {
    address: { hash: OTHER },
    topics: [HASH, `0x${'0'.repeat(24)}${'d'.repeat(40)}`],
    data: `0x${'1f4'.padStart(64, '0')}${Buffer.from('Too late').toString('hex').padEnd(64, '0')}`,
  }
  const unknown = { ...context, decodedLog: () => null }
  const said = (of: typeof event, item: unknown, by: typeof context = unknown) =>
    textIn(of.cell(item as never, by, 0))
  expect(said(event, log)).toBe('Unknown event 0x1111…1111')
  expect(said(given, log)).toMatch(/^0xdddd…\S+ 500 “Too late”$/)
  expect(event.text(log as never, unknown)).toBe(HASH)
  expect(given.text(log as never, unknown)).toBe(`0x${'d'.repeat(40)}, 500, "Too late"`)
  expect(said(event, { address: null, topics: [], data: '0x' })).toBe('Unknown event no topics')
  // Words that are left out leave a sign.
  const long = { ...log, topics: [HASH], data: `0x${'7'.padStart(64, '0').repeat(65)}` }
  expect(said(given, long)).toBe('7 7 7 7 7 7 …')
  expect(given.text(long as never, unknown)).toBe(`${'7, '.repeat(64)}…`)
  const whole = { ...long, data: long.data.slice(0, -64) }
  expect(given.text(whole as never, unknown)).toBe(`${'7, '.repeat(63)}7`)
  // A log that is not decoded yet may still get a name.
  for (const of of [event, given]) expect(said(of, log, { ...context, decodedLog: () => undefined })).toBe('')
})

test('a log whose words stand below it says which code logged it, or that it is anonymous', () => {
  const given = column('transaction-logs', 'arguments')
  const said = (log: object) =>
    textIn(
      given.cell({ topics: [HASH], data: '0x', ...log } as never, { ...context, decodedLog: () => null }, 0),
    )
  expect(said({ address: { hash: OTHER, implementations: [{ name: 'VaultV1' }] } })).toBe(
    'logged by the code of VaultV1, behind this proxy',
  )
  expect(said({ address: { hash: OTHER } })).toBe('')
  expect(said({ topics: [], data: `0x${'7'.repeat(128)}` })).toBe('anonymous, 64 bytes')
})
