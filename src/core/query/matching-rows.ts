/** Finds the rows that match a question, and those of them that are shown. */
import type { Resource } from '#shared/lists/list-endpoint.ts'
import { MOVEMENTS, MOVING_KINDS } from '#shared/rpc/contract/row-limits.ts'
import { nameList } from '../archive/list-name.ts'
import type { ListScope } from './comparison/known-list.ts'
import { markRows, viewOfMarked, type MarkedRows } from './comparison/mark-rows.ts'
import type { QueryReader } from './query-reader.ts'
import type { FindInput, KnownList, OtherFile, ShownInput } from './questions.ts'
import type { FoundRows } from './result-page.ts'
import type { LearntPoisoning, QueriedList } from './row-query.ts'
import type { ContextOptions } from './row-test.ts'
import { readScope, type ScopeState } from './scope-state.ts'
import { SqlMatches } from './sql/sql-matches.ts'
import type { SqlView } from './sql/sql-view.ts'
import { createTimeSlices, type YieldIfDue } from './time-slices.ts'
import type { View } from './view.ts'

export type Facts = ContextOptions['facts']
export type ScopeInput = Pick<ShownInput, 'scope' | 'kind' | 'text' | 'zone' | 'fold' | 'beside'>
const NEWEST_FIRST = { by: 'time', descending: true } as const

/** The matching rows of one kind. Without `yieldIfDue`, runs without letting others work. */
export async function viewOf(
  reader: QueryReader,
  input: ScopeInput & Partial<Pick<FindInput, 'sort' | 'offset' | 'limit'>>,
  facts: Facts,
  { query, kinds, revision }: ScopeState,
  kind: Resource,
  signal: AbortSignal,
  yieldIfDue: YieldIfDue | undefined,
): Promise<SqlView | undefined> {
  const lists = kinds.get(kind) ?? []
  const { scope, text, zone, fold, beside } = input
  // Rows of several lists are sorted by time, because they have no common order.
  const sort = input.sort ?? (scope.of === 'list' ? null : NEWEST_FIRST)
  const descending = sort?.descending === true
  const isMerged = scope.of === 'list' && lists.length > 1
  const tokens = lists.map(({ context }) => context.ownToken?.exchange_rate ?? null)
  const key = JSON.stringify([
    scope,
    kind,
    text.trim(),
    zone,
    sort?.by,
    fold,
    facts,
    reader.labels.version,
    tokens,
    lists.length > 1,
    beside !== undefined,
  ])
  const { database, readBody } = reader
  const matches =
    reader.remembered.get(key)?.matches ??
    new SqlMatches(database, {
      query,
      sortBy: sort?.by ?? null,
      hasRepeats: lists.length > 1,
      isMerged,
      isCompared: beside !== undefined,
    })
  // A merged, compared or summed result needs all rows; else only the requested part is sorted.
  const isOfPart = 'sort' in input && !isOfMovements(input) && !beside
  const reach = isOfPart ? (input.offset ?? 0) + (input.limit ?? 0) : Infinity
  const look = async (yieldIfDue: YieldIfDue): Promise<SqlView | undefined> => {
    const view = await matches.find(revision, lists, readBody, descending, yieldIfDue, reach)
    reader.remembered.set(key, { matches, size: matches.size })
    return view
  }
  return yieldIfDue
    ? look(yieldIfDue)
    : reader.shared.run(`${key}@${revision}:${String(descending)}:${String(reach)}`, { signal }, (shared) =>
        look(createTimeSlices(shared)),
      )
}

interface JudgedState {
  readonly state: ScopeState
  /** For each address of the list, what `fold` has learnt; undefined unless `fold` was asked for. */
  readonly known: readonly LearntPoisoning[] | undefined
}

/** The current scope, with what its rows are folded by. Undefined if it changed meanwhile. */
export async function readJudged(
  reader: QueryReader,
  input: ScopeInput,
  facts: Facts,
  signal: AbortSignal,
  yieldIfDue: YieldIfDue | undefined,
): Promise<JudgedState | undefined> {
  const state = await reader.inReadTransaction(() => readScope(reader, input, facts))
  const { scope, fold } = input
  const [[kind, lists = []] = []] = state.kinds
  if (fold === undefined || scope.of !== 'list' || !kind || lists.length === 0)
    return { state, known: undefined }
  const known: LearntPoisoning[] = []
  for (const list of lists) {
    const learnt = yieldIfDue
      ? await reader.poisoningOf(list, yieldIfDue)
      : await reader.shared.run(
          `poisoning of ${String(list.list.id)}@${state.revision}`,
          { signal },
          (shared) => reader.poisoningOf(list, createTimeSlices(shared)),
        )
    if (!learnt) return undefined
    known.push(learnt)
  }
  const revision = [state.revision, ...known.map(({ version }) => version)].join('.')
  const folding = lists.map((list, at) => ({ ...list, ...(fold && { folds: known[at] }) }))
  return { state: { ...state, revision, kinds: new Map([[kind, folding]]) }, known }
}

