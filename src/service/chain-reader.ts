/**
 * The interface between the server and a chain. The sample chain and the indexer each implement it; the server turns it
 * into HTTP, in any dialect. Items are plain JSON in the specification's shape and present key names
 * (`transaction_hash`, `block_number`, `address_hash` of a token, ...), with amounts as decimal strings, as
 * `LISTS[id].item` reads them.
 */
import type { DetailId, DerivedDetailId } from '#shared/lists/detail-table.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { BackfillCounts, IndexState, RepairCount } from '#shared/node-status.ts'

export type WireItem = Readonly<Record<string, unknown>>

/**
 * Where a page ended: the last item's position as scalars, under the cursor keys of the table of lists. A reader gives
 * every key that some dialect names; it gets back those its dialect's cursor holds (as they came in the query: texts,
 * `null` for the text `null`), and must be able to go on from any one dialect's set. `items_count` (items given so
 * far) is counted by the server; a reader may use it where the specification's cursor has nothing better.
 */
export type Position = Readonly<Record<string, string | number | bigint | boolean | null>>

export interface ListRequest {
  /** Path parameters, well-formed; addresses and hashes in lower case. */
  readonly params: Readonly<Record<string, string>>
  /** Filters that were given, checked against the table of lists: `many` as an array, `flag` as a boolean. */
  readonly filters: Readonly<Record<string, string | number | boolean | readonly string[]>>
  readonly after: Position | null
  /** Items to give at most. */
  readonly limit: number
  /** Nobody waits for the page any more. */
  readonly isGone?: () => boolean
}

export interface ListPage {
  readonly items: readonly WireItem[]
  /** `null` on the last page. */
  readonly next: Position | null
  /** Where the list is still being prepared or can't be had: as v12 says it. */
  readonly meta?: { readonly status: string; readonly message: string }
  /** The reader's version that it is of. Of what it shows of later ones it is an earlier page, never the other way round. */
  readonly version?: string
  /** Something of it did not come in time. It has no version then, so that it is read again. */
  readonly isUnanswered?: boolean
}

export interface ChainInfo {
  /** Decimal chain id. */
  readonly chainId: string
  readonly name: string
  /** `contract`: a token that is the coin, in lower case. */
  readonly coin: { readonly symbol: string; readonly decimals: number; readonly contract?: string }
}

/**
 * The lists that pages about a whole chain need, each as `{ items }`: addresses, at most MAX_RANKED (the largest
 * account and the newest contract first), and counts of transactions by day, the newest first.
 */
export type RankedId = 'largest-accounts' | 'known-contracts' | 'transactions-by-day'
export const MAX_RANKED = 1_000

/** Details that a chain itself gives; the server makes the others of what it has. */
export type ChainDetailId = Exclude<DetailId, DerivedDetailId> | RankedId

/** An address to begin with, for somebody who does not know the chain. */
export interface SuggestedAddress {
  readonly address: string
  readonly name: string
  readonly description: string
}

/** Thrown for a thing that is there but can't be had: a 501 with this message. */
export class NotServed extends Error {}

/** Thrown where what was asked for can't be read now, but may be soon: a 503 with this message. */
export class Unavailable extends Error {}

/** Thrown where what was asked for is still being prepared: a 503 that says how far that is. */
export class Preparing extends Unavailable {
  readonly progress: Progress
  constructor(message: string, progress: Progress) {
    super(message)
    this.progress = progress
  }
}

/** Parts of a whole. */
export interface Progress {
  readonly done: number
  readonly of: number
}

export interface ChainProgress {
  readonly state: IndexState
  /** The newest block of the index; null before the first. */
  readonly head: number | null
  /** Blocks of the node that are not in the index yet. */
  readonly lag: number
  /** Seconds since the process that writes the index last reported; only for an index that another process writes. */
  readonly secondsBehind?: number
  /**
   * Age of the last change that the replica has replayed, in seconds, 0 if it has all; only for an index read from a
   * replica.
   */
  readonly replicaSecondsBehind?: number
  /** Why it can't be relied on now, in a sentence that names no host. */
  readonly message?: string
  readonly repairs: readonly RepairCount[]
  /** While the newest blocks are served from an index of their own: how much of the whole chain is indexed. */
  readonly whole?: Progress
  /** While what rare lists are read along is being made. */
  readonly prepared?: Progress
  /** Only for an index that other processes may read blocks for. */
  readonly backfill?: BackfillCounts
}

export interface ChainReader {
  readonly chain: ChainInfo
  /** Changes whenever a list may have changed, for whoever has a page of it; cheap to read. Without it, only reading tells. */
  version?(): Promise<string> | string
  suggestedAddresses(): Promise<readonly SuggestedAddress[]> | readonly SuggestedAddress[]
  /** How far the index of a followed node is, at once; a chain that is whole has none. */
  progress?(this: void): ChainProgress
  /** `null` where the thing the path names is unknown: a 404 (an unknown address is an empty list, not null). */
  list(id: ListId, request: ListRequest): Promise<ListPage | null> | ListPage | null
  /** A bare list of the API is `{ items }` here. Throws NotServed. */
  detail(
    id: ChainDetailId,
    params: Readonly<Record<string, string>>,
  ): Promise<WireItem | null> | WireItem | null
  /**
   * An image or metadata file that items point at as `/media/...` (the server makes a URL of that); `path` begins with
   * `/media/`. `null` where there is none.
   */
  media?(path: string): { readonly type: string; readonly body: Uint8Array | string } | null
  close(): void | Promise<void>
}
