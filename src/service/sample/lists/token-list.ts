import type { ListPage, ListRequest, Position, WireItem } from '../../chain-reader.ts'
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
  /** Value in cents; `null` for a token without a price. */
  readonly cents: bigint | null
}

/** Tokens of an address: the most valuable first, those without price last. */
export function tokensOfAddress(
  snapshot: Snapshot,
  participant: Participant,
  { filters, after, limit }: ListRequest,
): ListPage {
  const types = readTypeFilter(filters.type)
  const rows = balancesOf(snapshot, participant).filter(({ asset }) => {
    const token = tokenOfAsset(asset)
    return token && (types === null || types.includes(tokenConfig(token.key).type))
  })
  const start = after === null ? 0 : countRowsUpTo(rows, after)
  const shown = rows.slice(start, start + limit)
  const last = start + limit < rows.length ? shown.at(-1) : undefined
  return { items: shown.map((row) => balanceItem(snapshot, row)), next: last ? balancePosition(last) : null }
}

function balancesOf(snapshot: Snapshot, participant: Participant): Balance[] {
  if (isZeroAddress(participant)) return []
  const balances = snapshot.balances(participant)
  return balances.assets
    .flatMap((asset) => {
      const token = tokenOfAsset(asset)
      const value = token ? balances.balance(asset, snapshot.now) : 0n
      return token && value > 0n ? [{ asset, value, cents: centsOf(token.key, value) }] : []
    })
    .sort(byValue)
}

function centsOf(key: TokenKey, value: bigint): bigint | null {
  const { rate, decimals } = tokenConfig(key)
  return rate === null ? null : BigInt(fiatValue(rate, value, decimals).replace('.', ''))
}

function byValue(one: Balance, other: Balance): number {
  return (
    descending(one.cents ?? -1n, other.cents ?? -1n) ||
    descending(one.value, other.value) ||
    other.asset - one.asset
  )
}

/** Number of rows before the cursor's position: by the row's id; without an id, by name, type and amount. */
function countRowsUpTo(rows: readonly Balance[], after: Position): number {
  const id = readInteger(after, 'id')
  if (id !== null) {
    const cents = readText(after, 'fiat_value')?.replace('.', '')
    const last: Balance = {
      asset: id,
      value: readBigInt(after, 'value') ?? 0n,
      // A client can send anything as a cursor.
      cents: cents !== undefined && /^\d{1,100}$/.test(cents) ? BigInt(cents) : null,
    }
    const same = rows.findIndex(({ asset }) => asset === id)
    return same >= 0 ? same + 1 : rows.filter((row) => byValue(row, last) < 0).length
  }
  const expected = readInteger(after, 'items_count') ?? 0
  const matches = (row: Balance) => {
    const token = tokenOfAsset(row.asset)
    const config = token && tokenConfig(token.key)
    return (
      config?.type === after.token_type &&
      config?.name === after.token_name &&
      visibleValue(row) === valueAt(after)
    )
  }
  // Several ids of one token may match: the nearest to the expected index is used.
  const matching = rows.flatMap((row, index) => (matches(row) ? [index + 1] : []))
  return matching.sort((one, other) => Math.abs(one - expected) - Math.abs(other - expected))[0] ?? expected
}

const valueAt = (after: Position) => (after.value == null ? null : String(after.value))
const visibleValue = ({ asset, value }: Balance) => {
  const token = tokenOfAsset(asset)
  return token && tokenConfig(token.key).type === 'ERC-7984' ? null : String(value)
}

function balanceItem(snapshot: Snapshot, row: Balance): WireItem {
  const { key, id } = tokenOfAsset(row.asset) ?? { key: 'usd' as const, id: null }
  return {
    token: tokenItem(snapshot, key),
    token_id: id === null ? null : String(id),
    token_instance: id === null ? null : tokenIdWithoutOwner(snapshot, key, id),
    value: visibleValue(row),
  }
}

function balancePosition(row: Balance): Position {
  const token = tokenOfAsset(row.asset)
  const config = token && tokenConfig(token.key)
  return {
    token_name: config?.name ?? null,
    token_type: config?.type ?? null,
    value: visibleValue(row),
    fiat_value:
      row.cents === null ? null : `${String(row.cents / 100n)}.${String(row.cents % 100n).padStart(2, '0')}`,
    id: row.asset,
  }
}
