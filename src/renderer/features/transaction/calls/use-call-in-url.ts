import { onScopeDispose, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** A key held down chooses 30 calls a second; browsers refuse more than 200 changes of the URL in 10 seconds. */
const MIN_INTERVAL_MS = 100

/**
 * Keeps the chosen call in the URL, where a copied link, a reload and the way back find it. Without one where it is the
 * first, which is chosen anyway. `chosen`: its number in the tree. Returns whether a call of the URL was written here: it
 * may arrive after the next call was chosen.
 */
export function useCallInUrl(chosen: () => number | undefined): (call: unknown) => boolean {
  const route = useRoute()
  const router = useRouter()
  let timer: ReturnType<typeof setTimeout> | undefined
  let written: { readonly call: string | undefined } | undefined
  const rest = () => {
    clearTimeout(timer)
    timer = undefined
  }
  function write() {
    rest()
    const id = chosen()
    if (id === undefined) return
    const { call: before, ...query } = route.query
    const call = id === 0 ? undefined : String(id)
    written = { call }
    if (call === before) return
    void router.replace({ query: call === undefined ? query : { ...query, call } })
    timer = setTimeout(write, MIN_INTERVAL_MS)
  }
  watch(chosen, () => {
    if (timer === undefined) write()
  })
  // Another place was gone to: a late change would take the person back from there.
  const stop = router.beforeEach(({ path }) => {
    if (path !== route.path) rest()
  })
  onScopeDispose(() => {
    stop()
    rest()
  })
  return (call) => written !== undefined && call === written.call
}
