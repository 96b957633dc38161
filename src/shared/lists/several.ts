/** Lists of several addresses read as one: which lists can be, and what their rows say besides what the API says. */
import { ADDRESS_LISTS } from './address-lists.ts'
import { listEndpoint, type ListId } from './list-table.ts'

/** So many addresses can be read as one. */
export const MAX_MEMBERS = 50

/** A balance at a block is that of one address: rows of several say nothing of them all. The ledger has their sum. */
const OF_ONE_ONLY: ReadonlySet<ListId> = new Set(['address-coin-balances'])

/** The lists that can be read for several addresses as one. */
export const canBeMerged = (list: ListId): boolean =>
  Object.hasOwn(ADDRESS_LISTS, list) && !OF_ONE_ONLY.has(list)

/** A source sorts the list of each address by itself, so several as one stand in the order of the chain only. */
const OF_ONE_LIST: ReadonlySet<string> = new Set(['sort', 'order'])

/** The filters that mean the same for several addresses. */
export const filtersOfSeveral = <Value>(
  filters: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !OF_ONE_LIST.has(name)))

/** How much of a holding is whose. `value` is null where the source does not say. */
export interface HoldingPart {
  readonly address: string
  readonly value: string | null
}

/** Of a row of several addresses' lists: in whose lists it stands, in lower case, and who holds how much of it. */
export interface RowOwners {
  readonly of: readonly string[]
  readonly parts?: readonly HoldingPart[]
}

/** No field of the API is called so: it has a space in it. What a server may send under it is written over. */
const OWNERS = 'chainglass owners'

export const withOwners = <Item extends object>(item: Item, owners: RowOwners): Item => ({
  ...item,
  [OWNERS]: owners,
})

export const ownersOf = (item: object): RowOwners | undefined =>
  (item as { readonly [OWNERS]?: RowOwners })[OWNERS]

/** The item as its source gave it. */
export function withoutOwners(item: object): object {
  if (!(OWNERS in item)) return item
  const { [OWNERS]: _owners, ...rest } = item
  return rest
}

/** Rows stand in the order of the chain. */
export const isInChainOrder = (list: ListId): boolean => listEndpoint(list).order !== null
