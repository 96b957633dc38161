/**
 * The table of lists: one row per list of the Chain Data Read API. URLs, the service's routes, the contract, tabs,
 * filters, exports and tests are derived from it. A new list needs a row here, its columns in the window, and one
 * function for each chain that our own service serves it from; the compiler names everything else. The specification
 * counts 11 operations; operations 1 and 6 are one list in two forms (Pro and per-instance).
 */
import type { StateChange } from '../chain/transaction.ts'
import { ADVANCED_FILTER_LIST } from './advanced-filter-list.ts'
import { ADDRESS_LISTS } from './address-lists.ts'
import { DETAILS, type DetailId } from './detail-table.ts'
import type { Dialect } from './dialects.ts'
import { oneOf, tokenTypes } from './filters.ts'
import { row, type ListEndpoint } from './list-endpoint.ts'
import { BLOCKS, INTERNALS, LOGS, lower, TRANSACTIONS, TRANSFERS, WITHDRAWALS } from './list-kinds.ts'
import { NAMED_LISTS } from './named-lists.ts'
import { OF_BLOCK, OF_TRANSACTION } from '../path-params.ts'
import { TOKEN_LISTS } from './token-lists.ts'

/** The lists of one thing are in the order of their tabs. */
export const LISTS = {
  ...ADDRESS_LISTS,
  ...TOKEN_LISTS,
  'transaction-state-changes': row({
    operations: [4],
    path: '/transactions/{transaction_hash}/state-changes',
    params: OF_TRANSACTION,
    slug: 'changes',
    aliases: ['state', 'statechange'],
    resource: 'state-change',
    identity: (item: StateChange) =>
      `${lower(item.address.hash)}:${item.type ?? ''}:${lower(item.token?.address_hash)}:${item.token_id ?? ''}`,
    order: null,
    cursor: { spec: ['items_count', 'state_changes'], v12: ['state_changes_count'] },
    dialectKeys: { spec: { item: ['address_hash'] } },
    target: (item) => ({ kind: 'address', address: item.address.hash }),
    credits: 30,
  }),
  'transaction-token-transfers': row({
    path: '/transactions/{transaction_hash}/token-transfers',
    params: OF_TRANSACTION,
    slug: 'transfers',
    aliases: ['token_transfers'],
    filters: { type: tokenTypes() },
    ...TRANSFERS,
    order: { height: 'block_number', index: 'log_index', direction: 'asc' },
    credits: 30,
  }),
  'transaction-internal-transactions': row({
    path: '/transactions/{transaction_hash}/internal-transactions',
    params: OF_TRANSACTION,
    slug: 'internal',
    aliases: ['internal_txns'],
    ...INTERNALS,
    order: { height: 'block_number', index: 'index', direction: 'asc' },
    cursor: { spec: ['block_number', 'index', 'items_count', 'transaction_index'] },
    credits: 40,
  }),
  'transaction-logs': row({
    path: '/transactions/{transaction_hash}/logs',
    params: OF_TRANSACTION,
    slug: 'logs',
    aliases: ['eventlog'],
    ...LOGS,
    order: { height: 'block_number', index: 'index', direction: 'asc' },
  }),
  'block-transactions': row({
    path: '/blocks/{block_hash_or_number}/transactions',
    params: OF_BLOCK,
    slug: 'transactions',
    aliases: ['txs'],
    ...TRANSACTIONS,
    order: { height: 'block_number', index: 'position', direction: 'asc' },
    cursor: { spec: ['block_number', 'index', 'items_count'] },
    counter: { detail: 'block', field: 'transactions_count' },
  }),
  'block-internal-transactions': row({
    path: '/blocks/{block_hash_or_number}/internal-transactions',
    params: OF_BLOCK,
    slug: 'internal',
    aliases: ['internal_txns'],
    ...INTERNALS,
    order: { height: 'block_number', direction: 'asc' },
    cursor: { spec: ['index', 'items_count', 'transaction_index'] },
  }),
  'block-withdrawals': row({
    path: '/blocks/{block_hash_or_number}/withdrawals',
    params: OF_BLOCK,
    slug: 'withdrawals',
    ...WITHDRAWALS,
    order: { height: 'block_number', index: 'index', direction: 'asc' },
    target: ({ receiver }) => (receiver ? { kind: 'address', address: receiver.hash } : undefined),
    counter: { detail: 'block', field: 'withdrawals_count' },
  }),
  'latest-blocks': row({
    path: '/blocks',
    params: {},
    slug: 'blocks',
    ...BLOCKS,
  }),
  'latest-transactions': row({
    path: '/transactions',
    params: {},
    slug: 'transactions',
    aliases: ['txs'],
    filters: {
      filter: oneOf(['validated', 'pending'], 'only mined transactions, or only pending ones'),
    },
    ...TRANSACTIONS,
    order: { height: 'block_number', index: 'position', direction: 'desc' },
    cursor: { spec: ['block_number', 'index', 'hash', 'inserted_at', 'items_count'] },
  }),
  'token-transfers': row({
    operations: [1, 6],
    path: '/token-transfers',
    params: {},
    slug: 'transfers',
    filters: { type: tokenTypes() },
    ...TRANSFERS,
  }),
  ...NAMED_LISTS,
  ...ADVANCED_FILTER_LIST,
} as const

