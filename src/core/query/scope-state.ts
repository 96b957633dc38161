/** The current state of a scope, and which lists of it a query applies to. */
import type { Resource } from '#shared/lists/list-endpoint.ts'
import { listEndpoint } from '#shared/lists/list-table.ts'
import { parseQuery } from '#shared/query/parse-query.ts'
import type { Query, QueryError } from '#shared/query/query.ts'
import { chainOf, unknownChains } from '#shared/query/row-chain.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { createBodyDirectories } from './rows-reader.ts'
import { listsIn, ownersIn, revisionOf } from './lists-in-scope.ts'
import type { QueriedList } from './row-query.ts'
import type { FindInput } from './questions.ts'
import { contextOf, errorsFor, type ContextOptions, type Labels } from './row-test.ts'

export interface ScopeState {
  readonly query: Query | null
  /** If there is an error, no list is asked. */
  readonly errors: readonly QueryError[]
  readonly revision: string
  readonly loaded: number
  readonly kinds: ReadonlyMap<Resource, readonly QueriedList[]>
}

export interface ScopeReader {
  readonly database: Database
  readonly labels: Labels
  readonly directoryOf: ReturnType<typeof createBodyDirectories>['read']
}

export function readScope(
  { database, directoryOf, labels }: ScopeReader,
  { scope, text, zone }: Pick<FindInput, 'scope' | 'text' | 'zone'>,
  facts: ContextOptions['facts'],
): ScopeState {
  const lists = listsIn(database, scope)
  const ownAddresses = ownersIn(scope)
  const isOfOneList = scope.of === 'list'
  const { query, errors } = readText(text, isOfOneList ? undefined : facts)
  const none = { query, revision: revisionOf(lists), loaded: 0, kinds: new Map<Resource, QueriedList[]>() }
  if (errors.length > 0) return { ...none, errors }
  const queried = lists.map((list): QueriedList => ({
    list,
    directory: directoryOf(list),
    context: contextOf(database, list, { facts, labels, zone, isOfOneList, ownAddresses }),
  }))
  const able = queried.filter(({ list, context }) => errorsFor(query, list, context).length === 0)
  if (able.length > 0) {
    const loaded = able.reduce((sum, { directory }) => sum + directory.rows, 0)
    return { ...none, errors: [], loaded, kinds: byKind(able) }
  }
  const [first] = queried
  if (first) return { ...none, errors: errorsFor(query, first.list, first.context) }
  return { ...none, errors: scope.of === 'list' ? errorsOfList(query, scope, ownAddresses) : [] }
}

/** Parses the text. `facts`: of the sources whose chains can be named, if rows of several are asked. */
function readText(text: string, facts: ContextOptions['facts'] | undefined) {
  if (text.trim() === '') return { query: null, errors: [] }
  const { query, errors } = parseQuery(text)
  if (!query || !facts) return { query, errors }
  const chains = Object.values(facts).map(({ chainId, name }) => chainOf(chainId, name))
  return { query, errors: unknownChains(query, chains) }
}

/** Errors for a list that is not loaded. */
function errorsOfList(
  query: Query | null,
  { list, params }: Extract<FindInput['scope'], { of: 'list' }>,
  ownAddresses: ReadonlySet<string> | undefined,
) {
  const endpoint = listEndpoint(list)
  const ownAddress = endpoint.path.startsWith('/addresses/') ? params.address_hash : undefined
  return errorsFor(query, endpoint, { ownAddress, ownAddresses })
}

function byKind(lists: readonly QueriedList[]): Map<Resource, QueriedList[]> {
  const kinds = new Map<Resource, QueriedList[]>()
  for (const one of lists) {
    const known = kinds.get(one.list.resource)
    if (known) known.push(one)
    else kinds.set(one.list.resource, [one])
  }
  return kinds
}
