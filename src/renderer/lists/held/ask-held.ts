import type { RpcClient } from '#shared/rpc/client.ts'
import type { HeldRowAnswer, HeldScope } from '#shared/rpc/contract/held-rows.ts'
import { ok } from '#shared/rpc/errors.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { HeldPart, HeldQuestion } from './held-question.ts'
import type { AskRows } from './row-pages.ts'

/** Asks the core about the rows that it keeps. */
export function askHeld(
  core: RpcClient,
  scope: HeldScope,
  { text, foldsScam, zone }: HeldQuestion,
  sort: { readonly by: string; readonly descending: boolean } | null,
  onRows: (rows: readonly GridRow[]) => void,
): AskRows<HeldPart> {
  const and = (condition: string) => (text === '' ? condition : `(${text}) ${condition}`)
  return async (offset, limit, signal) => {
    const question = { scope, zone, sort, offset, limit }
    const [found, scam] = await Promise.all([
      core.call('held.find', { ...question, text: foldsScam ? and('-scam') : text }, { signal }),
      foldsScam && offset === 0
        ? core.call('held.find', { ...question, text: and('scam'), limit: 0 }, { signal })
        : undefined,
    ])
    if (!found.ok) return found
    const { data } = found
    const rows = data.rows.map(toGridRow)
    onRows(rows)
    return ok({
      count: data.count,
      revision: data.revision,
      rows,
      held: data.held,
      isComplete: data.isComplete,
      isHeld: data.readAt !== null && data.errors.length === 0,
      folded: scam?.ok ? scam.data.count : 0,
    })
  }
}

const toGridRow = ({ key, item, unread }: HeldRowAnswer): GridRow =>
  unread ? { kind: 'unread', key, unread: { position: 0, ...unread } } : { kind: 'item', key, item }
