/** What a row of the table of lists says. */
import type { DetailItem } from './detail-items.ts'
import type { DerivedDetailId, DetailId } from './detail-table.ts'
import type { Dialect } from './dialects.ts'
import { PAGE_SIZE, pageSize, type Filter } from './filters.ts'
import type { ParamFormat } from '../path-params.ts'

/** What kind of thing a row is. */
export type Resource =
  | 'transaction'
  | 'internal-transaction'
  | 'transfer'
  | 'token'
  | 'token-balance'
  | 'holder'
  | 'nft'
  | 'nft-collection'
  | 'block'
  | 'withdrawal'
  | 'state-change'
  | 'log'
  | 'search-result'
  | 'coin-balance'
  | 'advanced-filter'

/** The thing a row is about, where the application can show it by itself. `block`: a block's hash or number. */
export type RowTarget =
  | { readonly kind: 'address' | 'token'; readonly address: string }
  | { readonly kind: 'nft'; readonly address: string; readonly tokenId: string }
  /** `call`: a call in it, by its number in their order. */
  | { readonly kind: 'transaction'; readonly hash: string; readonly call?: number }
  | { readonly kind: 'block'; readonly block: string }

/** A detail with fields: others are lists. */
export type CountingDetail = Exclude<DetailId, DerivedDetailId | 'transaction-calls'>
/** In the counters of tabs a list of more rows counts as one more than this. */
export const MAX_TAB_COUNT = 50
/** Those of them that count a list of this application. */
type TabCounter =
  | 'transactions_count'
  | 'token_transfers_count'
  | 'internal_transactions_count'
  | 'token_balances_count'
  | 'logs_count'
  | 'validations_count'
  | 'withdrawals_count'

/** A field of a detail that counts the rows of a list. */
type Counter = {
  [Id in CountingDetail]: { readonly detail: Id; readonly field: keyof DetailItem<Id> & string }
}[CountingDetail]

/** `Item`: what a row is read as, by the schema of list-items.ts. */
export interface ListEndpoint<Item = unknown, CursorKeys extends string = string> {
  /** The operations of the specification that this row is; none where it is a neighbour of the specification. */
  readonly operations: readonly number[]
  /** Below `/api/v2`, with `{name}` for each path parameter. */
  readonly path: string
  readonly params: Readonly<Record<string, ParamFormat>>
  /** The list's name in this application's own URLs (`?tab=internal`), unique among the lists of one thing. */
  readonly slug: string
  /** What explorers call it in theirs, besides the last part of its path: `?tab=txs`, `#internaltx`. In lower case. */
  readonly aliases: readonly string[]
  readonly resource: Resource
  /** Query parameters besides the page size, which every list has. */
  readonly filters: Readonly<Record<string, Filter>>
  /** What tells one item from another, within this list and source. */
  readonly identity: (item: Item) => string
  /** What the rows of one batch share, where a page can end inside one. `identity` begins with it and a colon. */
  readonly batch?: (item: Item) => string
  /**
   * Where its rows stand on the chain: the fields of an item that hold the block's height and the position among its
   * likes, and which way the list goes (unless a filter sorts it). `null`: it has another order, or none.
   */
  readonly order: {
    readonly height: keyof NoInfer<Item> & string
    readonly index?: keyof NoInfer<Item> & string
    readonly direction: 'asc' | 'desc'
  } | null
  /** Keys of `next_page_params` by dialect; where a dialect is not named, as in `spec`. */
  readonly cursor: { readonly spec: readonly CursorKeys[] } & Partial<Record<Dialect, readonly CursorKeys[]>>
  /**
   * Keys of the cursor, in any dialect, that are there only while a page ends inside a group of rows which the others
   * can't tell apart. All of them, or none.
   */
  readonly groupCursor?: readonly CursorKeys[]
  /** Keys that one dialect alone writes, in an item or in a cursor: they tell which dialect a server speaks. */
  readonly dialectKeys: Partial<
    Record<Dialect, { readonly item?: readonly string[]; readonly cursor?: readonly string[] }>
  >
  /** What a row leads to; `undefined` where that is not known, or where the thing has no page. */
  readonly target: (item: Item, params: Readonly<Record<string, string>>) => RowTarget | undefined
  /** What counts the rows of the whole list, where something does. */
  readonly counter?: Counter
  /** Which of an address's tab counters counts its rows, up to 50 of them. */
  readonly tabCounter?: TabCounter
  /** Credits a page costs on a Pro source. */
  readonly credits: number
}

/** A row of the table, with the page size that every list has. Its type knows its parameters and filters by name. */
export const row = <
  Item,
  const CursorKeys extends string,
  const Params extends Readonly<Record<string, ParamFormat>>,
  const Filters extends Readonly<Record<string, Filter>>,
>(
  endpoint: ListEndpoint<Item, CursorKeys> & { readonly params: Params; readonly filters: Filters },
): Omit<ListEndpoint<Item, CursorKeys>, 'params' | 'filters'> & {
  readonly params: Params
  readonly filters: Filters & { readonly [PAGE_SIZE]: typeof pageSize }
} => ({
  ...endpoint,
  filters: { ...endpoint.filters, [PAGE_SIZE]: pageSize },
})
