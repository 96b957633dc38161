import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { OpenList } from '../session/use-list.ts'
import { KnownRows } from './known-rows.ts'
import type { KnownList } from './lists-beside.ts'
import { placesOf } from './row-place.ts'

/** A list that is read page after page is looked at no more often than this, ms: the longer it is, the more it takes. */
const PAUSE_MS = 100
const LONG_PAUSE_MS = 600
const LONG = 20_000

/** Keeps up what is known of a list, while it is wanted. */
export function useKnownList(
  list: () => OpenList,
  isWanted: () => boolean,
  byTime: () => boolean,
): Readonly<ShallowRef<KnownList | undefined>> {
  const known = shallowRef<KnownList>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = -Infinity

  function update() {
    timer = undefined
    lastAt = performance.now()
    if (known.value?.rows.update(list().snapshot)) known.value = { ...known.value }
  }
  watch(
    [() => list().session, isWanted, byTime] as const,
    ([session, wanted, isByTime]) => {
      clearTimeout(timer)
      timer = undefined
      if (!wanted) {
        known.value = undefined
        return
      }
      const placeOf = placesOf(session.query, isByTime)
      known.value = { rows: new KnownRows(session.rows, placeOf, session.snapshot.value), placeOf }
    },
    { immediate: true, flush: 'sync' },
  )
  watch(
    () => list().snapshot,
    () => {
      if (!known.value) return
      const pause = known.value.rows.items.length > LONG ? LONG_PAUSE_MS : PAUSE_MS
      const wait = lastAt + pause - performance.now()
      if (wait <= 0) update()
      else timer ??= setTimeout(update, wait)
    },
  )
  onScopeDispose(() => {
    clearTimeout(timer)
  })
  return known
}
