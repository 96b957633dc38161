import { onScopeDispose, watch, type Ref } from 'vue'

/** About the time between two blocks, in ms. */
const POLL_INTERVAL_MS = 6_000

/** Calls `poll` every few seconds while a transaction is pending and the window is visible. */
export function followWhilePending(pending: Ref<boolean>, poll: () => void): void {
  let timer: ReturnType<typeof setInterval> | undefined
  const stop = () => {
    clearInterval(timer)
  }
  watch(
    pending,
    (isPending) => {
      stop()
      if (!isPending) return
      timer = setInterval(() => {
        if (document.visibilityState === 'visible') poll()
      }, POLL_INTERVAL_MS)
    },
    { immediate: true },
  )
  onScopeDispose(stop)
}
