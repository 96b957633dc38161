/** Answers questions over one archive file. Reads it while another connection writes, and writes nothing. */
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { ScopeAnswer } from '#shared/rpc/contract/rows.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { rowsOfMark } from './comparison/mark-rows.ts'
import { rowAt } from './comparison/nearest-row.ts'
import { createQueryReader, isUnchanged, untilItHolds, type QueryReader } from './query-reader.ts'
import {
  comparedIn,
  countLoaded,
  isOfMovements,
  marksOf,
  readJudged,
  readShown,
  requestedKinds,
  revisionWith,
  viewOf,
  type Facts,
  type ScopeInput,
  type WhatIsKnown,
} from './matching-rows.ts'
import { mergeViews, type MergedViews } from './movements/merge-views.ts'
import type {
  ActivityAnswer,
  ActivityInput,
  Answer,
  FindAnswer,
  FindInput,
  PlaceAnswer,
  PlaceInput,
  Question,
  TotalsAnswer,
  TotalsInput,
} from './questions.ts'
import { foldOf, pageOf } from './result-page.ts'
import type { Labels } from './row-test.ts'
import { sqlActivity } from './sql/sql-activity.ts'
import { sqlTotals, type CountedRows } from './sql/sql-totals.ts'
import type { SqlView } from './sql/sql-view.ts'
import { createTimeSlices, type YieldIfDue } from './time-slices.ts'
import type { View } from './view.ts'
import { withoutNewer } from './without-newer.ts'

export interface Answerer {
  readonly labels: Labels
  /** Answers a question. Rejects once `signal` is aborted, and with `storage` if the file can't be read. */
  answer(question: Question, signal: AbortSignal): Promise<Answer>
}

/** `isWrittenHere`: this connection also writes, and others use it. */
export function createAnswerer(database: Database, { isWrittenHere = false } = {}): Answerer {
  const reader = createQueryReader(database, isWrittenHere)
  return {
    labels: reader.labels,
    answer: (question, signal) => answerTo(reader, question, signal).finally(reader.endTurn),
  }
}

function answerTo(
  reader: QueryReader,
  { facts, otherFile, ...asked }: Question,
  signal: AbortSignal,
): Promise<Answer> {
  switch (asked.call) {
    case 'find':
      return find(reader, asked.input, { facts, otherFile }, signal)
    case 'place':
      return findPlace(reader, asked.input, { facts, otherFile }, signal)
    case 'totals':
      return addUp(reader, asked.input, { facts, otherFile }, signal)
    case 'activity':
      return activity(reader, asked.input, { facts, otherFile }, signal)
  }
}

function find(
  reader: QueryReader,
  input: FindInput,
  told: WhatIsKnown,
  signal: AbortSignal,
): Promise<FindAnswer> {
  const { facts } = told
  return untilItHolds(reader, signal, async (yieldIfDue) => {
    const shown = await readShown(reader, input, told, signal, yieldIfDue)
    if (!shown) return undefined
    const { state, known, ...found } = shown
    const loaded = await countLoaded(reader, input, facts, state, signal, yieldIfDue)
    if (loaded === undefined) return undefined
    const merged = isOfMovements(input) ? await mergedOf(reader, found.views, signal, yieldIfDue) : undefined
    return reader.inReadTransaction(() =>
      isUnchanged(reader, input, state)
        ? pageOf(reader, input, { ...state, loaded }, { ...found, merged }, known)
        : undefined,
    )
  })
}

function findPlace(
  reader: QueryReader,
  input: PlaceInput,
  told: WhatIsKnown,
  signal: AbortSignal,
): Promise<PlaceAnswer> {
  return untilItHolds(reader, signal, async (yieldIfDue) => {
    const shown = await readShown(reader, input, told, signal, yieldIfDue)
    if (!shown) return undefined
    const { state, views } = shown
    return reader.inReadTransaction(() => {
      if (!isUnchanged(reader, input, state)) return undefined
      const [view] = views.values()
      const rows = view && withoutNewer(reader.database, view, input)
      return {
        index: rows ? rowAt(rows, input, reader) : 0,
        count: rows?.count ?? 0,
        revision: state.revision,
      }
    })
  })
}

