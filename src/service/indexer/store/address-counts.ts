/** How much the index has of each address. */
import { changeOf } from '#platform/table.ts'
import type { IndexStore } from './index-store.ts'

/** The largest integer of SQLite: a larger sum would be a float. */
export const MAX_INTEGER = 2n ** 63n - 1n

/** The counts that blocks add to one address. */
export interface AddressCounts {
  transactions: number
  transfers: number
  gas: bigint
  blocks: number
}

interface CountsRow {
  readonly id: number
  readonly transactions: number
  readonly transfers: number
  readonly gas_used: bigint
  readonly blocks: number
}

const ADD_COUNTS = changeOf<CountsRow>(
  'address',
  'id',
  ['transactions', 'transfers', 'gas_used', 'blocks'],
  (given, { least }) =>
    `transactions = transactions + ${given('transactions')}, transfers = transfers + ${given('transfers')},
     gas_used = gas_used + ${least(given('gas_used'), `${String(MAX_INTEGER)} - gas_used`)}, blocks = blocks + ${given('blocks')}`,
)

/** Only within a database transaction. */
export function addCounts({ database }: IndexStore, counts: ReadonlyMap<number, AddressCounts>) {
  const rows = [...counts].map(([id, { gas, ...add }]) => ({
    ...{ id, ...add },
    gas_used: gas < MAX_INTEGER ? gas : MAX_INTEGER,
  }))
  database.changeRows(ADD_COUNTS, rows)
}

/** The counts of this address, which the caller may add to. */
export function countsOf(counts: Map<number, AddressCounts>, id: number): AddressCounts {
  let entry = counts.get(id)
  if (!entry) counts.set(id, (entry = { transactions: 0, transfers: 0, gas: 0n, blocks: 0 }))
  return entry
}
