import { withOddFields, type OddField } from '#shared/chain/odd-fields.ts'
import type { WireItem } from '../../chain-reader.ts'
import type { OddOfBlock } from '../store/odd-rows.ts'

/** What is computed from a field is not known without it. */
const DERIVED: Readonly<Record<string, readonly string[]>> = {
  gas_used: [
    ...['fee', 'priority_fee', 'transaction_burnt_fee', 'burnt_fees', 'burnt_fees_percentage'],
    ...['gas_used_percentage', 'gas_target_percentage'],
  ],
  gas_price: ['fee', 'priority_fee'],
  blob_gas_used: ['fee'],
  gas_limit: ['gas_used_percentage', 'gas_target_percentage'],
  base_fee_per_gas: ['priority_fee', 'transaction_burnt_fee', 'burnt_fees', 'burnt_fees_percentage'],
  raw_input: ['method', 'decoded_input'],
  to: ['method', 'decoded_input', 'transaction_types'],
  value: ['transaction_types'],
  // Of a log that is not whole no topics are kept: it tells of nothing.
  topics: ['decoded'],
  data: ['decoded', 'topics'],
  address: ['decoded', 'topics'],
  status: ['result'],
  timestamp: ['confirmation_duration'],
}

/** The item with null for what can't be read, and with these fields as they came. */
function markOdd(item: WireItem, odd: readonly OddField[]): WireItem {
  if (odd.length === 0) return item
  const unknown = new Set(
    odd.flatMap(({ path: [name = '', ...inside] }) =>
      inside.length === 0 ? [name, ...(DERIVED[name] ?? [])] : [],
    ),
  )
  const known = Object.entries(item).map(([name, value]) => [name, unknown.has(name) ? null : value])
  return withOddFields(Object.fromEntries(known) as WireItem, odd) as WireItem
}

export const markBlock = (item: WireItem, odd: OddOfBlock | null): WireItem =>
  odd === null ? item : markOdd(item, odd.block)

/** Fields of the block that a transaction has, too. */
const OF_BLOCK = new Set(['timestamp', 'base_fee_per_gas'])

/** `transaction`, `log`: their indexes, in the block and in the transaction. */
export const markLog = (
  item: WireItem,
  { transaction, log }: { transaction: number; log: number },
  odd: OddOfBlock | null,
): WireItem =>
  odd === null
    ? item
    : markOdd(
        item,
        (odd.transactions.get(transaction) ?? []).flatMap((each) => {
          const [list, index, name = ''] = each.path
          return list === 'logs' && index === String(log) ? [{ ...each, path: [name], field: name }] : []
        }),
      )

export const markTransaction = (item: WireItem, index: number, odd: OddOfBlock | null): WireItem =>
  odd === null
    ? item
    : markOdd(item, [
        ...odd.block.filter(({ path: [name = ''] }) => OF_BLOCK.has(name)),
        ...(odd.transactions.get(index) ?? []),
      ])
