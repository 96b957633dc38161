/**
 * Combines the ledgers of several addresses into one. Movements between the addresses are marked, because their sum is 0.
 */
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { ledgerOver, type Ledger } from '../ledger.ts'
import { COIN_ASSET } from '../movement.ts'
import type { MovementStore } from '../kept/movement-store.ts'
import type { MovementReader } from '../kept/movement-reader.ts'
import { ALL, type PositionedMovement } from '../movements.ts'
import type { Spam } from '../spam/find-spam.ts'
import { createTurns } from '#platform/take-turns.ts'
import { proveMerged } from './prove-merged.ts'

export interface Member {
  /** In lower case. */
  readonly address: string
  readonly ledger: Ledger
  readonly spam: Spam
}

export interface CombinedLedger extends Ledger {
  /** The spam rule of each movement, by the ledger of its own address. */
  readonly spam: Spam
}

export async function combineLedgers(
  members: readonly Member[],
  { revision, store }: { readonly revision: number; readonly store: MovementStore },
  signal: AbortSignal,
): Promise<CombinedLedger> {
  const all: PositionedMovement[] = []
  for (const { address, ledger } of members)
    for await (const movements of ledger.batches(ALL, { signal }))
      for (const movement of movements) all.push({ ...movement, of: address })
  const placed = markWithin(inOrder(all), new Set(members.map(({ address }) => address)))
  const assetOf = assetsOf(members)
  return {
    ...ledgerOver(await readerOf(placed, store, signal), {
      proof: proveMerged(members, revision),
      assetOf,
      size: placed.length + 1,
    }),
    spam: spamOf(members),
  }
}

/** Sorts movements by block, then time. Movements of the same address keep their order. */
function inOrder(movements: PositionedMovement[]): PositionedMovement[] {
  let at = -Infinity
  return movements
    .sort((one, other) => one.block - other.block || compare(one.at, other.at))
    .map((movement, place) => {
      at = Math.max(at, movement.at)
      return { ...movement, place, at }
    })
}
/** Compares without subtraction, because -Infinity minus itself is NaN. */
const compare = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1)

/** Marks movements in pairs: an amount one member lost and another got in the same transaction. */
function markWithin(
  movements: readonly PositionedMovement[],
  members: ReadonlySet<string>,
): readonly PositionedMovement[] {
  const waiting = new Map<string, PositionedMovement[]>()
  const within = new Set<PositionedMovement>()
  for (const movement of movements) {
    const { of = '', asset, nft, amount, transaction, counterparty } = movement
    const other = counterparty?.hash.toLowerCase()
    if (transaction === null || other === undefined || other === of || !members.has(other)) continue
    const [from, to] = amount < 0n ? [of, other] : [other, of]
    const key = [transaction, asset, nft, String(amount < 0n ? -amount : amount), from, to].join(' ')
    const same = waiting.get(key)
    // All waiting movements have the same sign; one of the other sign would have been paired with them.
    const pair = same?.at(-1)?.amount === -amount ? same.pop() : undefined
    if (pair) within.add(movement).add(pair)
    else if (same) same.push(movement)
    else waiting.set(key, [movement])
  }
  return movements.map((movement) => (within.has(movement) ? { ...movement, within: true } : movement))
}

/** A reader over the combined movements, as for a single ledger. */
async function readerOf(
  movements: readonly PositionedMovement[],
  store: MovementStore,
  signal: AbortSignal,
): Promise<MovementReader> {
  const ledger = store.begin({ source: '', address: '' }, '')
  const takeTurn = createTurns()
  try {
    const writer = store.writer(ledger)
    for (const movement of movements.toReversed()) {
      writer.add(movement)
      await takeTurn(signal)
    }
    writer.end()
    return store.reader(ledger)
  } catch (error) {
    store.drop([ledger])
    throw error
  }
}

function assetsOf(members: readonly Member[]): (id: string) => LedgerAsset {
  const owners = new Map<string, Ledger>()
  for (const { ledger } of members)
    for (const id of ledger.reader.assets()) if (!owners.has(id)) owners.set(id, ledger)
  return (id) => owners.get(id)?.assetOf(id) ?? { ...COIN_ASSET, id }
}

function spamOf(members: readonly Member[]): Spam {
  const byAddress = new Map(members.map(({ address, spam }) => [address, spam]))
  const ruleOf: Spam['ruleOf'] = (movement) => byAddress.get(movement.of ?? '')?.ruleOf(movement)
  const rules = [...new Set(members.flatMap(({ spam }) => spam.rules))]
  const isSpam = rules.length > 0
  return {
    ruleOf,
    rules,
    without: isSpam
      ? { key: 'without spam', passes: (movement) => ruleOf(movement) === undefined }
      : undefined,
    only: (rule) => ({ key: `only ${rule}`, passes: (movement) => ruleOf(movement) === rule }),
  }
}
