/** Ledgers removed from their store while they are combined are made again. */
import { expect, test } from 'vitest'
import type { LedgerAsset, LedgerProof } from '#shared/rpc/contract/ledger.ts'
import type { Ledgers } from '../create-ledgers.ts'
import { openLedgerFile } from '../kept/ledger-file.ts'
import { MovementStore } from '../kept/movement-store.ts'
import { ledgerOver } from '../ledger.ts'
import { COIN_ASSET } from '../movement.ts'
import type { Spam } from '../spam/find-spam.ts'
import { createSpamOf } from '../spam/ledger-spam.ts'
import { withMergedLedgers } from './merged-ledgers.ts'

const proof: LedgerProof = {
  revision: 1,
  state: 'adds_up',
  movements: 0,
  block: null,
  readAt: 0,
  lists: [],
  assets: [],
  assetCount: 0,
  asked: 0,
}
const signal = new AbortController().signal
/** A ledger with one movement of a token. */
function ledgerOfOne(assetOf = (): LedgerAsset => COIN_ASSET) {
  const store = new MovementStore(openLedgerFile(':memory:'))
  const ledger = store.begin({ source: 'one', address: `0x${'1'.repeat(40)}` }, '')
  const writer = store.writer(ledger)
  writer.add({
    asset: 'foo',
    nft: null,
    amount: 1n,
    block: 1,
    time: 1_000,
    at: 1_000,
    index: 0,
    rule: 'transfer',
    counterparty: { hash: `0x${'4'.repeat(40)}`, is_scam: true, reputation: 'scam' },
    list: 'address-token-transfers',
    row: '1',
    transaction: null,
  })
  writer.end()
  return { store, ledger, read: ledgerOver(store.reader(ledger), { proof, assetOf, size: 2 }) }
}
const noSpam: Spam = {
  ruleOf: () => undefined,
  rules: [],
  without: undefined,
  only: () => ({ key: '', passes: () => false }),
}

test('one that is gone is made again, once', async () => {
  let made = 0
  const gone = ledgerOfOne()
  gone.store.drop([gone.ledger])
  const there = ledgerOfOne()
  let known = gone.read
  const merged = withMergedLedgers(
    {
      get(_name, { refresh }) {
        if (refresh) {
          made += 1
          known = there.read
        }
        return Promise.resolve(known)
      },
    } as Ledgers,
    () => Promise.resolve(noSpam),
  )
  const name = { source: 'one', address: `0x${'1'.repeat(40)}`, others: [`0x${'2'.repeat(40)}`] }
  expect((await merged.get(name, { signal })).proof.state).toBe('adds_up')
  expect(made).toBe(2)
})

test('spam that could not be looked for is looked for again', async () => {
  const token = {
    address_hash: `0x${'3'.repeat(40)}`,
    name: 'Foo',
    symbol: 'FOO',
    decimals: '18',
    type: 'ERC-20',
  }
  const { store, read: ledger } = ledgerOfOne(() => ({ id: 'foo', token, tokenId: null }))
  store.database.exec('ALTER TABLE movements RENAME TO elsewhere')
  const spamOf = createSpamOf({ get: () => ({ chainId: '1' }) as never })
  const name = { source: 'one', address: `0x${'1'.repeat(40)}` }
  await expect(spamOf(name, ledger)).rejects.toThrow('no such table')
  store.database.exec('ALTER TABLE elsewhere RENAME TO movements')
  expect((await spamOf(name, ledger)).rules).toEqual(['scam-sender'])
})
