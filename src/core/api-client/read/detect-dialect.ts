/** Which dialect an answer is written in, where something in it can only be one. */
import type { Dialect } from '#shared/lists/dialects.ts'
import type { ListId } from '#shared/lists/list-table.ts'

type Raw = Readonly<Record<string, unknown>>

/** `undefined` where the page fits several: what was known before stands. */
export function detectDialect(list: ListId, envelope: Raw, items: readonly unknown[]): Dialect | undefined {
  // Cursors of older servers are those of the specification: the names in the items tell first.
  return fromItems(list, items) ?? fromEnvelope(list, envelope)
}

function fromEnvelope(list: ListId, envelope: Raw): Dialect | undefined {
  const cursor = asRaw(envelope.next_page_params)
  if (asRaw(envelope.meta)) return 'v12'
  if (!cursor || Object.keys(cursor).length === 0) return undefined
  if ('state_changes_count' in cursor) return 'v12'
  const counted = 'items_count' in cursor
  switch (list) {
    case 'address-transactions':
      if ('inserted_at' in cursor || 'hash' in cursor) return counted ? 'v11' : 'v12'
      return undefined
    case 'address-tokens':
      if ('token_name' in cursor) return 'spec'
      return 'fiat_value' in cursor ? (counted ? 'v11' : 'v12') : undefined
    case 'address-internal-transactions':
    case 'address-blocks-validated':
    case 'address-withdrawals':
      return counted ? undefined : 'v12'
    default:
      return undefined
  }
}

const LEGACY_NAMES: Partial<Record<ListId, readonly string[]>> = {
  'token-transfers': ['tx_hash'],
  'token-transfers-of-token': ['tx_hash'],
  'address-transactions': ['tx_types', 'tx_burnt_fee', 'tx_tag', 'has_error_in_internal_txs'],
  'address-internal-transactions': ['block', 'tx_hash'],
  'address-blocks-validated': ['tx_count', 'tx_fees'],
}

function fromItems(list: ListId, items: readonly unknown[]): Dialect | undefined {
  const first = asRaw(items[0])
  if (!first) return undefined
  if (LEGACY_NAMES[list]?.some((name) => name in first)) return 'legacy'
  const token = asRaw(first.token)
  if (token && 'address' in token && !('address_hash' in token)) return 'legacy'
  if (list === 'token-instances' && ('image_media_type' in first || 'animation_media_type' in first))
    return 'v12'
  return list === 'transaction-state-changes' && asRaw(first.address_hash) ? 'spec' : undefined
}

const asRaw = (value: unknown): Raw | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : undefined
