import { watch } from 'vue'
import { useRouter } from 'vue-router'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'
import { addressRoute } from '#renderer/entities/routes.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { useNews } from '#renderer/stores/activity.ts'

/** Tells what has arrived as a notification of the system. The core tells of it only where the person asked for that, and where the host shows none itself. */
export function useNotifications(): void {
  const news = useNews()
  const watchlist = useWatchlist()
  const router = useRouter()
  watch(
    () => news.arrival,
    (arrival) => {
      if (!arrival || !('Notification' in window) || Notification.permission !== 'granted') return
      if (document.visibilityState === 'visible' && document.hasFocus()) return
      const label = watchlist.byId(arrival.id)?.label ?? arrival.label
      const note = new Notification(plainName(label) || shortenHash(arrival.address), {
        body: arrival.words,
        // A later word about the same address takes the earlier one's place.
        tag: `chainglass ${String(arrival.id)} ${arrival.source}`,
      })
      note.addEventListener('click', () => {
        window.focus()
        void router.push(addressRoute(arrival.source, arrival.address))
        note.close()
      })
    },
  )
}

/** Asks the person, on their click, and tells whether notifications may be shown. */
export async function mayNotify(): Promise<boolean> {
  if (!('Notification' in window)) return false
  return (await Notification.requestPermission()) === 'granted'
}
