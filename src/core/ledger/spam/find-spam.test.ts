/** Marks spam, but never coins; over the contract and real HTTP. */
import { afterEach, expect, test } from 'vitest'
import type { LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import {
  holdingOf,
  testChain,
  OTHER,
  OWN,
  timeOf,
  tokenOf,
  transactionOf,
  transferOf,
  type TestLists,
} from '../testing/test-chain.ts'
import { differencesOf, openLedger } from '../../testing/open-ledger.ts'

const PAID = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const ITS_IMITATION = '0xd8da000000000000111111111111111111116045'
const ETHER = 10n ** 18n
const scam = tokenOf(1, { symbol: 'PRIZE', reputation: 'scam' })
const imitating = tokenOf(2, { symbol: 'USDС', name: 'USD Coin' })
const honest = tokenOf(3, { symbol: 'FOO' })
const fake = tokenOf(4, { symbol: 'FOO' })
const fromScam = { hash: OTHER, is_scam: true, reputation: 'scam' }

const MADE: TestLists = {
  coin: String(7n * ETHER),
  lists: {
    'address-coin-balances': null,
    'address-transactions': [
      transactionOf(1, { from: { hash: OTHER }, to: { hash: OWN }, value: String(10n * ETHER) }),
      transactionOf(2, { to: { hash: PAID }, value: String(5n * ETHER) }),
      // Received coins are never spam, also from a scam or an imitation.
      transactionOf(3, { from: fromScam, to: { hash: OWN }, value: String(ETHER) }),
      transactionOf(4, { from: { hash: ITS_IMITATION }, to: { hash: OWN }, value: String(ETHER) }),
    ],
    'address-token-transfers': [
      transferOf(5, scam, '1000'),
      transferOf(6, scam, '500'),
      transferOf(7, imitating, '70'),
      transferOf(8, honest, String(100n * ETHER), { from: { hash: PAID } }),
      transferOf(9, fake, String(100n * ETHER), { from: { hash: ITS_IMITATION } }),
      transferOf(10, honest, '8', { from: fromScam }),
      transferOf(11, honest, '9'),
    ],
    'address-tokens': [
      holdingOf(scam, '1500'),
      holdingOf(imitating, '70'),
      holdingOf(honest, String(100n * ETHER + 17n)),
      holdingOf(fake, String(100n * ETHER)),
    ],
  },
}

let ledger: Awaited<ReturnType<typeof openLedger>>
afterEach(() => ledger.close())
const asked = (more: object = {}) => ({
  source: ledger.source,
  address: OWN,
  from: null,
  to: null,
  ...more,
})
const named = ({ spam, block }: LedgerMovement) => [block, spam]

test('spam is left out by rules that are named and counted; coins that came never are', async () => {
  ledger = await openLedger(testChain(() => MADE))
  const proof = await ledger.prove(OWN)
  expect(differencesOf(proof)).toEqual([])
  expect([proof.state, proof.movements]).toEqual(['adds_up', 11])
  const statement = await ledger.call('ledger.statement', asked())
  expect(statement.leftOut).toEqual([
    { rule: 'scam-token', movements: 2 },
    { rule: 'scam-sender', movements: 1 },
    { rule: 'imitates-token', movements: 1 },
    { rule: 'imitates-address', movements: 1 },
  ])
  expect([
    statement.movements,
    statement.lines.map(({ asset, closing }) => [asset.token?.symbol ?? asset.id, closing]),
  ]).toEqual([
    6,
    [
      ['coin', String(7n * ETHER)],
      ['FOO', String(100n * ETHER + 9n)],
    ],
  ])
  const page = { ...asked(), asset: null, offset: 0, limit: 100 }
  const left = await ledger.call('ledger.movements', page)
  expect([left.total, left.movements.filter(({ spam }) => spam)]).toEqual([6, []])
  const series = { ...asked(), asset: scam.address_hash, by: 'day' as const, zone: 'utc' as const }
  expect((await ledger.call('ledger.series', series)).intervals).toEqual([])
})

test('it is counted where a person wants it, and each movement says by which rule it is spam', async () => {
  ledger = await openLedger(testChain(() => MADE))
  const statement = await ledger.call('ledger.statement', asked({ withSpam: true }))
  expect([statement.movements, statement.lines.length, statement.leftOut.length]).toEqual([11, 5, 4])
  expect((await ledger.movements(OWN)).map(named).filter(([, spam]) => spam)).toEqual([
    [5, 'scam-token'],
    [6, 'scam-token'],
    [7, 'imitates-token'],
    [9, 'imitates-address'],
    [10, 'scam-sender'],
  ])
})

test('only what lies in the period is counted', async () => {
  ledger = await openLedger(testChain(() => MADE))
  const from = Date.parse(timeOf(6))
  expect(await ledger.call('ledger.statement', asked({ from, to: from + 1 }))).toMatchObject({
    movements: 0,
    leftOut: [{ rule: 'scam-token', movements: 1 }],
  })
})

test('files for accounting programs have what the statement counts', async () => {
  ledger = await openLedger(testChain(() => MADE))
  const write = async (withSpam: boolean) =>
    (await ledger.call('ledger.export', { ...asked(), withSpam, format: 'koinly' }))?.movements
  expect([await write(false), await write(true)]).toEqual([6, 11])
})
