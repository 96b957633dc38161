/** Lists of several addresses, merged into one: the lists that allow it, and the owners of each row. */
import { ADDRESS_LISTS } from './address-lists.ts'
import { listEndpoint, type ListId } from './list-table.ts'

/** The maximal number of addresses in a merged list. */
export const MAX_MEMBERS = 50

/**
 * Whether a list can be merged for several addresses. A row of coin balances is that of one address at a block: merged, it
 * says nothing about the sum, which the ledger has. Lists that not each source has are there for few addresses.
 */
export const canBeMerged = (list: ListId): boolean =>
  Object.hasOwn(ADDRESS_LISTS, list) &&
  list !== 'address-coin-balances' &&
  listEndpoint(list).extension === undefined

/**
 * Filters that do not work for merged lists: the source would sort each address's list by itself. Merged lists are in
 * the chain's order.
 */
const OF_ONE_LIST: ReadonlySet<string> = new Set(['sort', 'order'])

/** The filters without those that several addresses can't have. */
export const filtersOfMerged = <Value>(
  filters: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !OF_ONE_LIST.has(name)))

/** One address's part of a holding. `value` is null if the source does not say. */
export interface HoldingPart {
  readonly address: string
  readonly value: string | null
}

/** The addresses, in lower case, whose lists contain a row, and each one's part of a holding. */
export interface RowOwners {
  readonly of: readonly string[]
  readonly parts?: readonly HoldingPart[]
}

/**
 * The key has a space in it, so no field of the API has this name. A value that a server sends under it is
 * overwritten.
 */
const OWNERS = 'chainglass owners'

export const withOwners = <Item extends object>(item: Item, owners: RowOwners): Item => ({
  ...item,
  [OWNERS]: owners,
})

export const ownersOf = (item: object): RowOwners | undefined =>
  (item as { readonly [OWNERS]?: RowOwners })[OWNERS]

/** The item without its owners, as the source gave it. */
export function withoutOwners(item: object): object {
  if (!(OWNERS in item)) return item
  const { [OWNERS]: _owners, ...rest } = item
  return rest
}

/** Whether the rows of a list are in the chain's order. */
export const isInChainOrder = (list: ListId): boolean => listEndpoint(list).order !== null
