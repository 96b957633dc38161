import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'

/** Whole seconds of the present time in ms, one timer for all that shows an age; it rests while nothing does. */
const now = shallowRef(Date.now())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The present time, ticking once a second for as long as the calling component lives. */
export function useNow(): Readonly<ShallowRef<number>> {
  watchers += 1
  if (watchers === 1) {
    now.value = Date.now()
    timer = setInterval(() => (now.value = Date.now()), 1_000)
  }
  onScopeDispose(() => {
    watchers -= 1
    if (watchers === 0) clearInterval(timer)
  })
  return now
}
