/** Loaded rows narrowed to one value of a column: the logs of one contract, of one event. */
import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { AnyListColumn } from '../columns/list-column.ts'
import type { OpenList } from '../session/use-list.ts'

interface PickChoice {
  readonly key: string
  readonly label: string
  /** Loaded rows that have it. */
  readonly count: number
}

/** What there is to choose from in one column. */
export interface RowPick {
  readonly column: string
  readonly label: string
  readonly chosen: string | undefined
  readonly choices: readonly PickChoice[]
}

/** Rows that are looked at for what there is to choose from, and choices of one column. */
const MAX_SCANNED = 2_000
const MAX_CHOICES = 60

export interface RowPicks {
  /** Null while nothing is chosen. */
  readonly filter: ComputedRef<((row: GridRow) => boolean) | null>
  /** By column; none of a list without such columns. */
  readonly picks: (list: OpenList, context: CellContext) => readonly RowPick[]
  readonly choose: (column: string, key: string | undefined) => void
}

export function useRowPicks(columns: () => readonly AnyListColumn[], listOf: () => string): RowPicks {
  const chosen = shallowRef<ReadonlyMap<string, string>>(new Map())
  // Another list has other rows.
  watch(listOf, () => (chosen.value = new Map()), { flush: 'sync' })
  const pickable = computed(() => columns().filter(({ pick }) => pick !== undefined))
  return {
    filter: computed(() => {
      const wanted = pickable.value.flatMap(({ id, pick }) => {
        const key = chosen.value.get(id)
        return pick && key !== undefined ? [{ pick, key }] : []
      })
      if (wanted.length === 0) return null
      return (row) =>
        row.kind === 'item' && wanted.every(({ pick, key }) => pick.key(row.item as never) === key)
    }),
    picks: ({ session: { rows } }, context) =>
      pickable.value.map(({ id, label, pick }) => ({
        column: id,
        label,
        chosen: chosen.value.get(id),
        choices: pick ? choicesOf(rows, pick, context) : [],
      })),
    choose(column, key) {
      const next = new Map(chosen.value)
      if (key === undefined) next.delete(column)
      else next.set(column, key)
      chosen.value = next
    },
  }
}

function choicesOf(
  rows: OpenList['session']['rows'],
  pick: NonNullable<AnyListColumn['pick']>,
  context: CellContext,
): readonly PickChoice[] {
  const found = new Map<string, { item: unknown; count: number }>()
  rows.scan(rows.first, Math.min(rows.end, rows.first + MAX_SCANNED), (row) => {
    if (row.kind !== 'item') return undefined
    const key = pick.key(row.item as never)
    const known = found.get(key)
    if (known) known.count += 1
    else if (found.size < MAX_CHOICES) found.set(key, { item: row.item, count: 1 })
    return undefined
  })
  return [...found]
    .map(([key, { item, count }]) => ({ key, count, label: pick.label(item as never, context) }))
    .sort((one, other) => other.count - one.count || one.label.localeCompare(other.label))
}
