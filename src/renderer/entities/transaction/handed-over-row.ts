/** The row a transaction was opened from, so that its summary is there at once. In memory only, and only the latest few. */
import type { Transaction } from '#shared/chain/transaction.ts'

const MAX_ROWS = 100
const rows = new Map<string, Transaction>()

/** To be called right before going to the transaction. */
export function handOverTransaction(source: string, transaction: Transaction): void {
  const key = keyOf(source, transaction.hash)
  rows.delete(key)
  rows.set(key, transaction)
  const [oldest] = rows.keys()
  if (rows.size > MAX_ROWS && oldest !== undefined) rows.delete(oldest)
}

export const handedOverTransaction = (source: string, hash: string): Transaction | undefined =>
  rows.get(keyOf(source, hash))

const keyOf = (source: string, hash: string) => `${source}:${hash.toLowerCase()}`
