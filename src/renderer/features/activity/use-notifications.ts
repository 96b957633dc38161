import { watch } from 'vue'
import type { Router } from 'vue-router'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'
import { addressRoute } from '#renderer/entities/routes.ts'
import { describeActivity } from '#shared/describe-activity.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { useActivity } from '#renderer/stores/activity.ts'

/**
 * Shows new activity as a notification of the system. The core reports it only if the person switched
 * notifications on and the host shows none itself.
 */
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
        // A later notification for the same address replaces this one.
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

/**
 * Asks the browser for the permission; returns whether notifications are allowed. Call it only on a click of the
 * person: the browser shows a question.
 */
export async function requestNotificationPermission(): Promise<boolean> {
  if (!('Notification' in window)) return false
  return (await Notification.requestPermission()) === 'granted'
}
