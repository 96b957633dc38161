import type { ListAnswer, ListRequest, Position, WireItem } from '../chain-reader.ts'
import { checksummed } from './address-items.ts'
import { NULL_ACCOUNT } from './balances.ts'
import { bareEdition, editionItem, nftItem } from './nft-items.ts'
import { nftId, numbersBelow } from './nft-ids.ts'
import { heldBelow, mintedSoFar } from './nft-owners.ts'
import { nth } from './nth.ts'
import { bigAt, textAt, wholeAt } from './positions.ts'
import { dollars, tokenAccount, tokenItem, tokenOf } from './token-items.ts'
import {
  assetOf,
  COLLECTIONS,
  isCollection,
  tokenKind,
  tokenOfAsset,
  type Asset,
  type Collection,
  type TokenKey,
} from './tokens.ts'
import type { View } from './view.ts'
import { sameAccount, type Account } from './world.ts'

interface Balance {
  readonly asset: Asset
  readonly value: bigint
  /** In cents, so that it can be compared. */
  readonly cents: bigint | null
}

/** Tokens an account holds: the most valuable first, those nobody prices after them. */
export function tokenList(view: View, account: Account, { filters, after, limit }: ListRequest): ListAnswer {
  const kinds = kindsOf(filters['type'])
  const rows = balancesOf(view, account).filter(({ asset }) => {
    const token = tokenOfAsset(asset)
    return token && (kinds === null || kinds.includes(tokenKind(token.key).type))
  })
  const start = after === null ? 0 : rowsUpTo(rows, after)
  const shown = rows.slice(start, start + limit)
  const last = start + limit < rows.length ? shown.at(-1) : undefined
  return { items: shown.map((row) => balanceItem(view, row)), next: last ? balancePlace(last) : null }
}

const kindsOf = (type: unknown): readonly string[] | null => (Array.isArray(type) ? (type as string[]) : null)

/** What is burnt is held by nobody. */
const isNobody = (account: Account) => sameAccount(account, NULL_ACCOUNT)

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

const descending = (one: bigint, other: bigint) => (one > other ? -1 : one < other ? 1 : 0)

/** How many rows a cursor has behind it: by the row's id, or where none is said, by name, kind and amount. */
function rowsUpTo(rows: readonly Balance[], after: Position): number {
  const id = wholeAt(after, 'id')
  if (id !== null) {
    const cents = textAt(after, 'fiat_value')?.replace('.', '')
    const last: Balance = {
      asset: id,
      value: bigAt(after, 'value') ?? 0n,
      cents: cents === undefined ? null : BigInt(cents),
    }
    const same = rows.findIndex(({ asset }) => asset === id)
    return same >= 0 ? same + 1 : rows.filter((row) => byWorth(row, last) < 0).length
  }
  const given = wholeAt(after, 'items_count') ?? 0
  const matches = (row: Balance | undefined) => {
    const token = row && tokenOfAsset(row.asset)
    if (!row || !token) return false
    const { name, type } = tokenKind(token.key)
    return type === after['token_type'] && name === after['token_name'] && shownValue(row) === valueAt(after)
  }
  return given > 0 && matches(rows[given - 1]) ? given : Math.max(given, rows.findIndex(matches) + 1)
}

const valueAt = (after: Position) => (after['value'] == null ? null : String(after['value']))
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

interface Held {
  readonly token: TokenKey
  readonly id: bigint
  item(): WireItem
}

/** NFTs an account holds, collection by collection, the newest of each first. */
export function nftList(view: View, account: Account, { filters, after, limit }: ListRequest): ListAnswer {
  const kinds = kindsOf(filters['type'])
  const hash = after && textAt(after, 'token_contract_address_hash')
  const last = hash && tokenOf(view.world.findAccount(hash.toLowerCase()))
  const below = after && bigAt(after, 'token_id')
  const order: readonly TokenKey[] = [...COLLECTIONS, 'relics', 'doppel']
  const held: Held[] = []
  for (const token of order.slice(last ? order.indexOf(last) : 0)) {
    if (kinds !== null && !kinds.includes(tokenKind(token).type)) continue
    for (const one of heldOf(view, account, token, token === last ? below : null)) {
      held.push(one)
      if (held.length > limit) break
    }
    if (held.length > limit) break
  }
  const end = held.length > limit ? nth(held, limit - 1) : null
  return {
    items: held.slice(0, limit).map((one) => one.item()),
    next: end && {
      token_contract_address_hash: checksummed(view, tokenAccount(end.token)),
      token_id: String(end.id),
      token_type: tokenKind(end.token).type,
    },
  }
}

/** NFTs of one token that an account holds, from the greatest id below `below` down. */
function* heldOf(view: View, account: Account, token: TokenKey, below: bigint | null): Generator<Held> {
  const { world } = view
  if (isNobody(account)) return
  if (isCollection(token)) {
    const top = below === null ? Infinity : numbersBelow(world.key, token, below)
    for (const number of heldBelow(world, view.holding(account, token), view.head, top))
      yield { token, id: nftId(world.key, token, number), item: () => nftItem(view, token, number) }
    return
  }
  const book = view.book(account)
  for (const { id, index } of idsDown(token)) {
    const value = below === null || id < below ? book.balance(assetOf(token, index), view.now) : 0n
    if (value > 0n)
      yield { token, id, item: () => ({ ...editionItem(view, token, id), value: String(value) }) }
  }
}

const idsDown = (token: TokenKey) =>
  (tokenKind(token).ids ?? [])
    .map((id, index) => ({ id, index }))
    .sort((one, other) => descending(one.id, other.id))

/** NFTs of a token, from the greatest id down; of one holder where one is named. */
export function instanceList(view: View, token: TokenKey, request: ListRequest): ListAnswer {
  const below = request.after && bigAt(request.after, 'unique_token')
  const holder = request.filters['holder_address_hash']
  const account = typeof holder === 'string' ? view.world.findAccount(holder) : null
  const all =
    typeof holder === 'string'
      ? account
        ? heldOf(view, account, token, below)
        : []
      : everyOne(view, token, below)
  const found: Held[] = []
  for (const one of all) if (found.push(one) > request.limit) break
  const end = found.length > request.limit ? nth(found, request.limit - 1) : null
  return {
    items: found.slice(0, request.limit).map((one) => one.item()),
    next: end && { unique_token: end.id },
  }
}

function* everyOne(view: View, token: TokenKey, below: bigint | null): Generator<Held> {
  if (isCollection(token)) yield* everyNft(view, token, below)
  else
    for (const { id } of idsDown(token))
      if (below === null || id < below) yield { token, id, item: () => editionItem(view, token, id) }
}

function* everyNft(view: View, token: Collection, below: bigint | null): Generator<Held> {
  const minted = mintedSoFar(view.world, token, view.head)
  const top = below === null ? minted : Math.min(minted, numbersBelow(view.world.key, token, below))
  for (let number = top - 1; number >= 0; number--)
    yield { token, id: nftId(view.world.key, token, number), item: () => nftItem(view, token, number) }
}
