import { onScopeDispose, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/**
 * Minimum time between changes of the URL, in ms. A held key selects 30 calls a second, and browsers refuse more
 * than 200 changes in 10 seconds.
 */
const MIN_INTERVAL_MS = 100

/**
 * Stores the selected call in the URL, for links, reloads and the back button. The first call is not stored,
 * because it is selected by default. `chosen` is the number of the call in the tree. Returns a function that tells
 * whether a call in the URL was written here, because it may arrive after another call was selected.
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
  // On navigation, drops the pending change, which would lead back to this page.
  const stop = router.beforeEach(({ path }) => {
    if (path !== route.path) rest()
  })
  onScopeDispose(() => {
    stop()
    rest()
  })
  return (call) => written !== undefined && call === written.call
}
