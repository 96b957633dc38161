import type { ListId } from '#shared/lists/list-table.ts'
import type { ListPage, ListRequest } from '../../chain-reader.ts'
import type { AddressFilter } from '../decode/address-filter.ts'
import type { IndexStore } from '../store/index-store.ts'

type Notice = Pick<ListPage, 'meta'>

/** Lists that an index kept for some addresses has whole: of blocks, whose headers are all there, and of a transaction. */
const WHOLE: ReadonlySet<ListId> = new Set<ListId>([
  'latest-blocks',
  'address-blocks-validated',
  'transaction-token-transfers',
  'transaction-logs',
  'transaction-internal-transactions',
  'transaction-state-changes',
])
/** Lists that are made of call frames. */
const OF_FRAMES: ReadonlySet<ListId> = new Set<ListId>([
  'address-internal-transactions',
  'address-coin-balances',
])
/** Addresses that a notice names; of more it says how many they are. */
const MAX_NAMED = 3

/** The notice of a list that an index lacks rows of, because it is kept for some addresses. */
export function filterNotice(store: IndexStore, id: ListId, { params, filters }: ListRequest): Notice {
  const { filter } = store
  // Pending transactions come from the node.
  if (filter === null || WHOLE.has(id) || filters.filter === 'pending') return {}
  if (!filter.has(params.address_hash))
    return { meta: { status: 'partial', message: describeFilter(filter) } }
  return OF_FRAMES.has(id) && store.hasTracesOfKept ? TRACES_OF_KEPT : {}
}

const describeFilter = ({ addresses }: AddressFilter): string =>
  addresses.length > MAX_NAMED
    ? `This index is kept for ${addresses.length.toLocaleString('en')} addresses: what names none of them is not in it.`
    : `This index is kept for ${addresses.join(', ')}: what does not name ${addresses.length === 1 ? 'it' : 'one of them'} is not in it.`

const TRACES_OF_KEPT: Notice = {
  meta: {
    status: 'partial',
    message:
      'The node does not trace whole blocks: calls are known only inside transactions that name an address of this index outside their calls as well.',
  },
}
