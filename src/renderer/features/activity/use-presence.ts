import { onScopeDispose, watch } from 'vue'
import type { RouteLocationNormalizedLoaded } from 'vue-router'
import { useConnection } from '#renderer/stores/connection.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'
import { useActivity } from '#renderer/stores/activity.ts'

/** The part of the Network Information API that says whether the connection is metered; not every browser has it. */
interface NetworkInformation extends EventTarget {
  readonly saveData?: boolean
  readonly type?: string
}

/**
 * Tells the core whether this window is visible and whether the connection is metered, because polling depends on
 * both. Marks the new activity of the address shown as seen.
 */
export function usePresence(route: RouteLocationNormalizedLoaded): void {
  const connection = useConnection()
  const activity = useActivity()
  const watchlist = useWatchlist()
  const network = (navigator as { readonly connection?: NetworkInformation }).connection

  const reportPresence = () => {
    void activity.setPresence({
      visible: document.visibilityState === 'visible',
      metered: network?.saveData === true || network?.type === 'cellular',
    })
    markAddressSeen()
  }
  document.addEventListener('visibilitychange', reportPresence)
  network?.addEventListener('change', reportPresence)
  onScopeDispose(() => {
    document.removeEventListener('visibilitychange', reportPresence)
    network?.removeEventListener('change', reportPresence)
  })
  // A restarted core does not know about this window.
  watch(
    () => connection.status.state,
    (state) => {
      if (state === 'open') reportPresence()
    },
    { immediate: true },
  )
  watch(() => activity.activity, markAddressSeen)

  function markAddressSeen() {
    const { source, hash } = route.params
    if (route.name !== 'address' || typeof source !== 'string' || typeof hash !== 'string') return
    if (document.visibilityState !== 'visible') return
    for (const { id, source: of } of activity.activity.items) {
      if (of === source && watchlist.byId(id)?.address.toLowerCase() === hash.toLowerCase())
        void activity.markSeen({ id, source })
    }
  }
}
