/** Makes the movements of a ledger from its lists, newest first, and writes them. Only one block is in memory. */
import type { CoinBalance } from '#shared/chain/coin-balance.ts'
import type { CoinFacts } from '#shared/coin-facts.ts'
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { createBlockReader, type LedgerListId } from '../collect-rows.ts'
import type { IncompleteRow } from '../incomplete-row.ts'
import { COIN_ASSET, toAmount, type Movement, COIN } from '../movement.ts'
import { openingBalance } from '../rules/opening-balance.ts'
import { rowsByBlock, type RowStream } from './list-rows.ts'
import {
  EMPTY_STATE,
  type KeptHistory,
  type LedgerState,
  type MovementStore,
  type FailingCheck,
} from './movement-store.ts'
import type { KeptMovement } from './movement-rows.ts'

export interface MakeOptions {
  readonly ledger: number
  /** In lower case. */
  readonly address: string
  readonly coin: CoinFacts
  readonly streams: ReadonlyMap<LedgerListId, RowStream>
  /** Whether the balance history was read to its end. Called after all rows. */
  readonly hasHistory: () => boolean
  /** Start of an extension: everything below this block is unchanged. `base`: the newest history row below it. */
  readonly from?: { readonly block: number; readonly base: CoinBalance | undefined } | undefined
  /** Called after each block with the number of rows; may wait, and may throw. */
  readonly onBlock: (rows: number) => Promise<void> | undefined
}

/** Maximum number of incomplete rows that are stored for the proof. */
const MAX_INCOMPLETE = 1_000
/** Later than any time a block can have, in ms. */
const END_OF_TIME = 8_640_000_000_000_000

export async function makeMovements(store: MovementStore, options: MakeOptions): Promise<LedgerState> {
  const { ledger, address, coin, streams, from, onBlock } = options
  const before = from ? store.state(ledger) : EMPTY_STATE
  const undone = new Set(before.undone)
  const hidden = new Set(before.hidden)
  const incomplete = before.unsettled.filter(({ block }) => from && block < from.block)
  const seen = new Set<string>()
  const assets = {
    // Rows come newest first, so the first mention of a token wins.
    seen(asset: LedgerAsset) {
      if (seen.has(asset.id)) return
      seen.add(asset.id)
      store.setAsset(ledger, asset)
    },
    hidden: (asset: string) => hidden.add(asset),
    incomplete(one: IncompleteRow) {
      if (incomplete.length < MAX_INCOMPLETE) incomplete.push(one)
    },
  }
  if (!from) store.setAsset(ledger, COIN_ASSET)
  const readBlock = createBlockReader({ address, coin }, assets)
  const check = createHistoryCheck()
  if (from) store.cut(ledger, from.block)
  const writer = store.writer(ledger)
  let at = END_OF_TIME
  const write = (movement: Movement) => {
    at = movement.rule === 'genesis' ? -Infinity : Math.min(at, movement.time ?? at)
    writer.add(kept(movement, at))
  }
  for await (const { rows } of rowsByBlock(streams, from?.block ?? 0)) {
    const { movements, history } = readBlock(rows)
    const standing =
      undone.size === 0
        ? movements
        : movements.filter(({ list, row }) => list !== 'address-internal-transactions' || !undone.has(row))
    check.add(history, standing)
    for (const movement of standing.toReversed()) write(movement)
    await onBlock(rows.length)
  }
  const hasHistory = options.hasHistory()
  if (!from && hasHistory) {
    const opening = openingBalance(check.oldest)
    check.add(undefined, opening)
    for (const movement of opening) write(movement)
  }
  writer.end()
  return {
    hidden: [...hidden],
    undone: before.undone,
    unsettled: incomplete,
    history: hasHistory ? historyAfter(check, before.history, from) : null,
  }
}

function historyAfter(
  check: ReturnType<typeof createHistoryCheck>,
  before: KeptHistory | null,
  from: MakeOptions['from'],
): KeptHistory {
  const value = toAmount(from?.base?.value)
  const base = from?.base && value !== undefined ? { block: from.base.block_number, value } : undefined
  const made = check.end(base)
  const settled = before?.failing.filter(({ block }) => from && block < from.block) ?? []
  return { ...made, failing: [...settled, ...made.failing] }
}

const kept = ({ phase: _, position: __, ...movement }: Movement, at: number): KeptMovement => ({
  ...movement,
  at,
})

/** Maximum number of failed checks that are stored; more are only visible in the sum. */
const MAX_FAILING = 1_000

/**
 * Compares coin movements with the history of the balance while both are read, newest first. Between two rows of the
 * history, the balance must change by the sum of the movements. `base`: the row below the part that is read; the rows
 * up to it are already checked.
 */
function createHistoryCheck() {
  let newest: KeptHistory['newest'] = null
  let upper:
    { readonly block: number; readonly value: bigint; readonly transaction: string | null } | undefined
  let sum = 0n
  let oldest: CoinBalance | undefined
  const failing: FailingCheck[] = []

  function close(after: number, value: bigint) {
    if (upper && upper.value - value !== sum && failing.length < MAX_FAILING)
      failing.push({
        after,
        block: upper.block,
        transaction: upper.transaction,
        change: String(upper.value - value),
      })
    sum = 0n
  }
  return {
    add(history: CoinBalance | undefined, movements: readonly Movement[]) {
      const value = toAmount(history?.value)
      if (history) oldest = history
      // A row without a value is skipped: the next row below checks both intervals together.
      if (history && value !== undefined) {
        const { block_number: block, transaction_hash: transaction = null } = history
        newest ??= { block, value: String(value) }
        close(block, value)
        upper = { block, value, transaction }
      }
      for (const { asset, amount } of movements) if (asset === COIN) sum += amount
    },
    get oldest() {
      return oldest
    },
    end(base: { readonly block: number; readonly value: bigint } | undefined): KeptHistory {
      close(base?.block ?? -1, base?.value ?? 0n)
      return {
        newest: newest ?? (base ? { block: base.block, value: String(base.value) } : null),
        failing: failing.toReversed(),
      }
    },
  }
}
