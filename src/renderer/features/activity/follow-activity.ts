import type { RouteLocationNormalizedLoaded, Router } from 'vue-router'
import { useNotifications } from './use-notifications.ts'
import { usePresence } from './use-presence.ts'

/** Reports the presence of this window and shows notifications, as long as the window is open. */
export function followActivity(router: Pick<Router, 'push'>, route: RouteLocationNormalizedLoaded): void {
  usePresence(route)
  useNotifications(router)
}
