/** Compares the flows of all transactions of generated chains with the chains' other lists. */
import { describe, expect, test } from 'vitest'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { collect, lowerHash, type Collected, type Transaction } from '#service/sample/testing/collect.ts'
import { tokenAsset } from '../assets/asset.ts'
import { useStateChanges } from '../state-changes/use-state-changes.ts'
import type { Flow } from './flows.ts'

const ZERO = `0x${'0'.repeat(40)}`
const COIN = { symbol: 'COIN', decimals: 18 }
const big = (text: string | null | undefined) => BigInt(text ?? '0')

interface Known {
  readonly asset: string
  readonly from: string
  readonly to: string
}
/** All movements in the lists of the chain, except fees. */
function knownMovements(all: Collected, transaction: Transaction): Known[] {
  const ok = transaction.status === 'ok'
  const { hash, from, to, created_contract: created, value } = transaction
  const coin = [
    ...(ok && big(value) > 0n ? [{ from, to: to ?? created }] : []),
    ...[...all.internals.values()]
      .filter((call) => ok && call.transaction_hash === hash && call.success === true && big(call.value) > 0n)
      .map((call) => ({ from: call.from, to: call.to ?? call.created_contract })),
  ].map((move) => ({ asset: 'coin', from: lowerHash(move.from), to: lowerHash(move.to) }))
  const tokens = all.transfers
    .filter((transfer) => transfer.transaction_hash === hash)
    .flatMap(({ from, to, token, total }) =>
      total.map(({ token_id: id }) => ({
        asset: tokenAsset(token!, id).key,
        from: lowerHash(from),
        to: lowerHash(to),
      })),
    )
  return [...coin, ...tokens]
}

/** Whether an asset could have come from one party to the other, directly or through others. */
function leadsTo(known: readonly Known[], { asset, from, to }: Flow): boolean {
  const reached = new Set([from.key])
  for (const address of reached)
    for (const move of known) if (move.asset === asset.key && move.from === address) reached.add(move.to)
  return reached.has(to.key)
}

/** The token transfers in the details as `token giver>taker amount`, opposite ones netted. */
function toldPairs({ token_transfers: told }: Transaction): string[] {
  const sums = new Map<string, bigint>()
  for (const { from, to, token, total } of told ?? [])
    for (const { token_id: id, value } of total) {
      if (token?.type === 'ERC-7984') continue
      const [giver, taker] = [lowerHash(from), lowerHash(to)]
      const pair = [giver === ZERO ? 'source' : giver, taker === ZERO ? 'sink' : taker]
      const amount = value == null ? 1n : big(value)
      const key = `${tokenAsset(token!, id).key} ${pair.join('>')}`
      const back = `${tokenAsset(token!, id).key} ${pair.reverse().join('>')}`
      if (giver === taker) continue
      if (sums.has(back)) sums.set(back, sums.get(back)! - amount)
      else sums.set(key, (sums.get(key) ?? 0n) + amount)
    }
  return [...sums]
    .filter(([, amount]) => amount !== 0n)
    .map(([key, amount]) => {
      const [asset = '', pair = ''] = key.split(' ')
      return amount > 0n
        ? `${key} ${String(amount)}`
        : `${asset} ${pair.split('>').reverse().join('>')} ${String(-amount)}`
    })
    .sort()
}
const pairsOf = (flows: readonly Flow[]) =>
  flows.map(({ from, to, asset, amount }) => `${asset.key} ${from.key}>${to.key} ${String(amount)}`).sort()

function flowsOf(all: Collected, transaction: Transaction) {
  const { flows, groups } = useStateChanges({
    items: () => all.changes.get(transaction.hash) ?? [],
    complete: () => true,
    coin: () => COIN,
    transaction: () => transaction,
  })
  return { flows: flows.value, groups: groups.value }
}

describe.each(['one', 2, 0x7fff_ffff])('every transaction of the chain with seed %s', (seed) => {
  const all = collect(createSampleChain({ seed, transactions: 200, now: () => Date.UTC(2026, 9, 7) }))
  const transactions = [...all.transactions.values()]
  const name = (transaction: Transaction) => `${transaction.method ?? 'transfer'} ${transaction.hash}`

  test('the flows sum to the state changes of each address and asset', () => {
    for (const transaction of transactions) {
      const { flows, groups } = flowsOf(all, transaction)
      const sums = new Map<string, bigint>()
      const add = (key: string, amount: bigint) => sums.set(key, (sums.get(key) ?? 0n) + amount)
      for (const { from, to, asset, amount } of flows) {
        add(`${asset.key} ${from.key}`, amount)
        add(`${asset.key} ${to.key}`, -amount)
      }
      for (const { address, changes } of groups)
        for (const { asset, change } of changes) add(`${asset.key} ${lowerHash(address)}`, change ?? 0n)
      const wrong = [...sums].filter(([key, sum]) => sum !== 0n && !/ (source|sink|0x0{40})$/.test(key))
      expect(wrong, name(transaction)).toEqual([])
    }
  })

  test('the fee is the sender’s: the base fee burnt, the tip the validator’s', () => {
    for (const transaction of transactions) {
      const { flows, groups } = flowsOf(all, transaction)
      const validator = groups.find((group) => group.validator)
      const sender = lowerHash(transaction.from)
      const coin = flows.filter(({ asset }) => asset.key === 'coin')
      expect(
        coin.filter(({ to }) => to.kind === 'sink').map(({ from, amount }) => [from.key, amount]),
        name(transaction),
      ).toEqual([[sender, big(transaction.transaction_burnt_fee)]])
      const known = knownMovements(all, transaction)
      const others = coin.filter(
        ({ to, from }) => to.key === lowerHash(validator?.address) && from.key !== sender,
      )
      for (const flow of others) expect(leadsTo(known, flow), name(transaction)).toBe(true)
    }
  })

  test('no flow contradicts a known transfer, and what is not known is in a pool', () => {
    let pools = 0
    for (const transaction of transactions) {
      const { flows, groups } = flowsOf(all, transaction)
      const known = knownMovements(all, transaction)
      const validator = lowerHash(groups.find((group) => group.validator)?.address)
      const sender = lowerHash(transaction.from)
      for (const flow of flows) {
        const { from, to, asset } = flow
        if (from.kind === 'pool' || to.kind === 'pool') pools += 1
        if (from.kind !== 'address' || to.kind !== 'address') continue
        if (asset.key === 'coin' && from.key === sender && to.key === validator) continue
        expect(
          leadsTo(known, flow),
          `${name(transaction)}: ${from.key} gave ${asset.name} to ${to.key}`,
        ).toBe(true)
      }
      if (transaction.token_transfers_overflow) continue
      const tokens = flows.filter(({ asset }) => asset.key !== 'coin')
      expect(pairsOf(tokens), name(transaction)).toEqual(toldPairs(transaction))
    }
    expect(pools).toBeGreaterThan(0)
  })
})
