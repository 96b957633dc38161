/** Answers questions over one archive: it reads the file beside what writes it, and writes nothing. */
import type { Resource } from '#shared/lists/list-endpoint.ts'
import { MOVEMENTS, MOVING_KINDS } from '#shared/rpc/contract/held-limits.ts'
import type { HeldScopeState } from '#shared/rpc/contract/held-rows.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { createSharedTasks } from '#platform/shared-tasks.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { LearntDealings, QueriedList } from './row-query.ts'
import { createDealingsLearner } from './learn-dealings.ts'
import { createBodyDirectories, createBodyReader } from './sql/rows-reader.ts'
import { sqlActivity } from './sql/sql-activity.ts'
import { SqlMatches } from './sql/sql-matches.ts'
import { sqlTotals, type CountedRows, type Counting } from './sql/sql-totals.ts'
import type { SqlView } from './sql/sql-view.ts'
import { listsIn, revisionOf } from './lists-in-scope.ts'
import type { View } from './view.ts'
import { mergeViews, type MergedViews } from './movements/merge-views.ts'
import { foldOf, pageOf } from './result-page.ts'
import type {
  ActivityAnswer,
  ActivityInput,
  Answer,
  FindAnswer,
  FindInput,
  Question,
  TotalsAnswer,
  TotalsInput,
} from './questions.ts'
import { createLabels, type ContextOptions, type Labels } from './row-test.ts'
import { readScope, type ScopeReader, type ScopeState } from './scope-state.ts'
import { createTimeSlices, neverYield, type YieldIfDue } from './time-slices.ts'

export interface Answerer {
  readonly labels: Labels
  /** Rejects once `signal` is aborted, and with `storage` where the file can't be read. */
  answer(question: Question, signal: AbortSignal): Promise<Answer>
}

/** Rows of all results that are remembered: 8 bytes each, and more where they are sorted. */
const MAX_REMEMBERED_ROWS = 3_000_000
const MAX_REMEMBERED_GROUPS = 500_000
/** What so many questions did not use goes: a thread that is never idle would keep what was looked at hours ago. */
const MAX_UNUSED_QUESTIONS = 200
/** What changes while it is asked is asked again so often; then it is read at one moment. */
const MAX_TRIES = 4

/** `isWrittenHere`: by this connection, which others use too. */
export function createAnswerer(database: Database, { isWrittenHere = false } = {}): Answerer {
  const reader = createHeldReader(database, isWrittenHere)
  return {
    labels: reader.labels,
    answer: (question, signal) => answerTo(reader, question, signal).finally(reader.endTurn),
  }
}

function answerTo(reader: HeldReader, { facts, ...asked }: Question, signal: AbortSignal): Promise<Answer> {
  switch (asked.call) {
    case 'find':
      return find(reader, asked.input, facts, signal)
    case 'totals':
      return addUp(reader, asked.input, facts, signal)
    case 'activity':
      return activity(reader, asked.input, facts, signal)
  }
}

type HeldReader = ReturnType<typeof createHeldReader>

/** What matches a question, as it is known now, and what it adds up to. */
interface FoundView {
  readonly view: SqlView
  readonly count: (counting: Counting, yieldIfDue: YieldIfDue) => Promise<CountedRows | undefined>
}

function createHeldReader(database: Database, isWrittenHere: boolean) {
  // All columns of a million rows stay in memory.
  database.exec('PRAGMA cache_size = -120000; PRAGMA temp_store = MEMORY')
  const labels = createLabels()
  const directories = createBodyDirectories(database, MAX_UNUSED_QUESTIONS)
  const directoryOf = directories.read
  const readBody = createBodyReader(database)
  const remembered = new LruCache<string, { readonly matches: SqlMatches; readonly size: number }>({
    maxSize: MAX_REMEMBERED_ROWS,
    sizeOf: ({ size }) => size,
    maxUnusedTurns: MAX_UNUSED_QUESTIONS,
  })
  const totals = new LruCache<string, { readonly revision: string; readonly counted: CountedRows }>({
    maxSize: MAX_REMEMBERED_GROUPS,
    sizeOf: ({ counted }) => 1 + counted.groupCount,
    maxUnusedTurns: MAX_UNUSED_QUESTIONS,
  })
  let turns = 0
  return {
    directoryOf,
    readBody,
    database,
    labels,
    remembered,
    totals,
    endTurn: () => {
      turns += 1
      directories.endTurn()
      remembered.endTurn()
      totals.endTurn()
      // Pages of the file that are still asked for are read again.
      if (turns % MAX_UNUSED_QUESTIONS === 0 && database.isOpen) database.exec('PRAGMA shrink_memory')
    },
    /** By the first view of each. */
    merged: new WeakMap<View, MergedViews>(),
    shared: createSharedTasks(),
    dealingsOf: createDealingsLearner({ database, directoryOf, readBody }),
    atOneMoment: isWrittenHere ? withoutTransaction : createMoments(database),
  } satisfies ScopeReader & Record<string, unknown>
}

