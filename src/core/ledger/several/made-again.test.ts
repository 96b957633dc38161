/** Ledgers that are gone from where they were kept when several are put together: they are made again. */
import { expect, test } from 'vitest'
import type { LedgerProof } from '#shared/rpc/contract/ledger.ts'
import type { Ledgers } from '../create-ledgers.ts'
import { LedgerChanged } from '../kept/movement-store.ts'
import { ledgerOver } from '../ledger.ts'
import { COIN_ASSET } from '../movement.ts'
import type { Spam } from '../spam/find-spam.ts'
import { createSpamOf } from '../spam/ledger-spam.ts'
import { ledgersOfSeveral } from './ledgers-of-several.ts'

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
const stretch = { first: 0, count: 1, from: 0, to: 0, bottom: 0, top: 0, sums: new Map() }
const ledgerThatReads = (read: () => readonly []) =>
  ledgerOver({ stretches: [stretch], read }, { proof, assetOf: () => COIN_ASSET, size: 2 })
const noSpam: Spam = {
  ruleOf: () => undefined,
  rules: [],
  without: undefined,
  only: () => ({ key: '', passes: () => false }),
}

test('one that is gone is made again, once', async () => {
  let made = 0
  const gone = ledgerThatReads(() => {
    throw new LedgerChanged()
  })
  const there = ledgerThatReads(() => [])
  let known = gone
  const several = ledgersOfSeveral(
    {
      get(_name, { refresh }) {
        if (refresh) {
          made += 1
          known = there
        }
        return Promise.resolve(known)
      },
    } as Ledgers,
    () => Promise.resolve(noSpam),
  )
  const name = { source: 'one', address: `0x${'1'.repeat(40)}`, others: [`0x${'2'.repeat(40)}`] }
  expect((await several.get(name, { signal })).proof.state).toBe('adds_up')
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
  const sum = { opening: 0n, in: 1n, out: 0n, fees: 0n, movements: 1 }
  let isBroken = true
  const ledger = ledgerOver(
    {
      stretches: [{ ...stretch, sums: new Map([['foo', sum]]) }],
      read() {
        if (isBroken) throw new Error('the disk')
        return []
      },
    },
    { proof, assetOf: (id) => ({ id, token, tokenId: null }), size: 2 },
  )
  const spamOf = createSpamOf({ get: () => ({ chainId: '1' }) as never })
  const name = { source: 'one', address: `0x${'1'.repeat(40)}` }
  await expect(spamOf(name, ledger)).rejects.toThrow('the disk')
  isBroken = false
  expect((await spamOf(name, ledger)).rules).toEqual([])
})
