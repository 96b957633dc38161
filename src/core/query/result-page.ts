/** A part of what was found, with its rows. */
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { ListItem } from '#shared/lists/list-table.ts'
import { MAX_HELD_GAPS, MAX_HELD_ROWS, MOVEMENTS } from '#shared/rpc/contract/held-limits.ts'
import type {
  HeldFold,
  HeldGap,
  HeldKind,
  HeldListRef,
  HeldRowAnswer,
} from '#shared/rpc/contract/held-rows.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { LearntDealings } from './row-query.ts'
import { dealingOfHeld } from './learn-dealings.ts'
import { cursorBelowBody, type ReadBody } from './sql/rows-reader.ts'
import type { BodyPlace, HeldList } from './lists-in-scope.ts'
import { reachOf } from './movements/reach.ts'
import type { Place, View } from './view.ts'
import type { MergedViews } from './movements/merge-views.ts'
import type { FindAnswer, FindInput } from './questions.ts'
import type { ScopeState } from './scope-state.ts'

/** The rows of each kind, and, where they are asked for so, all as one list. */
interface FoundRows {
  readonly views: ReadonlyMap<Resource, View>
  readonly merged: MergedViews | undefined
}

interface Reader {
  readonly database: Database
  readonly readBody: ReadBody
}

/** Undefined where a row is not held any more. */
export function pageOf(
  reader: Reader,
  input: FindInput,
  state: ScopeState,
  { views, merged }: FoundRows,
  known: LearntDealings | undefined,
): FindAnswer | undefined {
  const { readBody } = reader
  const { scope, kind, offset, limit } = input
  const { errors, held, revision, kinds } = state
  const [view] = views.values()
  const isOfOneKind = scope.of === 'list' || kind !== undefined
  const page = rowsOf(isOfOneKind ? ((merged ?? view)?.slice(offset, limit) ?? []) : [], readBody)
  const reach = kind === MOVEMENTS && scope.of === 'address' && offset === 0 ? reachOf(state, readBody) : []
  if (!page || !reach) return undefined
  const one = scope.of === 'list' ? view : undefined
  const leftOut = one && isBeginning(input) ? leftOutOf(one, readBody) : {}
  if (!leftOut) return undefined
  const directory = one?.lists[0]?.directory
  return {
    errors,
    held,
    revision,
    kinds: isOfOneKind ? [] : countKinds(views, kinds),
    count: [...views.values()].reduce((sum, { count }) => sum + count, 0),
    isComplete: directory?.isComplete ?? false,
    readAt: one?.lists[0]?.list.readAt ?? null,
    gaps: one ? gapsOf(reader, one) : [],
    next: directory?.next ?? null,
    ...page,
    ...(reach.length > 0 ? { reach } : {}),
    ...leftOut,
    ...(one && known ? { folded: foldOf(one, known), imitated: imitatedIn(page.rows, known) } : {}),
  }
}

const isBeginning = ({ fold, text, sort, offset }: FindInput) =>
  fold === true && offset === 0 && sort === null && text.trim() === ''

/** Undefined where a row is not held any more. */
function leftOutOf(view: View, readBody: ReadBody): Pick<FindAnswer, 'leftOut'> | undefined {
  const [list] = view.lists
  if (!list || view.folded.scam + view.folded.imitations === 0) return {}
  const nameOf = (body: BodyPlace, row: number) => `${String(body.id)}:${String(row)}`
  const stays = new Set(view.slice(0, MAX_HELD_ROWS).map(({ body, row }) => nameOf(body, row)))
  const leftOut: string[] = []
  for (const body of list.directory.bodies) {
    if (body.start >= MAX_HELD_ROWS) break
    const rows = readBody(body)
    if (!rows) return undefined
    for (const [row, { key }] of rows.slice(0, MAX_HELD_ROWS - body.start).entries())
      if (!stays.has(nameOf(body, row))) leftOut.push(key)
  }
  return { leftOut }
}

export const foldOf = ({ folded }: View, { isOfNewest }: LearntDealings): HeldFold => ({
  ...folded,
  isOfNewest,
})

function imitatedIn(rows: readonly HeldRowAnswer[], { dealings: { imitated } }: LearntDealings) {
  const parties = new Set(
    rows.flatMap((row) => {
      const dealing = dealingOfHeld(row)
      return dealing ? [dealing.from, dealing.to] : []
    }),
  )
  return [...parties].flatMap((party): [string, string][] => {
    const whom = imitated.get(party)
    return whom === undefined ? [] : [[party, whom]]
  })
}

function rowsOf(places: readonly Place[], readBody: ReadBody) {
  const lists: HeldListRef[] = []
  const numbers = new Map<number, number>()
  const rows: HeldRowAnswer[] = []
  const numberOf = ({ id, source, list, params, filters }: HeldList) => {
    let number = numbers.get(id)
    if (number === undefined) {
      number = lists.push({ source, list, params, filters }) - 1
      numbers.set(id, number)
    }
    return number
  }
  for (const { list, body, row } of places) {
    const held = readBody(body)?.[row]
    if (!held) return undefined
    const { key, item, unread } = held
    const number = numberOf(list.list)
    rows.push(unread ? { key, unread, list: number } : { key, item: item as ListItem, list: number })
  }
  return { rows, lists }
}

const countKinds = (views: ReadonlyMap<Resource, View>, kinds: ScopeState['kinds']): HeldKind[] =>
  [...views]
    .map(([kind, { count }]) => ({
      kind,
      count,
      held: (kinds.get(kind) ?? []).reduce((sum, { directory }) => sum + directory.rows, 0),
    }))
    .sort((one, other) => other.count - one.count)

/** With how many rows of the answer stand above each. */
function gapsOf({ database }: Reader, { lists, ends }: View): HeldGap[] {
  const gaps: HeldGap[] = []
  const bodies = lists[0]?.directory.bodies ?? []
  if (!ends) return gaps
  for (const [at, body] of bodies.entries()) {
    const below = bodies[at + 1]
    if (body.after !== 'gap' || !below || gaps.length === MAX_HELD_GAPS) continue
    gaps.push({
      before: ends[at] ?? 0,
      from: body.bottom,
      to: below.top,
      cursor: cursorBelowBody(database, body),
    })
  }
  return gaps
}
