import type { Ref } from 'vue'
import { whenSourceIsBack } from '#renderer/entities/source/when-source-is-back.ts'
import { useSources } from '#renderer/stores/sources.ts'
import type { OpenList } from '../session/use-list.ts'

/** So many rows above the last one seen are in view at most. */
const IN_VIEW = 100

/**
 * Reads what is missing between kept rows once it is scrolled to, and when the source answers again. Returns what is to
 * be called with the last row seen whenever it changes.
 */
export function useGapFilling(list: Readonly<Ref<OpenList>>): (lastSeen: number) => void {
  const sources = useSources()
  let seen = 0
  function fill() {
    const { session, shown } = list.value
    if (session.gaps.length === 0 || sources.byId(session.query.source)?.last?.ok === false) return
    const inView = session.gaps.find((key) => {
      const index = shown.indexOf(key)
      return index !== undefined && index <= seen && index > seen - IN_VIEW
    })
    if (inView !== undefined) session.fillGap(inView)
  }
  whenSourceIsBack(
    () => list.value.session.query.source,
    () => {
      fill()
      if (list.value.snapshot.missing.length > 0) list.value.session.retry()
    },
  )
  return (lastSeen) => {
    seen = lastSeen
    fill()
  }
}
