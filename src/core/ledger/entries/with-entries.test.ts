/** Entries in the proof, the sums, the movements and the files, over the contract and real HTTP. */
import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import type { CallInput } from '#shared/rpc/contract.ts'
import {
  holdingOf,
  testChain,
  OTHER,
  OWN,
  timeOf,
  tokenOf,
  transactionOf,
  transferOf,
} from '../testing/test-chain.ts'
import { openLedger } from '../../testing/open-ledger.ts'

const token = tokenOf(1)
const came = (n: number, value: string) =>
  transactionOf(n, { from: { hash: OTHER }, to: { hash: OWN }, value })
/** The balance grew by 15 more between blocks 4 and 9 than the lists say. */
const CHAIN = {
  coin: '60',
  lists: {
    'address-coin-balances': [
      { block_number: 4, value: '30', delta: '30', transaction_hash: null, block_timestamp: timeOf(4) },
      { block_number: 9, value: '60', delta: '30', transaction_hash: null, block_timestamp: timeOf(9) },
    ],
    'address-transactions': [came(4, '30'), came(9, '15')],
    'address-token-transfers': [transferOf(5, token, '7')],
    'address-tokens': [holdingOf(token, '7')],
  },
}
type Entry = CallInput<'ledger.saveEntry'>['entry']
const MISSING: Entry = { asset: 'coin', amount: '15', block: 9, time: null, note: 'Paid back in cash' }

let ledger: Awaited<ReturnType<typeof openLedger>>
afterEach(() => ledger.close())
const name = () => ({ source: ledger.source, address: OWN })
const save = (entry: Entry, id: number | null = null) =>
  ledger.call('ledger.saveEntry', { ...name(), id, entry })
const coinOf = async () => (await ledger.prove(OWN)).assets.find(({ asset }) => asset.id === 'coin')
const statement = (from: number | null = null, to: number | null = null) =>
  ledger.call('ledger.statement', { ...name(), from, to })

test('what is missing is entered where it is missing: it adds up then, and says so', async () => {
  ledger = await openLedger(testChain(() => CHAIN))
  const before = await ledger.prove(OWN)
  expect(before.byHand).toBeUndefined()
  expect(before.state).toBe('differs')
  expect(await coinOf()).toMatchObject({ difference: '15', gaps: [{ amount: '15', block: 9 }] })
  const { id } = await save(MISSING)
  const after = await ledger.prove(OWN)
  expect(after).toMatchObject({ state: 'adds_up', byHand: 1, movements: 4 })
  expect(after.revision).not.toBe(before.revision)
  expect(await ledger.movements(OWN)).toMatchObject([
    { place: 0, block: 4, rule: 'value' },
    { place: 1, block: 5, rule: 'transfer' },
    { place: 2, block: 9, rule: 'value' },
    { place: 3, block: 9, rule: 'manual', amount: '15', list: null, note: 'Paid back in cash' },
  ])
  expect((await statement()).lines[0]).toMatchObject({ in: '60', closing: '60', movements: 3 })
  // A smaller entry closes a part of the gap; without it the whole gap is back.
  await save({ ...MISSING, amount: '10' }, id)
  expect(await coinOf()).toMatchObject({ difference: '5', gaps: [{ amount: '5' }] })
  await ledger.call('ledger.removeEntry', { id })
  expect(await coinOf()).toMatchObject({ difference: '15', movements: 2 })
  expect(await ledger.call('ledger.entries', name())).toEqual([])
})

test('by its time it stands between its neighbours, and in the period of that time', async () => {
  // Without a balance history the block of the gap is not known.
  const lists = { ...CHAIN.lists, 'address-coin-balances': null }
  ledger = await openLedger(testChain(() => ({ ...CHAIN, lists })))
  const time = Date.parse(timeOf(7))
  await save({ ...MISSING, block: null, time })
  expect((await ledger.movements(OWN)).map(({ block, rule }) => [block, rule])).toEqual([
    [4, 'value'],
    [5, 'transfer'],
    [5, 'manual'],
    [9, 'value'],
  ])
  expect(await ledger.prove(OWN)).toMatchObject({ state: 'adds_up' })
  expect((await statement(time, time + 1)).lines[0]).toMatchObject({ opening: '30', in: '15', closing: '45' })
  expect((await statement(time + 1)).lines[0]).toMatchObject({ opening: '45', in: '15', closing: '60' })
})

test('where the history says that it was another block, both places are named', async () => {
  ledger = await openLedger(testChain(() => CHAIN))
  await save({ ...MISSING, block: 6 })
  expect(await coinOf()).toMatchObject({
    state: 'differs',
    difference: '0',
    gaps: [
      { amount: '15', block: 9 },
      { amount: '-15', reason: 'entered_by_hand' },
    ],
  })
})

test('where nothing is missing it makes a difference, which is named', async () => {
  ledger = await openLedger(testChain(() => CHAIN))
  await save(MISSING)
  await save({ asset: token.address_hash, amount: '-2', block: 6, time: null, note: '' })
  expect((await ledger.prove(OWN)).assets).toMatchObject([
    {
      asset: { id: token.address_hash },
      state: 'differs',
      sum: '5',
      difference: '2',
      gaps: [{ amount: '2', reason: 'entered_by_hand', after: { rule: 'manual', block: 6 } }],
    },
    { asset: { id: 'coin' }, state: 'adds_up' },
  ])
})

test('files for accounting programs have it, with the note', async () => {
  ledger = await openLedger(testChain(() => CHAIN))
  await save(MISSING)
  const asked = { ...name(), from: null, to: null, withSpam: true }
  const written = await ledger.call('ledger.export', { ...asked, format: 'hledger' })
  const text = readFileSync(written!.file, 'utf8')
  expect(text).toContain('Equity:Transfers:By-Hand')
  expect(text).toContain('Paid back in cash')
})

test('an address without any movement takes one', async () => {
  ledger = await openLedger(testChain(() => ({ coin: '5', lists: {} })))
  await save({ ...MISSING, amount: '5', block: 3 })
  expect(await ledger.prove(OWN)).toMatchObject({ state: 'adds_up', movements: 1, byHand: 1 })
  expect((await statement()).lines).toMatchObject([{ in: '5', closing: '5' }])
})

test('what is no amount, has no place, or is of an asset that nobody knows is refused', async () => {
  ledger = await openLedger(testChain(() => CHAIN))
  const refused = async (entry: Partial<Entry>) =>
    ledger.client.call('ledger.saveEntry', { ...name(), id: null, entry: { ...MISSING, ...entry } })
  for (const entry of [
    { amount: '0' },
    { amount: '1.5' },
    { amount: '1'.repeat(79) },
    { block: null },
    { block: -1 },
    { note: 'x'.repeat(501) },
  ])
    expect(await refused(entry), JSON.stringify(entry)).toMatchObject({ error: { code: 'invalid_input' } })
  expect(await refused({ asset: OTHER })).toMatchObject({ error: { code: 'not_found' } })
  expect(await ledger.client.call('ledger.removeEntry', { id: 7 })).toMatchObject({ ok: false })
})
