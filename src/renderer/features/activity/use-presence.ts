import { onScopeDispose, watch } from 'vue'
import { useRoute } from 'vue-router'
import { useConnection } from '#renderer/stores/connection.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'
import { useNews } from '#renderer/stores/activity.ts'

/** The part of the Network Information API that tells of a metered connection; not every browser has it. */
interface NetworkInformation extends EventTarget {
  readonly saveData?: boolean
  readonly type?: string
}

/**
 * Tells the core whether this window is seen and whether the connection is metered, so that it looks gently; and that
 * what is new at the address in front is seen.
 */
export function usePresence(): void {
  const route = useRoute()
  const connection = useConnection()
  const news = useNews()
  const watchlist = useWatchlist()
  const network = (navigator as { readonly connection?: NetworkInformation }).connection

  const tell = () => {
    news.tellPresence({
      visible: document.visibilityState === 'visible',
      metered: network?.saveData === true || network?.type === 'cellular',
    })
    seeWhatIsInFront()
  }
  document.addEventListener('visibilitychange', tell)
  network?.addEventListener('change', tell)
  onScopeDispose(() => {
    document.removeEventListener('visibilitychange', tell)
    network?.removeEventListener('change', tell)
  })
  // A core that was started anew knows nothing of this window.
  watch(
    () => connection.status.state,
    (state) => {
      if (state === 'open') tell()
    },
    { immediate: true },
  )
  watch(() => news.news, seeWhatIsInFront)

  function seeWhatIsInFront() {
    const { source, hash } = route.params
    if (route.name !== 'address' || typeof source !== 'string' || typeof hash !== 'string') return
    if (document.visibilityState !== 'visible') return
    for (const { id, source: of } of news.news.items) {
      if (of === source && watchlist.byId(id)?.address.toLowerCase() === hash.toLowerCase())
        void news.seen({ id, source })
    }
  }
}
