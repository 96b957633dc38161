/** A transaction's state in words. */
import type { Transaction } from '#shared/chain/transaction.ts'

export interface TransactionState {
  readonly state: 'success' | 'failed' | 'pending' | 'dropped' | 'unknown'
  readonly words: string
}

export function transactionState(of: Transaction | undefined): TransactionState {
  if (!of) return { state: 'unknown', words: 'Not known yet' }
  if (of.result === 'dropped/replaced') return { state: 'dropped', words: 'Dropped or replaced' }
  if (of.status === 'error') return { state: 'failed', words: 'Failed' }
  if (of.block_number == null || of.result === 'pending') return { state: 'pending', words: 'Pending' }
  if (of.status === 'ok') return { state: 'success', words: 'Success' }
  return { state: 'unknown', words: 'In a block, its outcome not yet known' }
}

/** Why it failed, in the chain's own words: the decoded call, a text, or the raw data. Undefined where nothing is said. */
export function failureReason(of: Transaction): string | undefined {
  const reason = of.revert_reason
  if (typeof reason === 'string' && reason !== '') return reason
  if (typeof reason === 'object' && reason !== null) {
    const said = reason as { method_call?: unknown; parameters?: unknown; raw?: unknown }
    const parameters = Array.isArray(said.parameters) ? (said.parameters as { value?: unknown }[]) : []
    const values = parameters.map(({ value }) => (typeof value === 'string' ? value : JSON.stringify(value)))
    if (typeof said.method_call === 'string')
      return values.length > 0 ? `${said.method_call}: ${values.join(', ')}` : said.method_call
    if (typeof said.raw === 'string' && said.raw !== '' && said.raw !== '0x')
      return `0x${said.raw.replace(/^0x/, '')}`
  }
  return of.result != null && of.result !== 'success' && of.result !== 'pending' ? of.result : undefined
}

const TYPES: Readonly<Record<number, string>> = {
  0: 'legacy',
  1: 'EIP-2930, access list',
  2: 'EIP-1559',
  3: 'EIP-4844, blobs',
  4: 'EIP-7702, set code',
}

/** `2 · EIP-1559`; the number alone where it has no known name. */
export const typeWords = (type: number): string =>
  TYPES[type] === undefined ? String(type) : `${String(type)} · ${TYPES[type]}`

/** `token_transfer` as `Token transfer`. */
export const kindWords = (kind: string): string => {
  const words = kind.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
