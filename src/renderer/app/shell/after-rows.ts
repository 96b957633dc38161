/** What is there all the time, and need not be before the first rows. */
import { useAddressHighlight } from '#renderer/entities/address/use-address-highlight.ts'
import { openInTab } from '#renderer/stores/places.ts'
import type { PaneRouters } from '../panes/pane-routers.ts'
import { registerPlaceCommands } from '../panes/place-commands.ts'

export function startAfterRows(routers: PaneRouters): void {
  useAddressHighlight()
  registerPlaceCommands(routers)
}

/** A hash is shortened anew from the path. */
export function openLinkInTab(link: HTMLAnchorElement): void {
  openInTab(link.pathname + link.search + link.hash, link.querySelector('bdi')?.textContent)
}