/**
 * What does not wait reads at one moment anyway. A transaction over what waits would take in what others write meanwhile,
 * or keep them from it.
 */
const withoutTransaction = async <T>(work: () => T | Promise<T>): Promise<T> => await work()

/** Everything that `work` reads is as it is at one moment. */
function createMoments(database: Database) {
  let open = 0
  const end = () => {
    open -= 1
    if (open === 0) database.exec('COMMIT')
  }
  return async <T>(work: () => T | Promise<T>): Promise<T> => {
    if (open === 0) database.exec('BEGIN')
    open += 1
    try {
      return await work()
    } finally {
      end()
    }
  }
}

type Facts = ContextOptions['facts']
type ScopeInput = Pick<FindInput, 'scope' | 'kind' | 'text' | 'zone' | 'fold'>
const NEWEST_FIRST = { by: 'time', descending: true } as const

/** Asks again while what it is about changes meanwhile. `work` gives undefined then. */
async function untilItHolds<T>(
  reader: HeldReader,
  signal: AbortSignal,
  work: (yieldIfDue: YieldIfDue | undefined) => Promise<T | undefined>,
): Promise<T> {
  for (let tries = 0; tries < 2 * MAX_TRIES; tries += 1) {
    const answer = await (tries < MAX_TRIES ? work(undefined) : reader.atOneMoment(() => work(neverYield)))
    signal.throwIfAborted()
    if (answer !== undefined) return answer
  }
  throw new Error('The archive changes at every try.')
}

/** The rows of one kind that match. `yieldIfDue`: all at once, and for nobody else. */
async function viewOf(
  reader: HeldReader,
  input: ScopeInput & Partial<Pick<FindInput, 'sort' | 'offset' | 'limit'>>,
  facts: Facts,
  { query, kinds, revision }: ScopeState,
  kind: Resource,
  signal: AbortSignal,
  yieldIfDue: YieldIfDue | undefined,
): Promise<FoundView | undefined> {
  const lists = kinds.get(kind) ?? []
  const { scope, text, zone, fold } = input
  // Rows of several lists have no order of their own.
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
  ])
  const { database, readBody } = reader
  const matches =
    reader.remembered.get(key)?.matches ??
    new SqlMatches(database, { query, sortBy: sort?.by ?? null, hasRepeats: lists.length > 1, isMerged })
  // What is merged or added up is needed as a whole.
  const isOfPart = 'sort' in input && !isOfMovements(input)
  const reach = isOfPart ? (input.offset ?? 0) + (input.limit ?? 0) : Infinity
  const look = async (yieldIfDue: YieldIfDue): Promise<FoundView | undefined> => {
    const view = await matches.find(revision, lists, readBody, descending, yieldIfDue, reach)
    reader.remembered.set(key, { matches, size: matches.size })
    return (
      view && { view, count: (counting, slices) => sqlTotals(database, view, counting, readBody, slices) }
    )
  }
  return yieldIfDue
    ? look(yieldIfDue)
    : reader.shared.run(`${key}@${revision}:${String(descending)}:${String(reach)}`, { signal }, (shared) =>
        look(createTimeSlices(shared)),
      )
}

interface JudgedState {
  readonly state: ScopeState
  /** Of one list, where `fold` was asked: of each of its addresses. */
  readonly known: readonly LearntDealings[] | undefined
}

