/** Calls to the core about the loaded rows of a list. */
import type { RpcClient } from '#shared/rpc/client.ts'
import type { Grouping } from '#shared/query/totals.ts'
import { readGroup, readTotals } from '#shared/rpc/totals-text.ts'
import { MAX_ANSWER_GROUPS } from '#shared/rpc/contract/row-limits.ts'
import type { RowAnswer, RowScope, RowMark } from '#shared/rpc/contract/rows.ts'
import { fail, ok, type Result } from '#shared/errors/errors.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { asInput, type ListQuery } from './list-query.ts'
import type { CountedTotals, ListTotals, RowsQuestion } from './rows-question.ts'

const scopeOf = (query: ListQuery) => ({ of: 'list', ...asInput(query) }) satisfies RowScope

/** Input of the calls `rows.*` for a question. `isOld`: the compared list is not up to date. */
export const rowsInput = (
  query: ListQuery,
  { text, folds: fold, zone, beside }: RowsQuestion,
  isOld: boolean,
) => ({
  ...{ scope: scopeOf(query), text, fold, zone },
  ...(beside && { beside: { scope: scopeOf(beside.query), show: beside.show, isOld } }),
})

/**
 * Totals and activity of the loaded rows that match. `of` returns the question with another filter text. `key` changes
 * whenever the result may have changed.
 */
export const totalsOf = (
  core: RpcClient,
  of: (text?: string) => ReturnType<typeof rowsInput>,
  key: string,
): ListTotals => ({
  key,
  read: (grouping, signal, text) => readTotalsOf(core, of(text), grouping, signal),
  readActivity: (signal) => core.call('rows.activity', of(), { signal }),
})

async function readTotalsOf(
  core: RpcClient,
  question: ReturnType<typeof rowsInput>,
  grouping: Grouping | undefined,
  signal: AbortSignal,
): Promise<Result<CountedTotals>> {
  const answer = await core.call(
    'rows.totals',
    { ...question, grouping: grouping ?? null, offset: 0, limit: MAX_ANSWER_GROUPS },
    { signal },
  )
  if (!answer.ok) return answer
  const { totals, groups, groupCount } = answer.data
  if (!totals) return fail({ code: 'cancelled' })
  return ok({ totals: readTotals(totals), grouping, groups: groups.map(readGroup), groupCount })
}

/** Marks by item. Each answer has item objects of its own. */
const marks = new WeakMap<object, RowMark>()

/** Whether the compared list has this item, too; undefined where no lists are compared. */
export const markOf = (item: object): RowMark | undefined => marks.get(item)

/** Keys by item. */
const keys = new WeakMap<object, string>()

/** The key of the row of a loaded item. */
export const keyOf = (item: object): string | undefined => keys.get(item)

export function toGridRow({ key, item, unread, mark }: RowAnswer): GridRow {
  if (item) keys.set(item, key)
  if (item && mark) marks.set(item, mark)
  if (unread) return { kind: 'unread', key, unread }
  return { kind: 'item', key, item, ...(mark === 'here' && { isEdged: true }) }
}
