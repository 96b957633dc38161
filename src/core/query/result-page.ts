/** Builds the answer for a part of the found rows. */
import { createHash } from 'node:crypto'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { ListItem } from '#shared/lists/list-table.ts'
import { MAX_ANSWER_GAPS, MOVEMENTS } from '#shared/rpc/contract/row-limits.ts'
import type {
  FoldedCounts,
  RowGap,
  KindCount,
  ListRef,
  RowAnswer,
  MarkCounts,
} from '#shared/rpc/contract/rows.ts'
import { isInChainOrder, withOwners } from '#shared/lists/merged-lists.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { namedLists, ownParams } from '../archive/named-lists.ts'
import { keyNumber, type LoadedRow } from '../rows/loaded-rows.ts'
import type { LearntPoisoning } from './row-query.ts'
import { partyTransferOfRow } from './learn-poisoning.ts'
import { cursorBelowBody, type ReadBody } from './rows-reader.ts'
import type { LoadedList } from './lists-in-scope.ts'
import { reachOf } from './movements/reach.ts'
import type { Place, View } from './view.ts'
import { withoutNewer } from './without-newer.ts'
import type { MergedViews } from './movements/merge-views.ts'
import type { FindAnswer, FindInput } from './questions.ts'
import type { ScopeState } from './scope-state.ts'

/** The rows of each kind, and all as one list if asked for. */
export interface FoundRows {
  readonly views: ReadonlyMap<Resource, View>
  readonly merged?: MergedViews | undefined
  /** For a comparison: the rows with any mark. */
  readonly ofAll?: ReadonlyMap<Resource, View>
}

interface Reader {
  /** Id of the file; body ids are unique within it. */
  readonly id: string
  readonly database: Database
  readonly readBody: ReadBody
}

/** Undefined if a row is not loaded any more. */
export function pageOf(
  reader: Reader,
  input: FindInput,
  state: ScopeState,
  { views, merged, ofAll = views }: FoundRows,
  known: readonly LearntPoisoning[] | undefined,
): FindAnswer | undefined {
  const { readBody } = reader
  const { scope, kind, offset, limit } = input
  const { errors, loaded, revision, kinds } = state
  const [whole] = views.values()
  const [matching] = ofAll.values()
  const withoutNewerOf = (of: View) => withoutNewer(reader.database, of, input)
  const view = whole && withoutNewerOf(whole)
  const marks = matching === whole ? view?.marks : matching && withoutNewerOf(matching).marks
  const compared = input.beside && { marks: marks ?? NO_MARKS }
  const isOfOneKind = scope.of === 'list' || kind !== undefined
  const places = isOfOneKind ? ((merged ?? view)?.slice(offset, limit) ?? []) : []
  const isMerged = scope.of === 'list' && scope.others !== undefined && isInChainOrder(scope.list)
  const etag = scope.of === 'list' ? etagOf(places, reader, isMerged ? [revision] : [], known) : undefined
  const isNotModified = etag !== undefined && etag === input.ifNoneMatch
  const owners = isMerged ? createOwnerFinder(reader, view) : undefined
  const page = rowsOf(isNotModified ? [] : places, readBody, owners)
  const reach = kind === MOVEMENTS && scope.of === 'address' && offset === 0 ? reachOf(state, readBody) : []
  if (!page || !reach) return undefined
  const one = scope.of === 'list' ? view : undefined
  const lists = one?.lists ?? []
  const [list] = lists
  const areAllLoaded = lists.length === (scope.of === 'list' ? namedLists(scope).length : 1)
  return {
    errors,
    loaded,
    revision,
    kinds: isOfOneKind ? [] : countKinds(views, kinds),
    count: one ? one.count : [...views.values()].reduce((sum, { count }) => sum + count, 0),
    isComplete: areAllLoaded && lists.every(({ directory }) => directory.isComplete),
    readAt: areAllLoaded ? Math.min(...lists.map(({ list: { readAt } }) => readAt)) : null,
    gaps: one ? gapsOf(reader, one, isMerged) : [],
    next: isMerged ? null : (list?.directory.next ?? null),
    ...page,
    ...(etag !== undefined && { etag }),
    ...(isNotModified && { isNotModified }),
    ...(reach.length > 0 ? { reach } : {}),
    ...compared,
    ...(one && known ? { folded: foldOf(one, known), imitated: imitatedIn(page.rows, known) } : {}),
  }
}