/** The scope as it is now, with what its rows are folded by. Undefined where it changed meanwhile. */
async function readJudged(
  reader: HeldReader,
  input: ScopeInput,
  facts: Facts,
  signal: AbortSignal,
  yieldIfDue: YieldIfDue | undefined,
): Promise<JudgedState | undefined> {
  const state = await reader.atOneMoment(() => readScope(reader, input, facts))
  const { scope, fold } = input
  const [[kind, lists = []] = []] = state.kinds
  if (fold === undefined || scope.of !== 'list' || !kind || lists.length === 0)
    return { state, known: undefined }
  const known: LearntDealings[] = []
  for (const list of lists) {
    const learnt = yieldIfDue
      ? await reader.dealingsOf(list, yieldIfDue)
      : await reader.shared.run(
          `dealings of ${String(list.list.id)}@${state.revision}`,
          { signal },
          (shared) => reader.dealingsOf(list, createTimeSlices(shared)),
        )
    if (!learnt) return undefined
    known.push(learnt)
  }
  const revision = [state.revision, ...known.map(({ version }) => version)].join('.')
  const folding = lists.map((list, at) => ({ ...list, ...(fold && { folds: known[at] }) }))
  return { state: { ...state, revision, kinds: new Map([[kind, folding]]) }, known }
}

const stillIs = (
  { database }: HeldReader,
  { scope }: ScopeInput,
  { revision }: Pick<ScopeState, 'revision'>,
) => revisionOf(listsIn(database, scope)) === revision.split('.')[0]

function find(reader: HeldReader, input: FindInput, facts: Facts, signal: AbortSignal): Promise<FindAnswer> {
  return untilItHolds(reader, signal, async (yieldIfDue) => {
    const judged = await readJudged(reader, input, facts, signal, yieldIfDue)
    if (!judged) return undefined
    const { known } = judged
    const state = isOfMovements(input) ? withMovements(judged.state) : judged.state
    const asked = requestedKinds(input, state)
    const views = new Map<Resource, View>()
    for (const kind of asked) {
      const found = await viewOf(reader, input, facts, state, kind, signal, yieldIfDue)
      if (!found) return undefined
      views.set(kind, found.view)
    }
    const held = await heldOf(reader, input, facts, state, signal, yieldIfDue)
    if (held === undefined) return undefined
    const merged = isOfMovements(input) ? await mergedOf(reader, views, signal, yieldIfDue) : undefined
    return reader.atOneMoment(() =>
      stillIs(reader, input, state)
        ? pageOf(reader, input, { ...state, held }, { views, merged }, known)
        : undefined,
    )
  })
}

/** Rows of the scope; of several addresses as one, each once. Undefined where something changed meanwhile. */
async function heldOf(
  reader: HeldReader,
  { scope, zone }: FindInput,
  facts: Facts,
  state: ScopeState,
  signal: AbortSignal,
  yieldIfDue: YieldIfDue | undefined,
): Promise<number | undefined> {
  const [[kind, lists = []] = []] = state.kinds
  if (scope.of !== 'list' || lists.length < 2 || !kind) return state.held
  const [revision = ''] = state.revision.split('.')
  const kinds = new Map([[kind, lists.map(({ folds: _, ...list }) => list)]])
  const all = { ...state, query: null, revision, kinds }
  const found = await viewOf(reader, { scope, text: '', zone }, facts, all, kind, signal, yieldIfDue)
  return found?.view.count
}

/** Of one list there is one kind. */
const requestedKinds = ({ scope, kind }: ScopeInput, { kinds }: ScopeState): readonly Resource[] =>
  kind === undefined || kind === MOVEMENTS || scope.of === 'list' ? [...kinds.keys()] : [kind]

const isOfMovements = ({ scope, kind }: ScopeInput) => kind === MOVEMENTS && scope.of !== 'list'

/** What moved something, in the lists of addresses: those of a token are about its holders. */
function withMovements(state: ScopeState): ScopeState {
  const kinds = new Map<Resource, readonly QueriedList[]>()
  for (const kind of MOVING_KINDS) {
    const lists = state.kinds.get(kind)?.filter(({ list }) => list.list.startsWith('address-')) ?? []
    if (lists.length > 0) kinds.set(kind, lists)
  }
  return { ...state, kinds }
}

