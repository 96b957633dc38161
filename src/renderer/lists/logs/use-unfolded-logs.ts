import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import type { Log } from '#shared/chain/log.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { RowsBelow } from '#renderer/ui/grid/grid-row.ts'
import type { ShownRows } from '../model/shown-rows.ts'
import type { DecodedLogs } from './use-decoded-logs.ts'

/** A source that takes longer to give its ABIs holds nothing back. */
const MAX_WAIT_MS = 2_000

/**
 * Logs that no ABI describes unfold as words, in the list of a transaction. A log is shown once it is known whether it
 * unfolds, so that nothing moves afterwards; or after `MAX_WAIT_MS`, as it is known by then.
 */
export function useUnfoldedLogs(of: {
  readonly isOn: () => boolean
  readonly context: () => CellContext
  readonly isAwaited: () => DecodedLogs['isAwaited']['value']
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
  const isLate = shallowRef(false)
  watch(
    () => of.isOn() && of.isAwaited() !== undefined,
    (waits, _before, onCleanup) => {
      isLate.value = false
      if (!waits) return
      const timer = setTimeout(() => (isLate.value = true), MAX_WAIT_MS)
      onCleanup(() => {
        clearTimeout(timer)
      })
    },
    { immediate: true, flush: 'sync' },
  )
  /** Logs that were shown as words stay: the source may be asked for them again. */
  const unfolded = new WeakSet<Log>()
  return {
    below: computed(() => (of.isOn() ? logWords.value?.(of.context()) : undefined)),
    known(rows) {
      if (!of.isOn()) return rows
      const { decodedLog } = of.context()
      const isAwaited = isLate.value ? undefined : of.isAwaited()
      const isLoaded = logWords.value !== undefined
      return {
        ...rows,
        at(index) {
          const row = rows.at(index)
          if (row?.kind !== 'item') return row
          const log = row.item as Log
          const decoded = decodedLog?.(log)
          if (!isLoaded || (!decoded && isAwaited?.(log) === true && !unfolded.has(log))) return undefined
          if (decoded === null) unfolded.add(log)
          return row
        },
      }
    },
  }
}
