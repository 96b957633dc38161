/** Answers of a scripted core about the rows of its lists. Uses the core's own filter language. */
import { partyTransferOf } from '#shared/poisoning/party-transfer.ts'
import { PoisoningDetector } from '#shared/poisoning/poisoning-detector.ts'
import { isScamItem } from '#shared/chain/reputation.ts'
import { listEndpoint, type ListItem } from '#shared/lists/list-table.ts'
import type { Cursor, PageGap, UnreadItem } from '#shared/lists/page.ts'
import { activityOf } from '#shared/query/activity.ts'
import { compileForText, compileQuery } from '#shared/query/compile-query.ts'
import { parseQuery } from '#shared/query/parse-query.ts'
import { rowFields, type RowContext } from '#shared/query/row-fields.ts'
import { compareValues } from '#shared/query/sort-values.ts'
import { sortValue } from '#shared/query/sort.ts'
import { countTotals } from '#shared/query/totals.ts'
import type { CallInput, CallOutput, EventInput } from '#shared/rpc/contract.ts'
import type { RowScope, RowMark } from '#shared/rpc/contract/rows.ts'
import { writeGroup, writeTotals } from '#shared/rpc/totals-text.ts'
import { markIn, nearestRow } from './scripted-places.ts'

export interface ScriptedRow {
  readonly key: string
  readonly item?: ListItem
  readonly unread?: Omit<UnreadItem, 'position'>
}
export interface ScriptedGap extends PageGap {
  /** Number of rows above the gap. */
  readonly at: number
  readonly cursor: Cursor | null
}

/** The current state of a list. */
export interface AnsweredList {
  readonly request: EventInput<'lists.open'>
  readonly rows: readonly ScriptedRow[]
  readonly gaps: readonly ScriptedGap[]
  /** Rows at the start of the list that arrived after it was opened. */
  readonly newer: number
  readonly revision: string
  readonly isWhole: boolean
  readonly isCurrent: boolean
  readonly readAt: number | null
  readonly cursor: Cursor | null
}

type ShownInput = Pick<CallInput<'rows.find'>, 'text' | 'fold' | 'beside'> &
  Partial<Pick<CallInput<'rows.find'>, 'sort' | 'from'>>

interface Found {
  readonly rows: readonly ScriptedRow[]
  readonly folded: { readonly scam: number; readonly imitations: number; readonly isOfNewest: boolean }
  readonly imitated: readonly (readonly [string, string])[]
}

export interface ScriptedAnswers {
  find(input: CallInput<'rows.find'>, other: AnsweredList | undefined): CallOutput<'rows.find'>
  place(input: CallInput<'rows.place'>, other: AnsweredList | undefined): CallOutput<'rows.place'>
  totals(input: CallInput<'rows.totals'>, other: AnsweredList | undefined): CallOutput<'rows.totals'>
  activity(input: CallInput<'rows.activity'>, other: AnsweredList | undefined): CallOutput<'rows.activity'>
}

const NO_ROWS = { errors: [], loaded: 0, revision: '', kinds: [] } as const
const NOTHING_FOUND: CallOutput<'rows.find'> = {
  ...NO_ROWS,
  ...{ count: 0, isComplete: false, readAt: null, gaps: [], next: null, lists: [], rows: [] },
}

type Answerable = AnsweredList & { readonly answers: ScriptedAnswers }

/** The calls `rows.*` on these lists. */
export const answersOf = (inScope: (scope: RowScope) => Answerable | undefined) => {
  const otherOf = ({ beside }: Pick<ShownInput, 'beside'>) => beside && inScope(beside.scope)
  return {
    find: (input: CallInput<'rows.find'>) =>
      inScope(input.scope)?.answers.find(input, otherOf(input)) ?? NOTHING_FOUND,
    place: (input: CallInput<'rows.place'>) =>
      inScope(input.scope)?.answers.place(input, otherOf(input)) ?? { index: 0, count: 0, revision: '' },
    totals: (input: CallInput<'rows.totals'>) =>
      inScope(input.scope)?.answers.totals(input, otherOf(input)) ?? {
        ...{ ...NO_ROWS, totals: null, groups: [], groupCount: 0 },
      },
    activity: (input: CallInput<'rows.activity'>) =>
      inScope(input.scope)?.answers.activity(input, otherOf(input)) ?? {
        ...{ ...NO_ROWS, activity: null, undated: 0 },
      },
  }
}

