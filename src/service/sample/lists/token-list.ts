import type { ListAnswer, ListRequest, Position, WireItem } from '../../chain-reader.ts'
import { isNobody } from '../chain/balance-history.ts'
import { bareEdition } from '../items/nft-items.ts'
import { descending } from '../chain/nft-ids.ts'
import { bigAt, textAt, wholeAt } from './cursor-values.ts'
import { kindsOf } from '../chain/event-selectors.ts'
import { dollars, tokenItem } from '../items/token-items.ts'
import { tokenKind, tokenOfAsset, type Asset, type TokenKey } from '../config/tokens.ts'
import type { View } from '../chain/snapshot.ts'
import type { Account } from '../chain/chain-model.ts'

interface Balance {
  readonly asset: Asset
  readonly value: bigint
  /** In cents, so that it can be compared. */
  readonly cents: bigint | null
}

/** Tokens an account holds: the most valuable first, those nobody prices after them. */
export function tokenList(view: View, account: Account, { filters, after, limit }: ListRequest): ListAnswer {
  const kinds = kindsOf(filters.type)
  const rows = balancesOf(view, account).filter(({ asset }) => {
    const token = tokenOfAsset(asset)
    return token && (kinds === null || kinds.includes(tokenKind(token.key).type))
  })
  const start = after === null ? 0 : rowsUpTo(rows, after)
  const shown = rows.slice(start, start + limit)
  const last = start + limit < rows.length ? shown.at(-1) : undefined
  return { items: shown.map((row) => balanceItem(view, row)), next: last ? balancePlace(last) : null }
}

function balancesOf(view: View, account: Account): Balance[] {
  if (isNobody(account)) return []
  const book = view.book(account)
  return book.assets
    .flatMap((asset) => {
      const token = tokenOfAsset(asset)
      const value = token ? book.balance(asset, view.now) : 0n
      return token && value > 0n ? [{ asset, value, cents: centsOf(token.key, value) }] : []
    })
    .sort(byWorth)
}

function centsOf(key: TokenKey, value: bigint): bigint | null {
  const { rate, decimals } = tokenKind(key)
  return rate === null ? null : BigInt(dollars(rate, value, decimals).replace('.', ''))
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
  const id = wholeAt(after, 'id')
  if (id !== null) {
    const cents = textAt(after, 'fiat_value')?.replace('.', '')
    const last: Balance = {
      asset: id,
      value: bigAt(after, 'value') ?? 0n,
      // A place nobody gave may hold anything; what is no price is none.
      cents: cents !== undefined && /^\d{1,100}$/.test(cents) ? BigInt(cents) : null,
    }
    const same = rows.findIndex(({ asset }) => asset === id)
    return same >= 0 ? same + 1 : rows.filter((row) => byWorth(row, last) < 0).length
  }
  const given = wholeAt(after, 'items_count') ?? 0
  const matches = (row: Balance) => {
    const token = tokenOfAsset(row.asset)
    const kind = token && tokenKind(token.key)
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
  return token && tokenKind(token.key).type === 'ERC-7984' ? null : String(value)
}

function balanceItem(view: View, row: Balance): WireItem {
  const { key, id } = tokenOfAsset(row.asset) ?? { key: 'usd' as const, id: null }
  return {
    token: tokenItem(view, key),
    token_id: id === null ? null : String(id),
    token_instance: id === null ? null : bareEdition(view, key, id),
    value: shownValue(row),
  }
}

function balancePlace(row: Balance): Position {
  const token = tokenOfAsset(row.asset)
  const kind = token && tokenKind(token.key)
  return {
    token_name: kind?.name ?? null,
    token_type: kind?.type ?? null,
    value: shownValue(row),
    fiat_value:
      row.cents === null ? null : `${String(row.cents / 100n)}.${String(row.cents % 100n).padStart(2, '0')}`,
    id: row.asset,
  }
}
