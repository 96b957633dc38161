import type { Router } from 'vue-router'
import { $gettext } from '#shared/text/gettext.ts'
import { TAB_SHORTCUTS } from '#shared/shortcuts.ts'
import type { PageTab } from '#renderer/ui/page-tab.ts'
import { showTab } from '#renderer/ui/show-tab.ts'
import type { Command } from './commands.ts'

/** Commands that open the tabs of a page, with the number keys. */
export const tabCommands = (
  router: Pick<Router, 'push' | 'replace'>,
  tabs: readonly PageTab[],
  current: string,
): readonly Command[] =>
  tabs.map(({ id, title, to }, index) => ({
    id: `tab.${id}`,
    label: $gettext('Show %{title}', { title }),
    group: 'Tab',
    shortcut: TAB_SHORTCUTS[index],
    run: () => showTab(router, { id, to }, current),
  }))
