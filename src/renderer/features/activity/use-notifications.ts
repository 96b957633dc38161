import { watch } from 'vue'
import type { Router } from 'vue-router'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'
import { addressRoute } from '#renderer/entities/routes.ts'
import { describeActivity } from '#shared/describe-activity.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { useActivity } from '#renderer/stores/activity.ts'

/** Shows new activity as a notification of the system. The core reports it only where the person asked for that and the host shows none itself. */
export function useNotifications(router: Pick<Router, 'push'>): void {
  const activity = useActivity()
  const watchlist = useWatchlist()
  watch(
    () => activity.arrival,
    (arrival) => {
      if (!arrival || !('Notification' in window) || Notification.permission !== 'granted') return
      if (document.visibilityState === 'visible' && document.hasFocus()) return
      const label = watchlist.byId(arrival.id)?.label ?? arrival.label
      const notification = new Notification(plainName(label) || shortenAddress(arrival.address), {
        body: describeActivity(arrival),
        // A later one about the same address replaces this one.
        tag: `chainglass ${String(arrival.id)} ${arrival.source}`,
      })
      notification.addEventListener('click', () => {
        window.focus()
        void router.push(addressRoute(arrival.source, arrival.address))
        notification.close()
      })
    },
  )
}

/** To be called on the person's click only: the browser asks them. Returns whether notifications are allowed. */
export async function requestNotificationPermission(): Promise<boolean> {
  if (!('Notification' in window)) return false
  return (await Notification.requestPermission()) === 'granted'
}
