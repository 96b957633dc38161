/**
 * Combines the holdings of several addresses: tokens, NFTs and collections, each once, with the amount of each address.
 * Holdings have no chain order, and a sum needs all of them, so all are read, up to a limit.
 */
import type { NftCollection, TokenBalance, TokenInstance } from '#shared/chain/token.ts'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import {
  type Cursor,
  type MissingRows,
  type Page,
  sourceNoticeOf,
  type SourceNotice,
  type UnreadItem,
} from '#shared/lists/page.ts'
import { withOwners, type HoldingPart } from '#shared/lists/merged-lists.ts'
import { compareValues, wholeOf, type SortValue } from '#shared/query/sort-values.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { failAtLoop } from '#shared/rpc/fail-at-loop.ts'
import { multiplyByPrice } from '#shared/units.ts'
import type { ReadPage } from './member-list.ts'

/** Maximum number of rows of one address. */
const MAX_HOLDINGS = 2_000

interface Row {
  readonly key: string
  readonly item: object
}

interface MemberRows {
  readonly address: string
  readonly rows: Row[]
  readonly unread: UnreadItem[]
  notice?: SourceNotice | undefined
  readAt?: number | undefined
  missing?: MissingRows
}

export interface Holdings {
  readonly rows: readonly Row[]
  readonly unread: readonly UnreadItem[]
  readonly missing: readonly MissingRows[]
  readonly notice: SourceNotice | undefined
  readonly readAt: number | undefined
}

/** Throws if no address can be read. */
export async function readHoldings(
  list: ListId,
  members: readonly string[],
  read: ReadPage,
): Promise<Holdings> {
  const all = await Promise.all(members.map((address) => readAll(address, read)))
  const errors = all.flatMap(({ rows, missing }) =>
    rows.length === 0 && missing?.error ? [missing.error] : [],
  )
  const failure = errors.find(({ code }) => code !== 'not_found') ?? errors[0]
  const isAbsent = ({ missing, rows }: MemberRows) =>
    rows.length === 0 && missing?.error?.code === 'not_found'
  if (failure && errors.length === all.length) throw new ChainglassFailure(failure)
  const readAt = all.flatMap((one) => one.readAt ?? [])
  return {
    rows: addUp(list, all).sort(compareRows),
    unread: all.flatMap(({ unread }) => unread),
    missing: all.flatMap((one) => (one.missing && !isAbsent(one) ? [one.missing] : [])),
    notice: all.find(({ notice }) => notice)?.notice,
    readAt: readAt.length > 0 ? Math.min(...readAt) : undefined,
  }
}

/** All rows as one page. If rows are missing, the page has a next one. */
export const wholePage = ({ rows, unread, missing }: Holdings): Page => ({
  items: rows.map(({ item }) => item),
  keys: rows.map(({ key }) => key),
  unread: unread.map((one, at) => ({ ...one, position: rows.length + at })),
  next: missing.length > 0 ? { offset: Math.max(1, rows.length) } : null,
})

async function readAll(address: string, read: ReadPage): Promise<MemberRows> {
  const ofMember: MemberRows = { address, rows: [], unread: [] }
  let cursor: Cursor | null = null
  try {
    do {
      const page: Page = await read(address, cursor, false)
      ofMember.rows.push(
        ...page.items.map((item, at) => ({ key: page.keys[at] ?? '', item: item as object })),
      )
      ofMember.unread.push(...page.unread)
      ofMember.notice ??= sourceNoticeOf(page.notice)
      if (page.kept) ofMember.readAt = Math.min(page.kept.readAt, ofMember.readAt ?? Infinity)
      failAtLoop(page)
      cursor = page.next
    } while (cursor !== null && ofMember.rows.length < MAX_HOLDINGS)
    if (cursor !== null) ofMember.missing = { address, limit: ofMember.rows.length }
  } catch (error) {
    if (!(error instanceof ChainglassFailure) || error.error.code === 'cancelled') throw error
    ofMember.missing = { address, error: error.error }
  }
  return ofMember
}

function addUp(list: ListId, all: readonly MemberRows[]): Row[] {
  const byKey = new Map<string, { readonly item: object; readonly parts: HoldingPart[] }>()
  for (const { address, rows } of all)
    for (const { key, item } of rows) {
      const known = byKey.get(key)
      if (known?.parts.some((part) => part.address === address)) continue
      const part = { address, value: amountOf(item) }
      if (known) {
        byKey.set(key, { item: joinItems(known.item, item), parts: [...known.parts, part] })
      } else byKey.set(key, { item, parts: [part] })
    }
  return [...byKey].map(([key, { item, parts }]) => ({
    key,
    item: withOwners(parts.length > 1 ? withAmount(item, list, sumOf(parts)) : item, {
      of: parts.map(({ address }) => address),
      parts,
    }),
  }))
}

type Holding = Partial<TokenBalance & TokenInstance & NftCollection>

const amountOf = (item: object): string | null => (item as Holding).value ?? (item as Holding).amount ?? null

/** The sum; null if an amount is unknown, because the sum would be wrong. */
function sumOf(parts: readonly HoldingPart[]): string | null {
  let sum = 0n
  for (const { value } of parts) {
    if (value === null || !/^\d+$/.test(value)) return null
    sum += BigInt(value)
  }
  return String(sum)
}

const withAmount = (item: object, list: ListId, amount: string | null): object =>
  listEndpoint(list).resource === 'nft-collection' ? { ...item, amount } : { ...item, value: amount }

/** Joins two rows of one holding. A collection shows items of both. An NFT with several holders has no single owner. */
function joinItems(one: Holding, other: Holding): object {
  const joined = 'owner' in one ? { ...one, owner: null } : one
  if (!one.token_instances && !other.token_instances) return joined
  const instances = [...(one.token_instances ?? []), ...(other.token_instances ?? [])]
  const ids = new Set<string>()
  return { ...joined, token_instances: instances.filter(({ id }) => !ids.has(id) && ids.add(id)) }
}

/** Sorts by value, highest first, then by name. */
function compareRows(one: Row, other: Row): number {
  const [values, others] = [sortValues(one), sortValues(other)]
  for (const [at, value] of values.entries()) {
    const order = compareValues(value, others[at], at === 0)
    if (order !== 0) return order
  }
  return 0
}

function sortValues({ item, key }: Row): readonly (SortValue | undefined)[] {
  const { value, token, id, token_id: tokenId } = item as Holding
  const { exchange_rate: price, decimals } = token ?? {}
  return [
    multiplyByPrice(value, decimals, price),
    (token?.symbol ?? token?.name ?? '').toLowerCase(),
    token?.address_hash.toLowerCase(),
    wholeOf(id ?? tokenId),
    key,
  ]
}
