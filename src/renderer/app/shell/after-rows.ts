/** Parts of the shell that are always there, and load after the first rows. */
import { compileEmoji } from '#shared/text/hostile-text.ts'
import { useAddressHighlight } from '#renderer/entities/address/use-address-highlight.ts'
import { inIdleTurn } from '#renderer/lib/paint/idle-turns.ts'
import { loadColumns } from '#renderer/lists/columns/list-columns.ts'
import { openInTab } from '#renderer/stores/places.ts'
import type { PaneRouters } from '../panes/pane-routers.ts'
import { registerPlaceCommands } from '../panes/place-commands.ts'

export function startAfterRows(routers: PaneRouters): void {
  useAddressHighlight()
  registerPlaceCommands(routers)
  void inIdleTurn(compileEmoji)
  // Load all columns before a place needs them, since the host may be gone by then.
  inIdleTurn(loadColumns).catch(() => undefined)
}

/**
 * Opens a link in a tab with the link's name as title. A hash is no title: the tab makes its own short form from the
 * path.
 */
export function openLinkInTab(link: HTMLAnchorElement): void {
  const name = link.querySelector('bdi') ?? (link.matches('.idn:not(.mono), .addr.letter') ? link : undefined)
  openInTab(link.pathname + link.search + link.hash, name?.textContent)
}
