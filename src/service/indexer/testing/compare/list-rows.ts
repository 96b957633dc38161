/** Rows of our lists and data of the node in one form, so that they can be compared. */
import type { WireItem } from '../../../chain-reader.ts'
import type { TrueTransfer } from './node-data.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
export const lower = (value: unknown): string => text(value).toLowerCase()
export const hashOf = (item: unknown): string | null =>
  item === null || item === undefined ? null : lower((item as WireItem).hash)

export const transactionRow = (item: WireItem) => ({
  hash: item.hash,
  block: item.block_number,
  position: item.position,
  from: hashOf(item.from),
  to: hashOf(item.to),
  created: hashOf(item.created_contract),
  value: item.value,
  fee: (item.fee as WireItem).value,
  nonce: item.nonce,
  input: item.raw_input,
  status: item.status,
  time: Date.parse(String(item.timestamp)) / 1000,
})

export const transferRow = (item: WireItem) => {
  const total = item.total as WireItem
  return [
    item.transaction_hash,
    item.block_number,
    item.log_index,
    lower((item.token as WireItem).address_hash),
    hashOf(item.from),
    hashOf(item.to),
    total.token_id ?? null,
    total.value ?? null,
  ]
}

export const trueRow = (each: TrueTransfer) => [
  each.transaction,
  each.block,
  each.logIndex,
  each.token,
  each.from,
  each.to,
  each.id,
  each.value,
]

export const internalRow = (item: WireItem) => ({
  hash: item.transaction_hash,
  block: item.block_number,
  index: item.index,
  type: item.type,
  from: hashOf(item.from),
  to: hashOf(item.to),
  created: hashOf(item.created_contract),
  value: item.value,
  success: item.success,
})

/** Holdings as `token:id value`, without those of tokens that tell nobody anything. */
export function sorted(
  items: readonly WireItem[],
  silent: ReadonlySet<string>,
  id: 'id' | 'token_id',
): string[] {
  return items
    .map((item) => [lower((item.token as WireItem).address_hash), item] as const)
    .filter(([token]) => !silent.has(token))
    .map(([token, item]) => `${token}:${text(item[id])} ${String(item.value)}`)
    .toSorted()
}

export const sortedTruth = (holdings: Record<string, string> | undefined): string[] =>
  Object.entries(holdings ?? {})
    .map(([key, value]) => `${key} ${value}`)
    .toSorted()