export type ListId = keyof typeof LISTS
export type ListItem<Id extends ListId = ListId> = Parameters<(typeof LISTS)[Id]['identity']>[0]
export const LIST_IDS = Object.keys(LISTS) as ListId[]
const KNOWN: ReadonlySet<string> = new Set(LIST_IDS)
export const isListId = (id: string): id is ListId => KNOWN.has(id)

/** A key of any list's cursor. */
export type CursorKey = {
  [Id in ListId]: (typeof LISTS)[Id] extends ListEndpoint<infer _, infer Key> ? Key : never
}[ListId]

/** The row of a list without its item type, for code that handles all lists. */
export const listEndpoint = (id: ListId) => LISTS[id] as unknown as ListEndpoint

/** The keys of a list's cursor in a dialect, without `groupCursorKeys`. */
export const cursorKeys = (id: ListId, dialect: Dialect) => {
  const { cursor } = listEndpoint(id)
  const former = cursor.v11 ?? cursor.spec
  const keys = dialect === 'v12' ? former.filter((key) => key !== 'items_count') : cursor.spec
  return (cursor[dialect] ?? keys) as readonly CursorKey[]
}

/** The keys of a list's cursor that are present only if a page ends inside a group. */
export const groupCursorKeys = (id: ListId) => (listEndpoint(id).groupCursor ?? []) as readonly CursorKey[]

/** The owner of lists: a thing with details, or the chain itself. */
export type ListOwner = DetailId | 'chain'

/** The lists of one thing, in the order of their tabs: their path is one part longer than the thing's path. */
export function listsOf(owner: ListOwner): readonly ListId[] {
  return LISTS_OF[owner]
}

const listsBelow = (path: string) =>
  LIST_IDS.filter((id) => {
    const { path: own } = LISTS[id]
    return own.startsWith(`${path}/`) && !own.slice(path.length + 1).includes('/')
  })
const LISTS_OF = Object.fromEntries([
  ['chain', listsBelow('')],
  ...Object.entries(DETAILS).map(([detail, { path }]) => [detail, listsBelow(path)] as const),
]) as unknown as Readonly<Record<ListOwner, readonly ListId[]>>

/** A list, and the other lists of the same rows: their path is one part longer than the list's path. */
export const presentationsOf = (list: ListId): readonly ListId[] => [list, ...listsBelow(LISTS[list].path)]

/** Finds a list of a thing by its slug, the last part of its path, or an explorer's name for it. */
export function findList(owner: ListOwner, name: string): ListId | undefined {
  const wanted = name.toLowerCase()
  return listsOf(owner).find((id) => {
    const { slug, path, aliases } = listEndpoint(id)
    return slug === wanted || path.endsWith(`/${wanted}`) || aliases.includes(wanted)
  })
}

/** Whether new rows come at the beginning of the list: then its first page shows what is new. */
export const growsAtHead = (id: ListId) => listEndpoint(id).order?.direction === 'desc'
