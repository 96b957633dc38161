/** The lists of a scope, and the positions of their bodies. */
import { createHash } from 'node:crypto'
import type { Token } from '#shared/chain/token.ts'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import { isListId, listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { RowScope } from '#shared/rpc/contract/rows.ts'
import { membersOf } from '#core/archive/members-of.ts'
import type { Cursor } from '#shared/lists/page.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { createKeptDetails } from '../archive/kept-details.ts'
import { formatParams, nameList, type ListRequest } from '../archive/list-name.ts'
import { namedLists } from '../archive/named-lists.ts'

export interface LoadedList {
  readonly id: number
  readonly source: string
  readonly list: ListId
  readonly resource: Resource
  readonly params: Readonly<Record<string, string>>
  readonly filters: readonly (readonly [string, string])[]
  readonly readAt: number
  /** Changes whenever its bodies change. */
  readonly changed: number
}

interface ListRow {
  readonly id: number
  readonly source: string
  readonly list: string
  readonly params: string
  readonly filters: string
  readonly readAt: number
  readonly changed: number
}

const LISTS = 'SELECT id, source, list, params, filters, read_at AS readAt, changed FROM lists'

export function listsIn(database: Database, scope: RowScope): LoadedList[] {
  return readRows(database, scope).flatMap(({ list, params, filters, ...row }): LoadedList[] =>
    // Lists that this version does not have are skipped.
    isListId(list)
      ? [
          {
            ...row,
            list,
            resource: listEndpoint(list).resource,
            params: Object.fromEntries(JSON.parse(params) as [string, string][]),
            filters: JSON.parse(filters) as [string, string][],
          },
        ]
      : [],
  )
}

function readRows(database: Database, scope: RowScope): ListRow[] {
  if (scope.of === 'list') return namedLists(scope).flatMap((list) => readList(database, list))
  const all =
    scope.of === 'address'
      ? database.all<ListRow>(
          `${LISTS} WHERE params = ? ORDER BY id`,
          formatParams({ address_hash: scope.address }),
        )
      : // A combined list has no rows of its own.
        database.all<ListRow>(`${LISTS} WHERE instr(params, '"others"') = 0 ORDER BY id`)
  const wanted = scope.sources && new Set(scope.sources)
  return wanted ? all.filter(({ source }) => wanted.has(source)) : all
}

function readList(database: Database, request: ListRequest): ListRow[] {
  const name = nameList(request)
  return database.all<ListRow>(
    `${LISTS} WHERE source = ? AND list = ? AND params = ? AND filters = ?`,
    name.source,
    name.list,
    name.params,
    name.filters,
  )
}

/**
 * The addresses of a list of several, in lower case; undefined for a list of one. Throws `invalid_input` if the list can't
 * be of several.
 */
export const ownersIn = (scope: RowScope): ReadonlySet<string> | undefined =>
  scope.of === 'list' && scope.others ? new Set(membersOf({ ...scope, others: scope.others })) : undefined

/** Changes whenever one of the lists or their bodies changes. */
export function revisionOf(lists: readonly Pick<LoadedList, 'id' | 'changed'>[]): string {
  const hash = createHash('sha256')
  for (const { id, changed } of lists) hash.update(`${String(id)}:${String(changed)};`)
  return hash.digest('hex').slice(0, 16)
}

/** The address or token that a list is of, if its rows are read from that side. */
export function ownerOf(database: Database, { source, list, params }: LoadedList) {
  const { path } = listEndpoint(list)
  const address = params.address_hash
  if (address === undefined) return {}
  if (path.startsWith('/addresses/')) return { ownAddress: address }
  if (!path.startsWith('/tokens/')) return {}
  const loaded = createKeptDetails(database).read({
    source,
    detail: 'token',
    params: { address_hash: address },
  })
  return { ownToken: loaded?.item as Token | undefined }
}

/** The part after a body: the next body without a gap, a gap, or the end of the list. */
type After = 'joined' | 'gap' | 'end'

/** A body of a list. */
export interface BodyPlace {
  readonly id: number
  readonly count: number
  readonly after: After
  readonly top: number | null
  readonly bottom: number | null
  /** Number of rows of the list above it. */
  readonly start: number
}

/** The bodies of a list in order. */
export interface Directory {
  readonly bodies: readonly BodyPlace[]
  readonly rows: number
  readonly isComplete: boolean
  /** Cursor of the page after its last row; null at the end of the list. */
  readonly next: Cursor | null
}
