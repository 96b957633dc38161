import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import type { Log } from '#shared/chain/log.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { RowsBelow } from '#renderer/ui/grid/grid-row.ts'
import type { ShownRows } from '../model/shown-rows.ts'

/**
 * Logs that no ABI describes unfold as words, in the list of a transaction. A log is shown once it is known whether it
 * unfolds: nothing moves afterwards.
 */
export function useUnfoldedLogs(of: {
  readonly isOn: () => boolean
  readonly context: () => CellContext
  readonly isDecoding: () => boolean
}): {
  readonly below: ComputedRef<RowsBelow | undefined>
  /** The rows without those that wait. */
  known<Rows extends ShownRows>(rows: Rows): Rows
} {
  const logWords = shallowRef<(context: CellContext) => RowsBelow>()
  watch(
    of.isOn,
    async (isOn) => {
      if (isOn) logWords.value ??= (await import('./log-words.ts')).logWords
    },
    { immediate: true },
  )
  return {
    below: computed(() => (of.isOn() ? logWords.value?.(of.context()) : undefined)),
    known(rows) {
      if (!of.isOn() || (logWords.value && !of.isDecoding())) return rows
      const { decodedLog } = of.context()
      return {
        ...rows,
        at(index) {
          const row = rows.at(index)
          const waits =
            row?.kind === 'item' && (!logWords.value || decodedLog?.(row.item as Log) === undefined)
          return waits ? undefined : row
        },
      }
    },
  }
}
