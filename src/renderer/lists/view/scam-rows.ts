import type { AddressRef } from '#shared/chain/address.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { Dealings } from '../poisoning/dealings.ts'
import type { FoldReason } from '../session/row-view.ts'
import { isBadReputation, isScamAddress } from '#renderer/entities/address/address-name.ts'

interface MaybeScam {
  /** Of a row that is a token itself, or what a search found. */
  readonly reputation?: string | null
  readonly from?: AddressRef | null
  readonly to?: AddressRef | null
  readonly created_contract?: AddressRef | null
  readonly token?: { readonly reputation?: string | null; readonly address_hash?: string } | null
}

/** Why a row is folded away, if it is. */
export function foldReason(
  row: GridRow,
  ownAddress: string | undefined,
  dealings: Dealings,
): FoldReason | undefined {
  if (isScamRow(row, ownAddress)) return 'scam'
  return dealings.isPoisoning(row) ? 'poisoning' : undefined
}

/**
 * Is this row about something the source marks as a scam: its token, or the other party? What the list is of, an address
 * or a token, does not count: its own list would be empty.
 */
export function isScamRow(row: GridRow, ownAddress: string | undefined): boolean {
  if (row.kind !== 'item') return false
  const item = row.item as MaybeScam
  if (isBadReputation(item.reputation)) return true
  const isOwn = ownAddress !== undefined && item.token?.address_hash?.toLowerCase() === ownAddress
  if (!isOwn && isBadReputation(item.token?.reputation)) return true
  return [item.from, item.to, item.created_contract].some(
    (address) => address != null && address.hash.toLowerCase() !== ownAddress && isScamAddress(address),
  )
}