/** All movements as one list, cached while none of its views changes. */
async function mergedOf(
  { merged }: QueryReader,
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
  reader: QueryReader,
  input: TotalsInput,
  told: WhatIsKnown,
  signal: AbortSignal,
): Promise<TotalsAnswer> {
  const { of, ...state } = await ofOneKind(reader, input, told, signal, async (view, kind, yieldIfDue) => {
    const counted = await countedOf(reader, input, told.facts, kind, view, signal, yieldIfDue)
    const groups = counted?.groupsAt(input.offset, input.limit)
    return counted && groups && { totals: counted.totals, groups, groupCount: counted.groupCount }
  })
  return { ...state, ...(of ?? { totals: null, groups: [], groupCount: 0 }) }
}

async function activity(
  reader: QueryReader,
  input: ActivityInput,
  told: WhatIsKnown,
  signal: AbortSignal,
): Promise<ActivityAnswer> {
  const { of, ...state } = await ofOneKind(reader, input, told, signal, (view, kind, yieldIfDue) =>
    sqlActivity(reader.database, view, kind, reader.readBody, yieldIfDue ?? createTimeSlices(signal)),
  )
  return { ...state, ...(of ?? { activity: null, undated: 0 }) }
}

/**
 * Calls `read` with the matching rows of one kind, with the mark that is asked for; null if the query has an error, or no
 * rows are loaded.
 */
function ofOneKind<T>(
  reader: QueryReader,
  { beside, ...plain }: ScopeInput,
  { facts, otherFile }: WhatIsKnown,
  signal: AbortSignal,
  read: (view: SqlView, kind: Resource, yieldIfDue: YieldIfDue | undefined) => Promise<T | undefined>,
): Promise<ScopeAnswer & { readonly of: T | null }> {
  // If all rows are shown, the other list does not matter.
  const input = beside === undefined || beside.show === 'all' ? plain : { ...plain, beside }
  return untilItHolds(reader, signal, async (yieldIfDue) => {
    const judged = await readJudged(reader, input, facts, signal, yieldIfDue)
    if (!judged) return undefined
    const { state, known } = judged
    const { errors, loaded } = state
    const compared = comparedIn(reader, input, otherFile)
    const revision = compared ? revisionWith(state, compared) : state.revision
    const [kind] = requestedKinds(input, state)
    const none = { errors, loaded, revision, kinds: [], of: null }
    if (errors.length > 0 || kind === undefined) return none
    const view = await viewOf(reader, input, facts, state, kind, signal, yieldIfDue)
    if (!view) return undefined
    const slices = yieldIfDue ?? createTimeSlices(signal)
    const marks = compared && (await marksOf(reader, view, compared, slices))
    const isOfMark = marks && compared.show !== 'all'
    const shown = isOfMark ? await rowsOfMark(view, marks, compared.show, revision, slices) : view
    const of = await read(shown, kind, yieldIfDue)
    const folded = known && { folded: foldOf(view, known) }
    return of === undefined || !isUnchanged(reader, input, state) ? undefined : { ...none, ...folded, of }
  })
}

/** Undefined if something changed meanwhile. */
async function countedOf(
  reader: QueryReader,
  { scope, text, zone, grouping, fold, beside }: TotalsInput,
  facts: Facts,
  kind: Resource,
  view: SqlView,
  signal: AbortSignal,
  yieldIfDue: YieldIfDue | undefined,
): Promise<CountedRows | undefined> {
  const { revision } = view
  const cacheKey = [scope, kind, text.trim(), zone, grouping, fold, facts, reader.labels.version]
  const key = JSON.stringify([...cacheKey, beside?.scope, beside?.show])
  const known = reader.totals.get(key)
  if (known?.revision === revision) return known.counted
  const count = async (yieldIfDue: YieldIfDue) => {
    const counting = { kind, grouping, zone }
    const counted = await sqlTotals(reader.database, view, counting, reader.readBody, yieldIfDue)
    if (counted) reader.totals.set(key, { revision, counted })
    return counted
  }
  return yieldIfDue
    ? count(yieldIfDue)
    : reader.shared.run(`${key}@${revision}`, { signal }, (shared) => count(createTimeSlices(shared)))
}
