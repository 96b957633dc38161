import type { ListAnswer, ListRequest, Position, WireItem } from '../../chain-reader.ts'
import { isZeroAddress } from '../chain/balance-history.ts'
import { tokenIdWithoutOwner } from '../items/nft-items.ts'
import { descending } from '../chain/nft-ids.ts'
import { readBigInt, readText, readInteger } from './cursor-values.ts'
import { readTypeFilter } from '../chain/event-selectors.ts'
import { fiatValue, tokenItem } from '../items/token-items.ts'
import { tokenConfig, tokenOfAsset, type Asset, type TokenKey } from '../config/tokens.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import type { Participant } from '../chain/chain-model.ts'

interface Balance {
  readonly asset: Asset
  readonly value: bigint
  /** In cents, so that it can be compared. */
  readonly cents: bigint | null
}

/** Tokens an participant holds: the most valuable first, those nobody prices after them. */
export function tokenList(
  snapshot: Snapshot,
  participant: Participant,
  { filters, after, limit }: ListRequest,
): ListAnswer {
  const kinds = readTypeFilter(filters.type)
  const rows = balancesOf(snapshot, participant).filter(({ asset }) => {
    const token = tokenOfAsset(asset)
    return token && (kinds === null || kinds.includes(tokenConfig(token.key).type))
  })
  const start = after === null ? 0 : rowsUpTo(rows, after)
  const shown = rows.slice(start, start + limit)
  const last = start + limit < rows.length ? shown.at(-1) : undefined
  return { items: shown.map((row) => balanceItem(snapshot, row)), next: last ? balancePlace(last) : null }
}

function balancesOf(snapshot: Snapshot, participant: Participant): Balance[] {
  if (isZeroAddress(participant)) return []
  const book = snapshot.book(participant)
  return book.assets
    .flatMap((asset) => {
      const token = tokenOfAsset(asset)
      const value = token ? book.balance(asset, snapshot.now) : 0n
      return token && value > 0n ? [{ asset, value, cents: centsOf(token.key, value) }] : []
    })
    .sort(byWorth)
}

function centsOf(key: TokenKey, value: bigint): bigint | null {
  const { rate, decimals } = tokenConfig(key)
  return rate === null ? null : BigInt(fiatValue(rate, value, decimals).replace('.', ''))
}

function byWorth(one: Balance, other: Balance): number {
  return (
    descending(one.cents ?? -1n, other.cents ?? -1n) ||
    descending(one.value, other.value) ||
    other.asset - one.asset
  )
}

/** How many rows a cursor has behind it: by the row's id, or where none is said, by name, kind and amount. */
function rowsUpTo(rows: readonly Balance[], after: Position): number {
  const id = readInteger(after, 'id')
  if (id !== null) {
    const cents = readText(after, 'fiat_value')?.replace('.', '')
    const last: Balance = {
      asset: id,
      value: readBigInt(after, 'value') ?? 0n,
      // A place nobody gave may hold anything; what is no price is none.
      cents: cents !== undefined && /^\d{1,100}$/.test(cents) ? BigInt(cents) : null,
    }
    const same = rows.findIndex(({ asset }) => asset === id)
    return same >= 0 ? same + 1 : rows.filter((row) => byWorth(row, last) < 0).length
  }
  const given = readInteger(after, 'items_count') ?? 0
  const matches = (row: Balance) => {
    const token = tokenOfAsset(row.asset)
    const kind = token && tokenConfig(token.key)
    return (
      kind?.type === after.token_type && kind?.name === after.token_name && shownValue(row) === valueAt(after)
    )
  }
  // Several ids of one token may be alike: the one nearest to where it was.
  const places = rows.flatMap((row, index) => (matches(row) ? [index + 1] : []))
  return places.sort((one, other) => Math.abs(one - given) - Math.abs(other - given))[0] ?? given
}

const valueAt = (after: Position) => (after.value == null ? null : String(after.value))
const shownValue = ({ asset, value }: Balance) => {
  const token = tokenOfAsset(asset)
  return token && tokenConfig(token.key).type === 'ERC-7984' ? null : String(value)
}

function balanceItem(snapshot: Snapshot, row: Balance): WireItem {
  const { key, id } = tokenOfAsset(row.asset) ?? { key: 'usd' as const, id: null }
  return {
    token: tokenItem(snapshot, key),
    token_id: id === null ? null : String(id),
    token_instance: id === null ? null : tokenIdWithoutOwner(snapshot, key, id),
    value: shownValue(row),
  }
}

function balancePlace(row: Balance): Position {
  const token = tokenOfAsset(row.asset)
  const kind = token && tokenConfig(token.key)
  return {
    token_name: kind?.name ?? null,
    token_type: kind?.type ?? null,
    value: shownValue(row),
    fiat_value:
      row.cents === null ? null : `${String(row.cents / 100n)}.${String(row.cents % 100n).padStart(2, '0')}`,
    id: row.asset,
  }
}
