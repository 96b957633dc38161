import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef, toRef, type Ref } from 'vue'

/** The present time, ms since 1970: one timer for everything that shows an age, stopped while nothing does. */
const useClock = defineStore('clock', () => {
  const now = shallowRef(Date.now())
  let users = 0
  let timer: ReturnType<typeof setInterval> | undefined

  function start() {
    users += 1
    if (users > 1) return
    now.value = Date.now()
    timer = setInterval(() => (now.value = Date.now()), 1_000)
  }
  function stop() {
    users -= 1
    if (users === 0) clearInterval(timer)
  }
  return { now, start, stop }
})

/** The present time in ms since 1970, once a second for as long as the calling component lives. */
export function useNow(): Readonly<Ref<number>> {
  const clock = useClock()
  clock.start()
  onScopeDispose(clock.stop)
  return toRef(() => clock.now)
}
