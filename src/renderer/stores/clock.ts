import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef, toRef, type Ref } from 'vue'

/** The present time, ms since 1970: one timer for everything that shows an age, stopped while nothing does. */
const useClock = defineStore('clock', () => {
  const now = shallowRef(Date.now())
  const monotonic = shallowRef(performance.now())
  let users = 0
  let timer: ReturnType<typeof setInterval> | undefined

  function read() {
    now.value = Date.now()
    monotonic.value = performance.now()
  }
  function start() {
    users += 1
    if (users > 1) return
    read()
    timer = setInterval(read, 1_000)
  }
  function stop() {
    users -= 1
    if (users === 0) clearInterval(timer)
  }
  return { now, monotonic, start, stop }
})

/** The present time in ms since 1970, once a second for as long as the calling component lives. */
export function useNow(): Readonly<Ref<number>> {
  const clock = useRunningClock()
  return toRef(() => clock.now)
}

/** For what counts down: a clock that is not set when the time of day is, in ms, also once a second. */
export function useMonotonicNow(): Readonly<Ref<number>> {
  const clock = useRunningClock()
  return toRef(() => clock.monotonic)
}

function useRunningClock() {
  const clock = useClock()
  clock.start()
  onScopeDispose(clock.stop)
  return clock
}
