/** Compares the sentences of all transactions of generated chains with the chains' lists. */
import { describe, expect, test } from 'vitest'
import { decodeCall, decodeError } from '#shared/abi/decode.ts'
import { standardCandidates } from '#shared/abi/standards.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { collect, lowerHash, type Collected, type Transaction } from '#service/sample/testing/collect.ts'
import { knownAddresses } from '../argument-units.ts'
import { groupStateChanges } from '../state-change-groups.ts'
import { describeTransaction } from './transaction-sentence.ts'
import type { Sentence } from './sentence-parts.ts'

const COIN = { symbol: 'COIN', decimals: 18 }
const ZERO = `0x${'0'.repeat(40)}`
/** Verbs that name what the sender gave or received. */
const MOVING: ReadonlySet<string> = new Set(['Sent', 'Paid', 'Minted', 'Burnt', 'Received'])

function sentenceOf(all: Collected, transaction: Transaction): Sentence | undefined {
  const { to, raw_input: input, revert_reason: reason } = transaction
  const raw =
    typeof reason === 'object' && reason !== null && 'raw' in reason ? String(reason.raw) : undefined
  const token = all.transfers.find(({ token: of }) => of?.address_hash.toLowerCase() === lowerHash(to))?.token
  return describeTransaction({
    transaction,
    coin: COIN,
    call: to && input ? decodeCall({ to: to.hash, input }, standardCandidates) : null,
    error:
      raw === undefined ? null : decodeError({ to: to?.hash ?? null, data: `0x${raw}` }, standardCandidates),
    changes: groupStateChanges(all.changes.get(transaction.hash) ?? [], COIN, {}),
    token: token ?? undefined,
    addresses: knownAddresses(transaction),
  })
}

/** The changes of the sender's balances without the fee, as `asset amount`. */
function ownChanges(all: Collected, { hash, from, fee }: Transaction): Set<string> {
  const own = groupStateChanges(all.changes.get(hash) ?? [], COIN, {}).find(
    ({ address }) => lowerHash(address) === lowerHash(from),
  )
  const sums = new Map([['coin', BigInt(fee?.value ?? '0')]])
  for (const { asset, change } of own?.changes ?? [])
    sums.set(asset.key, (sums.get(asset.key) ?? 0n) + (change ?? 0n))
  return new Set([...sums].map(([asset, sum]) => `${asset} ${String(sum < 0n ? -sum : sum)}`))
}

const verbOf = ([first]: Sentence) => (first?.kind === 'text' ? (/^\w+/.exec(first.text)?.[0] ?? '') : '')
const amountsOf = (sentence: Sentence) =>
  sentence.flatMap((part) => (part.kind === 'amount' ? [`${part.asset.key} ${String(part.amount)}`] : []))
const receivers = (all: Collected, { hash, from }: Transaction) =>
  all.transfers
    .filter((transfer) => transfer.transaction_hash === hash && lowerHash(transfer.from) === lowerHash(from))
    .map(({ to }) => lowerHash(to))

describe.each(['one', 2, 0x7fff_ffff])('every transaction of the chain with seed %s', (seed) => {
  const all = collect(createSampleChain({ seed, transactions: 200, now: () => Date.UTC(2026, 9, 7) }))
  const told = [...all.transactions.values()].flatMap((transaction) => {
    const sentence = sentenceOf(all, transaction)
    return sentence ? [{ transaction, sentence, verb: verbOf(sentence) }] : []
  })

  test('names amounts only that the balances of the sender changed by', () => {
    for (const { transaction, sentence, verb } of told)
      if (MOVING.has(verb)) {
        const known = ownChanges(all, transaction)
        for (const amount of amountsOf(sentence)) expect(known, transaction.hash).toContain(amount)
      }
    const verbs = new Set(told.map(({ verb }) => verb))
    for (const verb of MOVING) expect(verbs).toContain(verb)
  })

  test('says that it was sent to, or burnt, where the transfers say so', () => {
    for (const { transaction, sentence, verb } of told) {
      const last = sentence.at(-1)
      const before = sentence.at(-2)
      if (verb === 'Burnt') expect(new Set(receivers(all, transaction))).toEqual(new Set([ZERO]))
      if (verb !== 'Sent' || last?.kind !== 'address' || before?.kind !== 'text' || before.text !== ' to ')
        continue
      const expected = [...receivers(all, transaction), lowerHash(transaction.to)]
      expect(expected, transaction.hash).toContain(lowerHash(last.address))
    }
  })

  test('a failed one says why, and a pending one nothing', () => {
    for (const transaction of all.transactions.values()) {
      const sentence = sentenceOf(all, transaction)
      if (transaction.status === 'error') expect(verbOf(sentence ?? [])).toBe('Failed')
      if (transaction.block_number == null) expect(sentence).toBeUndefined()
    }
  })
})
