/** Asks the core about the rows of a list that are loaded. */
import type { RpcClient } from '#shared/rpc/client.ts'
import type { Grouping } from '#shared/query/totals.ts'
import { readGroup, readTotals } from '#shared/rpc/totals-text.ts'
import { MAX_HELD_GROUPS } from '#shared/rpc/contract/held-limits.ts'
import type { HeldRowAnswer, HeldScope, RowMark } from '#shared/rpc/contract/held-rows.ts'
import { fail, ok, type Result } from '#shared/errors/errors.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { asInput, type ListQuery } from './list-query.ts'
import type { CountedTotals, ListTotals, RowsQuestion } from './rows-question.ts'

const scopeOf = (query: ListQuery) => ({ of: 'list', ...asInput(query) }) satisfies HeldScope

/** The words of a question, as the calls `held.*` take them. */
export const asked = (query: ListQuery, { text, folds: fold, zone }: RowsQuestion) => ({
  ...{ scope: scopeOf(query), text, fold, zone },
})

/** What all loaded rows that match add up to, and when they happened. `key`: another text whenever that may be another. */
export const totalsOf = (
  core: RpcClient,
  query: ListQuery,
  question: RowsQuestion,
  key: string,
): ListTotals => ({
  key,
  read: (grouping, signal, text = question.text) =>
    readTotalsOf(core, query, { ...question, text }, grouping, signal),
  readActivity: (signal) => core.call('held.activity', asked(query, question), { signal }),
})

async function readTotalsOf(
  core: RpcClient,
  query: ListQuery,
  question: RowsQuestion,
  grouping: Grouping | undefined,
  signal: AbortSignal,
): Promise<Result<CountedTotals>> {
  const answer = await core.call(
    'held.totals',
    { ...asked(query, question), grouping: grouping ?? null, offset: 0, limit: MAX_HELD_GROUPS },
    { signal },
  )
  if (!answer.ok) return answer
  const { totals, groups, groupCount } = answer.data
  if (!totals) return fail({ code: 'cancelled' })
  return ok({ totals: readTotals(totals), groups: groups.map(readGroup), groupCount })
}

/** What is shown of those rows. `isOld`: so is the list that they are compared with. */
export const shownOf = ({ beside }: RowsQuestion, isOld: boolean) =>
  beside && { beside: { scope: scopeOf(beside.query), show: beside.show, isOld } }

/** By item: each answer has items of its own. */
const marks = new WeakMap<object, RowMark>()

/** Whether the list that it is compared with has this item of an answer, too; undefined where it is not compared. */
export const markOf = (item: object): RowMark | undefined => marks.get(item)

export function toGridRow({ key, item, unread, mark }: HeldRowAnswer): GridRow {
  if (item && mark) marks.set(item, mark)
  return unread ? { kind: 'unread', key, unread: { position: 0, ...unread } } : { kind: 'item', key, item }
}
