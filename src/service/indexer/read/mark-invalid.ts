import { withInvalidFields, type InvalidField } from '#shared/chain/invalid-fields.ts'
import type { WireItem } from '../../chain-reader.ts'
import type { InvalidFieldsOfBlock } from '../store/invalid-rows.ts'

/** The fields that are computed from another one: they are unknown without it. */
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
  // The topics of an incomplete log are not stored.
  topics: ['decoded'],
  data: ['decoded', 'topics'],
  address: ['decoded', 'topics'],
  status: ['result'],
  timestamp: ['confirmation_duration'],
}

/** The item with null for what can't be read, and with these fields as they came. */
function markInvalid(item: WireItem, invalid: readonly InvalidField[]): WireItem {
  if (invalid.length === 0) return item
  const unknown = new Set(
    invalid.flatMap(({ path: [name = '', ...inside] }) =>
      inside.length === 0 ? [name, ...(DERIVED[name] ?? [])] : [],
    ),
  )
  const known = Object.entries(item).map(([name, value]) => [name, unknown.has(name) ? null : value])
  return withInvalidFields(Object.fromEntries(known) as WireItem, invalid) as WireItem
}

export const markBlock = (item: WireItem, invalid: InvalidFieldsOfBlock | null): WireItem =>
  invalid === null ? item : markInvalid(item, invalid.block)

/** Fields of the block that a transaction has, too. */
const OF_BLOCK = new Set(['timestamp', 'base_fee_per_gas'])

/** `transaction`, `log`: their indexes, in the block and in the transaction. */
export const markLog = (
  item: WireItem,
  { transaction, log }: { transaction: number; log: number },
  invalid: InvalidFieldsOfBlock | null,
): WireItem =>
  invalid === null
    ? item
    : markInvalid(
        item,
        (invalid.transactions.get(transaction) ?? []).flatMap((each) => {
          const [list, index, name = ''] = each.path
          return list === 'logs' && index === String(log) ? [{ ...each, path: [name], field: name }] : []
        }),
      )

export const markTransaction = (
  item: WireItem,
  index: number,
  invalid: InvalidFieldsOfBlock | null,
): WireItem =>
  invalid === null
    ? item
    : markInvalid(item, [
        ...invalid.block.filter(({ path: [name = ''] }) => OF_BLOCK.has(name)),
        ...(invalid.transactions.get(index) ?? []),
      ])
