import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef, toRef, type Ref } from 'vue'

/** The current time, ms since 1970. All ages share one timer, which stops while nothing uses it. */
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

/** The current time in ms since 1970, updated once a second while the calling component lives. */
export function useNow(): Readonly<Ref<number>> {
  const clock = useRunningClock()
  return toRef(() => clock.now)
}

/** The monotonic clock in ms, updated once a second, for countdowns. Changes of the system time do not affect it. */
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
