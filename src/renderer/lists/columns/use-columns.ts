import { computed, type ComputedRef } from 'vue'
import type { ListId } from '#shared/lists/list-table.ts'
import { noteFinder } from '#renderer/entities/note/note-mark.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import type { MergedAddresses } from './merged-addresses.ts'
import type { AnyListColumn } from './list-column.ts'
import { columnsOf } from './list-columns.ts'

export interface ListColumns {
  readonly all: ComputedRef<readonly AnyListColumn[]>
  readonly shown: ComputedRef<readonly AnyListColumn[]>
  readonly hidden: ComputedRef<ReadonlySet<string>>
  /** A person chose other columns than the default ones. */
  readonly changed: ComputedRef<boolean>
  toggle(this: void, id: string): void
  reset(this: void): void
}

/** The shown columns of a list: a person's choice, kept in the settings by kind of list. */
export function useColumns(
  list: () => ListId,
  params: () => Readonly<Record<string, string>>,
  merged: () => MergedAddresses | undefined,
  /** Adds the columns of marks in front, while two lists are compared. */
  withMarks: (columns: readonly AnyListColumn[]) => readonly AnyListColumn[],
): ListColumns {
  const settings = useSettings()
  const all = computed(() => {
    const columns = columnsOf(list(), params())
    return merged()?.columns(columns) ?? columns
  })
  const chosen = computed(() => settings.columns[list()])
  const hidden = computed(
    () =>
      new Set(
        chosen.value?.hidden ?? all.value.filter(({ hiddenAtFirst }) => hiddenAtFirst).map(({ id }) => id),
      ),
  )

  function keep(choice: { hidden?: string[]; widths?: Record<string, number> } | undefined): void {
    const { [list()]: _before, ...others } = settings.columns
    void settings.change({ columns: choice ? { ...others, [list()]: choice } : others })
  }

  return {
    all,
    hidden,
    shown: computed(() => {
      const columns = all.value.filter(({ id }) => !hidden.value.has(id))
      return withMarks(noteFinder.value?.inColumns(list(), params(), columns) ?? columns)
    }),
    changed: computed(() => chosen.value !== undefined),
    toggle(id) {
      const next = new Set(hidden.value)
      if (!next.delete(id)) next.add(id)
      keep({ ...chosen.value, hidden: [...next] })
    },
    reset() {
      keep(undefined)
    },
  }
}
