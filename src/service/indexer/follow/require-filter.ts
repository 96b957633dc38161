import { AddressFilter } from '../decode/address-filter.ts'
import { IndexError } from '../model/index-error.ts'
import type { IndexStore } from '../store/index-store.ts'
import type { FollowOptions } from './follow-options.ts'

/** Addresses that an error names; of more it says how many they are. */
const MAX_NAMED = 10

/** The addresses that the options limit the index to; null for the whole chain. */
export const filterOf = ({ only }: Pick<FollowOptions, 'only'>): AddressFilter | null =>
  only === undefined ? null : new AddressFilter(only)

/** Throws IndexError where what is in the index is kept for something else than `filter`, or than all of its chain. */
export function requireFilter(store: IndexStore, filter: AddressFilter | null, place: string) {
  if (store.head() === null) return
  const { filter: made } = store
  if (made === null ? filter === null : filter !== null && made.isSame(filter)) return
  throw new IndexError(
    'other_addresses',
    `The index of this chain in ${place} ${describe(made)}, and was left as it is. ${remedy(made)}, or choose another place for a new index with --data-dir or --database.`,
  )
}

const describe = (made: AddressFilter | null): string =>
  made === null
    ? 'was made without --only: it has all of the chain'
    : `was made with --only for ${describeAddresses(made)}`

const remedy = (made: AddressFilter | null): string =>
  made === null ? 'Start without --only' : 'Start with the same --only'

function describeAddresses({ addresses }: AddressFilter): string {
  const named = addresses.slice(0, MAX_NAMED).join(', ')
  const more = addresses.length - MAX_NAMED
  return more > 0 ? `${named} and ${more.toLocaleString('en')} more` : named
}