export function createScriptedAnswers(list: AnsweredList): ScriptedAnswers {
  const { resource } = listEndpoint(list.request.list)
  const own = ownOf(list.request)
  const context = contextOf(own)
  /** The last matching rows. */
  let matched: { readonly of: string; readonly found: Found } | undefined

  const markOf = (row: ScriptedRow, other: AnsweredList | undefined): RowMark =>
    other ? markIn(other.rows, other.isWhole && other.isCurrent, row, list.request.list) : 'unknown'

  function matching(text: string, fold: boolean | undefined): Found {
    const of = JSON.stringify([list.revision, text, fold])
    if (matched?.of !== of) matched = { of, found: match(list, own, context, text, fold) }
    return matched.found
  }

  /** Matching rows with the asked mark, without newer rows that wait. */
  function shown({ text, fold, sort, from = [], beside }: ShownInput, other: AnsweredList | undefined) {
    const { rows, folded, imitated } = matching(text, fold)
    const waiting = new Set(sort === null && from.length > 0 ? list.rows.slice(0, list.newer) : [])
    const all = rows.filter((row) => !waiting.has(row))
    if (!beside) return { left: all, folded, imitated, marks: undefined, revision: list.revision }
    const marks = { here: 0, both: 0, unknown: 0 }
    for (const row of all) marks[markOf(row, other)] += 1
    return {
      left: all.filter((row) => beside.show === 'all' || markOf(row, other) === beside.show),
      ...{ folded, imitated, marks, revision: `${list.revision}.${other?.revision ?? ''}` },
    }
  }

  return {
    find(input, other) {
      const { text, sort, fold, offset, limit } = input
      const { query, errors } = text.trim() === '' ? { query: null, errors: [] } : parseQuery(text)
      const { left, folded, imitated, revision, marks } = shown(input, other)
      if (sort) {
        const valueOf = sortValue(resource, sort.by, context)
        const values = new Map(left.map((row) => [row, row.item && valueOf(row.item)]))
        left.sort((one, other) => compareValues(values.get(one), values.get(other), sort.descending))
      }
      const isPlain = sort === null && query === null
      return {
        ...{ errors, loaded: list.rows.length, revision, kinds: [], count: left.length },
        ...{ isComplete: list.isWhole, readAt: list.readAt, next: list.cursor, lists: [] },
        gaps: isPlain
          ? list.gaps.map((gap) => ({
              before: left.filter((row) => list.rows.indexOf(row) < gap.at).length,
              from: gap.from,
              to: gap.to,
              cursor: gap.cursor,
            }))
          : [],
        rows: left.slice(offset, offset + limit).map((row) => ({
          ...row,
          ...(marks && row.item && { item: { ...row.item }, mark: markOf(row, other) }),
          list: 0,
        })),
        ...(fold !== undefined && { folded, imitated }),
        ...(marks && { marks }),
      }
    },
    place(input, other) {
      const { left, revision } = shown({ ...input, sort: null }, other)
      return { index: nearestRow(left, input.at, list.request.list), count: left.length, revision }
    },
    totals(input, other) {
      const counter = countTotals(resource, context, input.grouping ?? undefined, (time) => time)
      const { left, revision } = shown(input, other)
      for (const { item } of left) if (item) counter.add(item)
      const groups = [...counter.groups.values()].map((group) => writeGroup(group, 20))
      const state = { ...NO_ROWS, loaded: list.rows.length, revision }
      return { ...state, totals: writeTotals(counter.totals, 20), groups, groupCount: groups.length }
    },
    activity(input, other) {
      const timeOf = rowFields(resource).time
      const { left, revision } = shown(input, other)
      const times = left.map(({ item }) => Date.parse((item && timeOf?.(item)) ?? ''))
      const dated = times.filter((time) => !Number.isNaN(time))
      const state = { ...NO_ROWS, loaded: list.rows.length, revision }
      return { ...state, activity: activityOf(dated) ?? null, undated: times.length - dated.length }
    },
  }
}

function match(
  { request, rows: all }: AnsweredList,
  own: ReturnType<typeof ownOf>,
  context: RowContext,
  text: string,
  fold: boolean | undefined,
): Found {
  const { query } = text.trim() === '' ? { query: null } : parseQuery(text)
  const fits = query && compileQuery(query, listEndpoint(request.list).resource, context)
  const fitsText = query && compileForText(query)
  const detector = new PoisoningDetector(typeof own === 'string' ? own : undefined)
  for (const { item } of all) {
    const transfer = item && partyTransferOf(item as object)
    if (transfer) detector.see(transfer)
  }
  const folded = { scam: 0, imitations: 0, isOfNewest: false }
  const rows = all.filter(({ item, unread }) => {
    if (fits && !(item ? fits(item) : fitsText?.(unread?.raw ?? ''))) return false
    if (fold !== true || !item) return true
    const transfer = partyTransferOf(item as object)
    const isScam = isScamItem(item, own)
    const isImitation = !isScam && transfer !== undefined && detector.isPoisoning(transfer)
    if (isScam) folded.scam += 1
    if (isImitation) folded.imitations += 1
    return !isScam && !isImitation
  })
  return { rows, folded, imitated: [...detector.imitated] }
}

function ownOf({ params, others }: AnsweredList['request']) {
  const own = params.address_hash?.toLowerCase()
  return others ? new Set([own ?? '', ...others.map((one) => one.toLowerCase())]) : own
}

const contextOf = (own: ReturnType<typeof ownOf>): RowContext => ({
  ownAddress: typeof own === 'string' ? own : undefined,
  ownAddresses: typeof own === 'object' ? own : undefined,
  ownToken: undefined,
  coin: { symbol: 'ETH', decimals: 18 },
  labels: new Map(),
  zone: 'utc',
})