/** Hash of an answer. Rows never change within their body, so ids suffice. `of`: other parts of the answer. */
function etagOf(
  places: readonly Place[],
  { id }: Reader,
  of: readonly string[],
  known: readonly LearntPoisoning[] = [],
): string {
  const hash = createHash('sha256').update([id, ...of, ...known.map(({ version }) => version)].join())
  for (const { body, row, mark = '' } of places) hash.update(`;${String(body.id)}.${String(row)}${mark}`)
  return hash.digest('hex').slice(0, 16)
}

const NO_MARKS: MarkCounts = { here: 0, both: 0, unknown: 0 }

export const foldOf = ({ folded }: View, known: readonly LearntPoisoning[]): FoldedCounts => ({
  ...folded,
  isOfNewest: known.some(({ isOfNewest }) => isOfNewest),
})

function imitatedIn(rows: readonly RowAnswer[], known: readonly LearntPoisoning[]) {
  const imitated = new Map(known.flatMap(({ detector }) => [...detector.imitated]))
  const parties = new Set(
    rows.flatMap((row) => {
      const transfer = partyTransferOfRow(row)
      return transfer ? [transfer.from, transfer.to] : []
    }),
  )
  return [...parties].flatMap((party): [string, string][] => {
    const whom = imitated.get(party)
    return whom === undefined ? [] : [[party, whom]]
  })
}

/** The addresses whose lists contain a row, in lower case. */
type OwnersOf = (row: LoadedRow) => readonly string[]

function createOwnerFinder({ database }: Reader, view: View | undefined): OwnersOf {
  const lists = (view?.lists ?? []).map(({ list }) => list)
  return ({ key, height }) =>
    lists.flatMap(({ id, params }) => {
      const isIn = database.get(
        'SELECT 1 FROM items WHERE list_id = ? AND height = ? AND key = ? LIMIT 1',
        id,
        height,
        keyNumber(key),
      )
      return isIn ? [params.address_hash ?? ''] : []
    })
}

function rowsOf(places: readonly Place[], readBody: ReadBody, ownersOf?: OwnersOf) {
  const lists: ListRef[] = []
  const numbers = new Map<number, number>()
  const rows: RowAnswer[] = []
  const numberOf = ({ id, source, list, params, filters }: LoadedList) => {
    let number = numbers.get(id)
    if (number === undefined) {
      number = lists.push({ source, list, params: ownParams(params), filters }) - 1
      numbers.set(id, number)
    }
    return number
  }
  for (const { list, body, row, mark } of places) {
    const loaded = readBody(body)?.[row]
    if (!loaded) return undefined
    const { key, item, unread } = loaded
    const of = { list: numberOf(list.list), ...(mark && { mark }) }
    if (unread) {
      rows.push({ key, unread, ...of })
      continue
    }
    const own = item as ListItem
    rows.push({ key, item: ownersOf ? withOwners(own, { of: ownersOf(loaded) }) : own, ...of })
  }
  return { rows, lists }
}

const countKinds = (views: ReadonlyMap<Resource, View>, kinds: ScopeState['kinds']): KindCount[] =>
  [...views]
    .map(([kind, { count }]) => ({
      kind,
      count,
      loaded: (kinds.get(kind) ?? []).reduce((sum, { directory }) => sum + directory.rows, 0),
    }))
    .sort((one, other) => other.count - one.count)

/** The gaps, with the number of rows of the answer above each. */
const gapsOf = ({ database }: Reader, { gaps }: View, isMerged: boolean): RowGap[] =>
  gaps.slice(0, MAX_ANSWER_GAPS).map(({ list: { list, directory }, above, below, before }) => ({
    before,
    from: above.bottom,
    to: below?.top ?? null,
    cursor: below ? cursorBelowBody(database, above) : directory.next,
    ...(isMerged && { of: list.params.address_hash }),
  }))