export interface WhatIsKnown {
  readonly facts: Facts
  readonly otherFile: OtherFile | undefined
}

/** The matching rows, and those of them that are shown. */
interface ShownRows extends JudgedState, FoundRows {}

/** Undefined if something changed meanwhile. */
export async function readShown(
  reader: QueryReader,
  input: ShownInput & Partial<Pick<FindInput, 'offset' | 'limit'>>,
  { facts, otherFile }: WhatIsKnown,
  signal: AbortSignal,
  yieldIfDue: YieldIfDue | undefined,
): Promise<ShownRows | undefined> {
  const judged = await readJudged(reader, input, facts, signal, yieldIfDue)
  if (!judged) return undefined
  const { known } = judged
  const state = isOfMovements(input) ? withMovements(judged.state) : judged.state
  const views = new Map<Resource, SqlView>()
  for (const kind of requestedKinds(input, state)) {
    const view = await viewOf(reader, input, facts, state, kind, signal, yieldIfDue)
    if (!view) return undefined
    views.set(kind, view)
  }
  const compared = comparedIn(reader, input, otherFile)
  if (!compared) return { state, known, views }
  const marked = new Map<Resource, View>()
  const ofAll = new Map<Resource, View>()
  for (const [kind, view] of views) {
    const marks = await marksOf(reader, view, compared, yieldIfDue ?? createTimeSlices(signal))
    marked.set(kind, viewOfMarked(view, marks, compared.show))
    ofAll.set(kind, viewOfMarked(view, marks, 'all'))
  }
  const revision = revisionWith(state, compared)
  return { state: { ...state, revision }, known, views: marked, ofAll }
}

/** The current state of the list that another is compared with. */
interface Compared {
  readonly scope: ListScope
  readonly other: KnownList
  readonly isOld: boolean
  readonly show: 'all' | 'here' | 'both'
}

export function comparedIn(
  reader: QueryReader,
  { scope, beside }: ScopeInput,
  otherFile: OtherFile | undefined,
): Compared | undefined {
  if (!beside || scope.of !== 'list') return undefined
  const other = reader.known.read(beside.scope, otherFile)
  return { scope, other, isOld: beside.isOld === true, show: beside.show }
}

export const revisionWith = (
  { revision }: Pick<ScopeState, 'revision'>,
  { other, isOld }: Compared,
): string => [revision, other.revision, ...(isOld ? ['old'] : [])].join('.')

/** The marks of the rows, cached while neither list changes. */
export async function marksOf(
  { marked, readBody }: QueryReader,
  view: SqlView,
  { scope, other, isOld }: Compared,
  yieldIfDue: YieldIfDue,
): Promise<MarkedRows> {
  const before = marked.get(view)
  if (before?.of === other && before.isOld === isOld) return before
  const isHistory = nameList(scope).kind === 'history'
  const marks = await markRows(view, other, isOld, isHistory, readBody, yieldIfDue)
  marked.set(view, marks)
  return marks
}

/**
 * Number of loaded rows in the scope; a row in the lists of several addresses counts once. Undefined if something changed
 * meanwhile.
 */
export async function countLoaded(
  reader: QueryReader,
  { scope, zone }: FindInput,
  facts: Facts,
  state: ScopeState,
  signal: AbortSignal,
  yieldIfDue: YieldIfDue | undefined,
): Promise<number | undefined> {
  const [[kind, lists = []] = []] = state.kinds
  if (scope.of !== 'list' || lists.length < 2 || !kind) return state.loaded
  const [revision = ''] = state.revision.split('.')
  const kinds = new Map([[kind, lists.map(({ folds: _, ...list }) => list)]])
  const all = { ...state, query: null, revision, kinds }
  const found = await viewOf(reader, { scope, text: '', zone }, facts, all, kind, signal, yieldIfDue)
  return found?.count
}

/** The kinds of rows that are asked for; a list has one kind. */
export const requestedKinds = ({ scope, kind }: ScopeInput, { kinds }: ScopeState): readonly Resource[] =>
  kind === undefined || kind === MOVEMENTS || scope.of === 'list' ? [...kinds.keys()] : [kind]

export const isOfMovements = ({ scope, kind }: ScopeInput) => kind === MOVEMENTS && scope.of !== 'list'

/** The scope with kinds of movements only, in the lists of addresses: lists of a token are about its holders. */
function withMovements(state: ScopeState): ScopeState {
  const kinds = new Map<Resource, readonly QueriedList[]>()
  for (const kind of MOVING_KINDS) {
    const lists = state.kinds.get(kind)?.filter(({ list }) => list.list.startsWith('address-')) ?? []
    if (lists.length > 0) kinds.set(kind, lists)
  }
  return { ...state, kinds }
}
