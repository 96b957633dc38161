import type { RpcClient } from '#shared/rpc/client.ts'
import type { Grouping } from '#shared/query/totals.ts'
import { readGroup, readTotals } from '#shared/rpc/totals-text.ts'
import { MAX_HELD_GROUPS } from '#shared/rpc/contract/held-limits.ts'
import type { HeldAnswer, HeldRowAnswer, HeldScope } from '#shared/rpc/contract/held-rows.ts'
import { fail, ok } from '#shared/errors/errors.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { HeldPart, HeldQuestion, HeldTotals } from './held-question.ts'
import type { AskRows } from './row-pages.ts'

/** Asks the core about the rows that it keeps. */
export function askHeld(
  core: RpcClient,
  scope: HeldScope,
  { text, folds: fold, zone }: HeldQuestion,
  sort: { readonly by: string; readonly descending: boolean } | null,
  onRows: (rows: readonly GridRow[], told: Pick<HeldAnswer, 'imitated' | 'leftOut'>) => void,
): AskRows<HeldPart> {
  return async (offset, limit, signal) => {
    const found = await core.call('held.find', { scope, text, fold, zone, sort, offset, limit }, { signal })
    if (!found.ok) return found
    const { data } = found
    const rows = data.rows.map(toGridRow)
    onRows(rows, data)
    return ok({
      count: data.count,
      revision: data.revision,
      rows,
      held: data.held,
      isComplete: data.isComplete,
      isHeld: data.readAt !== null && data.errors.length === 0,
      folded: data.folded,
    })
  }
}

/** What all kept rows that match add up to. */
export async function askHeldTotals(
  core: RpcClient,
  scope: HeldScope,
  { text, folds: fold, zone }: HeldQuestion,
  grouping: Grouping | undefined,
  signal: AbortSignal,
): ReturnType<HeldTotals['read']> {
  const answer = await core.call(
    'held.totals',
    {
      scope,
      zone,
      text,
      fold,
      grouping: grouping ?? null,
      offset: 0,
      limit: MAX_HELD_GROUPS,
    },
    { signal },
  )
  if (!answer.ok) return answer
  const { totals, groups, groupCount } = answer.data
  if (!totals) return fail({ code: 'cancelled' })
  return ok({ totals: readTotals(totals), groups: groups.map(readGroup), groupCount })
}

/** When all kept rows that match happened. */
export const askHeldActivity = (
  core: RpcClient,
  scope: HeldScope,
  { text, folds: fold, zone }: HeldQuestion,
  signal: AbortSignal,
): ReturnType<HeldTotals['readActivity']> =>
  core.call('held.activity', { scope, text, fold, zone }, { signal })

export const toGridRow = ({ key, item, unread }: HeldRowAnswer): GridRow =>
  unread ? { kind: 'unread', key, unread: { position: 0, ...unread } } : { kind: 'item', key, item }
