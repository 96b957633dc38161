import { onScopeDispose, watch, type Ref } from 'vue'

/** A block takes some seconds on most chains: no need to ask more often, and rude to. */
const EVERY_MS = 6_000

/** Asks again and again for as long as a transaction waits for its block and someone is looking. */
export function followWhilePending(pending: Ref<boolean>, ask: () => void): void {
  let timer: ReturnType<typeof setInterval> | undefined
  const stop = () => {
    clearInterval(timer)
  }
  watch(
    pending,
    (waits) => {
      stop()
      if (!waits) return
      timer = setInterval(() => {
        if (document.visibilityState === 'visible') ask()
      }, EVERY_MS)
    },
    { immediate: true },
  )
  onScopeDispose(stop)
}
