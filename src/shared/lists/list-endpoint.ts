/** The type of a row of the table of lists. */
import type { DetailItem } from './detail-items.ts'
import type { DerivedDetailId, DetailId } from './detail-table.ts'
import type { Dialect } from './dialects.ts'
import { PAGE_SIZE, pageSize, type Filter } from './filters.ts'
import type { ParamFormat } from '../path-params.ts'

/** The kind of item in a list. */
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
  | 'user-operation'
  | 'authorization'

/** The thing that a row is about, if the application has a page for it. `block` is a hash or a number. */
export type RowTarget =
  | { readonly kind: 'address' | 'token'; readonly address: string }
  | { readonly kind: 'nft'; readonly address: string; readonly tokenId: string }
  /** `call` is the number of a call in the transaction, in execution order. */
  | { readonly kind: 'transaction'; readonly hash: string; readonly call?: number }
  | { readonly kind: 'block'; readonly block: string }

/** A detail that is an object of fields, not a list. */
export type CountingDetail = Exclude<DetailId, DerivedDetailId | 'transaction-calls'>
/** A tab counter that exceeds this value means "more than this". */
export const MAX_TAB_COUNT = 50
/** The tab counters that count a list of this application. */
type TabCounter =
  | 'transactions_count'
  | 'token_transfers_count'
  | 'internal_transactions_count'
  | 'token_balances_count'
  | 'logs_count'
  | 'validations_count'
  | 'withdrawals_count'
  | 'authorizations_count'

/** A field of a detail that counts the rows of a list. */
type Counter = {
  [Id in CountingDetail]: { readonly detail: Id; readonly field: keyof DetailItem<Id> & string }
}[CountingDetail]

/** What most rows have stands in `row`. `Item` is the type of a row as its schema in list-items.ts reads it. */
interface ListRow<Item, CursorKeys extends string> {
  /** The operations of the specification that serve this list; empty for a list outside the specification. */
  readonly operations?: readonly number[]
  /** The path below `/api/v2`, with `{name}` for each path parameter. */
  readonly path: string
  readonly params: Readonly<Record<string, ParamFormat>>
  /**
   * Not each source has the list. Where instances serve it by an extension: its path, with the address in the query under
   * the name of its role. `filter` chooses the role; without, it is the first.
   */
  readonly extension?: true | { readonly path: string; readonly roles: readonly [string, ...string[]] }
  /** The list's name in this application's URLs (`?tab=internal`), unique among the lists of one thing. */
  readonly slug: string
  /**
   * Names of the list in explorers' URLs, besides the last part of its path: `?tab=txs`, `#internaltx`. In lower
   * case.
   */
  readonly aliases?: readonly string[]
  readonly resource: Resource
  /** Query parameters, without the page size, which every list has. */
  readonly filters?: Readonly<Record<string, Filter>>
  /** Returns a text that identifies an item within this list and source. */
  readonly identity: (item: Item) => string
  /**
   * Returns a text that the rows of one batch share, in lists where a page can end inside a batch. `identity` begins
   * with it and a colon.
   */
  readonly batch?: (item: Item) => string
  /**
   * The position of rows on the chain: the fields of an item that hold the block's height and the index in the block,
   * and the direction of the list (unless a filter sorts it). `null`: the list has another order, or none.
   */
  readonly order: {
    readonly height: keyof NoInfer<Item> & string
    readonly index?: keyof NoInfer<Item> & string
    readonly direction: 'asc' | 'desc'
  } | null
  /** Keys of `next_page_params` by dialect; one that is missing has those of `spec`, `v12` those of `v11` without `items_count`. */
  readonly cursor: { readonly spec: readonly CursorKeys[] } & Partial<Record<Dialect, readonly CursorKeys[]>>
  /**
   * Keys of the cursor, in any dialect, that are present only if the page ends inside a group of rows that the other
   * keys can't tell apart. Either all of them are present, or none.
   */
  readonly groupCursor?: readonly CursorKeys[]
  /** Keys that only one dialect has, in an item or in a cursor: they tell which dialect a server speaks. */
  readonly dialectKeys?: Partial<
    Record<Dialect, { readonly item?: readonly string[]; readonly cursor?: readonly string[] }>
  >
  /** The thing that a row links to; `undefined` if it is unknown or has no page. */
  readonly target: (item: Item, params: Readonly<Record<string, string>>) => RowTarget | undefined
  /** The counter of the whole list's rows, if there is one. */
  readonly counter?: Counter
  /** The address's tab counter for this list, which counts up to 50 rows. */
  readonly tabCounter?: TabCounter
  /** Credits that a page costs on a Pro source. */
  readonly credits?: number
}

type Given = 'operations' | 'aliases' | 'filters' | 'dialectKeys' | 'credits'
export interface ListEndpoint<Item = unknown, CursorKeys extends string = string>
  extends Required<Pick<ListRow<Item, CursorKeys>, Given>>, Omit<ListRow<Item, CursorKeys>, Given> {}

const NO_FILTERS = {}

/**
 * Makes a row of the table, adding what most rows have, and the page size that every list has. The row's type knows its
 * parameters and filters by name.
 */
export const row = <
  Item,
  const CursorKeys extends string,
  const Params extends Readonly<Record<string, ParamFormat>>,
  const Filters extends Readonly<Record<string, Filter>> = typeof NO_FILTERS,
>(
  endpoint: ListRow<Item, CursorKeys> & { readonly params: Params; readonly filters?: Filters },
): Omit<ListEndpoint<Item, CursorKeys>, 'params' | 'filters'> & {
  readonly params: Params
  readonly filters: Filters & { readonly [PAGE_SIZE]: typeof pageSize }
} => ({
  operations: [],
  aliases: [],
  dialectKeys: {},
  credits: 20,
  ...endpoint,
  filters: { ...((endpoint.filters ?? NO_FILTERS) as Filters), [PAGE_SIZE]: pageSize },
})