/** Remembered while none of its views changes. */
async function mergedOf(
  { merged }: HeldReader,
  byKind: ReadonlyMap<Resource, View>,
  signal: AbortSignal,
  yieldIfDue: YieldIfDue | undefined,
): Promise<MergedViews | undefined> {
  const views = [...byKind.values()]
  const [first] = views
  if (!first) return undefined
  const known = merged.get(first)
  if (known?.views.length === views.length && known.views.every((view, at) => view === views[at]))
    return known
  const made = await mergeViews(views, yieldIfDue ?? createTimeSlices(signal))
  merged.set(first, made)
  return made
}

async function addUp(
  reader: HeldReader,
  input: TotalsInput,
  facts: Facts,
  signal: AbortSignal,
): Promise<TotalsAnswer> {
  const { of, ...state } = await ofOneKind(reader, input, facts, signal, async (found, kind, yieldIfDue) => {
    const counted = await countedOf(reader, input, facts, kind, found, signal, yieldIfDue)
    const groups = counted?.groupsAt(input.offset, input.limit)
    return counted && groups && { totals: counted.totals, groups, groupCount: counted.groupCount }
  })
  return { ...state, ...(of ?? { totals: null, groups: [], groupCount: 0 }) }
}

async function activity(
  reader: HeldReader,
  input: ActivityInput,
  facts: Facts,
  signal: AbortSignal,
): Promise<ActivityAnswer> {
  const { of, ...state } = await ofOneKind(reader, input, facts, signal, ({ view }, kind, yieldIfDue) =>
    sqlActivity(reader.database, view, kind, reader.readBody, yieldIfDue ?? createTimeSlices(signal)),
  )
  return { ...state, ...(of ?? { activity: null, undated: 0 }) }
}

/** What `read` tells of the rows that match, of one kind; null where there is an error, or nothing is held. */
function ofOneKind<T>(
  reader: HeldReader,
  input: ScopeInput,
  facts: Facts,
  signal: AbortSignal,
  read: (found: FoundView, kind: Resource, yieldIfDue: YieldIfDue | undefined) => Promise<T | undefined>,
): Promise<HeldScopeState & { readonly of: T | null }> {
  return untilItHolds(reader, signal, async (yieldIfDue) => {
    const judged = await readJudged(reader, input, facts, signal, yieldIfDue)
    if (!judged) return undefined
    const { state, known } = judged
    const { errors, held, revision } = state
    const [kind] = requestedKinds(input, state)
    const none = { errors, held, revision, kinds: [], of: null }
    if (errors.length > 0 || kind === undefined) return none
    const found = await viewOf(reader, input, facts, state, kind, signal, yieldIfDue)
    if (!found) return undefined
    const of = await read(found, kind, yieldIfDue)
    const folded = known && { folded: foldOf(found.view, known) }
    return of === undefined || !stillIs(reader, input, state) ? undefined : { ...none, ...folded, of }
  })
}

/** Undefined where something changed meanwhile. */
async function countedOf(
  reader: HeldReader,
  { scope, text, zone, grouping, fold }: TotalsInput,
  facts: Facts,
  kind: Resource,
  { view, count: countView }: FoundView,
  signal: AbortSignal,
  yieldIfDue: YieldIfDue | undefined,
): Promise<CountedRows | undefined> {
  const { revision } = view
  const key = JSON.stringify([scope, kind, text.trim(), zone, grouping, fold, facts, reader.labels.version])
  const known = reader.totals.get(key)
  if (known?.revision === revision) return known.counted
  const count = async (yieldIfDue: YieldIfDue) => {
    const counted = await countView({ kind, grouping, zone }, yieldIfDue)
    if (counted) reader.totals.set(key, { revision, counted })
    return counted
  }
  return yieldIfDue
    ? count(yieldIfDue)
    : reader.shared.run(`${key}@${revision}`, { signal }, (shared) => count(createTimeSlices(shared)))
}
