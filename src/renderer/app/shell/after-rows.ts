/** What is there all the time, and need not be before the first rows. */
import { useAddressHighlight } from '#renderer/entities/address/use-address-highlight.ts'
import type { PaneRouters } from '../panes/pane-routers.ts'
import { registerPlaceCommands } from '../panes/place-commands.ts'

export function startAfterRows(routers: PaneRouters): void {
  useAddressHighlight()
  registerPlaceCommands(routers)
}
