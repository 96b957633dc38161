/** How far back the lists of an address are loaded, so that nobody takes the loaded rows for all there are. */
import { MOVING_KINDS, type MovingKind } from '#shared/rpc/contract/row-limits.ts'
import type { ListReach } from '#shared/rpc/contract/rows.ts'
import { rowFields } from '#shared/query/row-fields.ts'
import type { ReadBody } from '../rows-reader.ts'
import type { QueriedList } from '../row-query.ts'
import type { ScopeState } from '../scope-state.ts'

/** Undefined if a body is gone meanwhile. */
export function reachOf({ kinds }: Pick<ScopeState, 'kinds'>, readBody: ReadBody): ListReach[] | undefined {
  const all: ListReach[] = []
  for (const kind of MOVING_KINDS)
    for (const wanted of kinds.get(kind) ?? []) {
      // A list with a filter of the source is a part of the whole list, so it is left out.
      if (wanted.list.filters.length > 0) continue
      const since = oldestBeforeGap(wanted, kind, readBody)
      if (since === undefined) return undefined
      const { rows, isComplete } = wanted.directory
      all.push({ source: wanted.list.source, kind, rows, isComplete, since })
    }
  return all
}

function oldestBeforeGap(
  { directory: { bodies } }: QueriedList,
  kind: MovingKind,
  readBody: ReadBody,
): string | null | undefined {
  const last = bodies.find(({ after }) => after === 'gap') ?? bodies.at(-1)
  if (!last) return null
  const { time } = rowFields(kind)
  const rows = readBody(last)
  const item = rows?.findLast((row) => row.item !== undefined)?.item
  if (!rows) return undefined
  return (item === undefined ? null : time?.(item as object)) ?? null
}
