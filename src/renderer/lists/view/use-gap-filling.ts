import { watch, type Ref } from 'vue'
import { keyOfGap } from '../model/row-window.ts'
import { whenSourceIsBack } from '#renderer/entities/source/when-source-is-back.ts'
import { useSources } from '#renderer/stores/sources.ts'
import type { ShownList } from '../model/use-shown-list.ts'

/** Rows above the last one in view that may be in view as well, at most. */
const IN_VIEW = 100

/**
 * Reads the rows of a gap when it scrolls into view, and again when the source answers again. Returns a function to
 * call with the last row in view whenever that changes.
 */
export function useGapFilling(list: Readonly<Ref<ShownList>>): (lastSeen: number) => void {
  const sources = useSources()
  let seen = 0
  /** Key of the gap that is being read. After an error, `retry` reads it again. */
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
