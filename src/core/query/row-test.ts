/** Tests rows of a list against a query. */
import { checkQuery } from '#shared/query/check-query.ts'
import { compileForText, compileQuery } from '#shared/query/compile-query.ts'
import { chainOf } from '#shared/query/row-chain.ts'
import type { Query, QueryError } from '#shared/query/query.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import { labelsOn } from '#shared/watch/watch-labels.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { knownCandidates } from '../abi/known-signatures.ts'
import type { LoadedRow } from '../rows/loaded-rows.ts'
import { ownerOf, type LoadedList } from './lists-in-scope.ts'
import type { Label, SourceFacts } from './questions.ts'

const eventName = (hash: string) => knownCandidates('event', hash)[0]?.item.name
const UNKNOWN_COIN = { symbol: '', decimals: 18 }

/** The person's labels, by the chain they apply to. */
export function createLabels() {
  let all: readonly Label[] = []
  let version = 0
  let byChain = new Map<string | undefined, ReadonlyMap<string, string>>()
  return {
    set(labels: readonly Label[]) {
      all = labels
      version += 1
      byChain = new Map()
    },
    get version() {
      return version
    },
    on(chainId: string | undefined): ReadonlyMap<string, string> {
      let labels = byChain.get(chainId)
      if (!labels) byChain.set(chainId, (labels = labelsOn(all, chainId)))
      return labels
    },
  }
}
export type Labels = ReturnType<typeof createLabels>

export interface ContextOptions {
  readonly facts: Readonly<Record<string, SourceFacts>>
  readonly labels: Labels
  readonly zone: RowContext['zone']
  /** The scope is a single list, so all rows are on one chain. */
  readonly isOfOneList: boolean
  /** The addresses of a list of several. */
  readonly ownAddresses?: ReadonlySet<string> | undefined
}

export function contextOf(
  database: Database,
  list: LoadedList,
  { facts, labels, zone, isOfOneList, ownAddresses }: ContextOptions,
): RowContext {
  const { coin, chainId, name } = facts[list.source] ?? {}
  const { ownAddress, ownToken } = ownerOf(database, list)
  const chain = isOfOneList ? {} : { chain: chainOf(chainId, name ?? list.source) }
  const own = { ownAddress, ownAddresses, ownToken }
  return { ...own, coin: coin ?? UNKNOWN_COIN, labels: labels.on(chainId), zone, eventName, ...chain }
}

/** Errors for conditions that rows of a list do not have. */
export const errorsFor = (
  query: Query | null,
  { resource }: Pick<LoadedList, 'resource'>,
  context: Pick<RowContext, 'ownAddress' | 'ownAddresses' | 'chain'>,
): readonly QueryError[] => (query ? checkQuery(query, resource, context) : [])

export type LoadedRowTest = (row: LoadedRow) => boolean

export function loadedRowTest(
  query: Query | null,
  { resource }: LoadedList,
  context: RowContext,
): LoadedRowTest {
  if (!query) return () => true
  const fits = compileQuery(query, resource, context)
  const fitsText = compileForText(query)
  return ({ item, unread }) => (unread ? fitsText(unread.raw) : fits(item as object))
}
