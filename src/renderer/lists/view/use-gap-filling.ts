import { watch, type Ref } from 'vue'
import { keyOfGap } from '../model/row-window.ts'
import { whenSourceIsBack } from '#renderer/entities/source/when-source-is-back.ts'
import { useSources } from '#renderer/stores/sources.ts'
import type { ShownList } from '../model/use-shown-list.ts'

/** So many rows above the last one seen are in view at most. */
const IN_VIEW = 100

/**
 * Reads what is missing between rows once it is scrolled to, and when the source answers again. Returns what is to be called
 * with the last row seen whenever it changes.
 */
export function useGapFilling(list: Readonly<Ref<ShownList>>): (lastSeen: number) => void {
  const sources = useSources()
  let seen = 0
  /** One whose reading ended in an error is read again by `retry`. */
  let filling: string | undefined
  function fill() {
    const { open, rows, shown, snapshot } = list.value
    const gaps = rows.part?.gaps ?? []
    if (gaps.length === 0 || snapshot.failure || snapshot.state.kind === 'error') return
    if (sources.byId(open.query.source)?.last?.ok === false) return
    const inView = gaps.find((gap) => {
      const index = shown.indexOf(keyOfGap(gap))
      return index !== undefined && index <= seen && index > seen - IN_VIEW
    })
    if (!inView?.cursor || keyOfGap(inView) === filling) return
    filling = keyOfGap(inView)
    open.fillGap(inView.cursor)
  }
  watch(
    () => list.value.open,
    () => (filling = undefined),
  )
  whenSourceIsBack(
    () => list.value.open.query.source,
    () => {
      filling = undefined
      fill()
      if (list.value.snapshot.missing.length > 0) list.value.open.retry()
    },
  )
  return (lastSeen) => {
    seen = lastSeen
    fill()
  }
}
