import { $gettext } from '#shared/text/gettext.ts'
import { defineFeature } from '../feature.ts'
import { loadWhen } from '../load-when.ts'
import { useHelpDialog } from './help-dialog.ts'

const ShortcutsHelp = loadWhen(
  () => {
    const help = useHelpDialog()
    return () => help.isOpen
  },
  () => import('./ShortcutsHelp.vue'),
)

export const shortcuts = defineFeature({
  commands: () => {
    const help = useHelpDialog()
    const run = () => (help.isOpen = true)
    return () => [{ id: 'help', label: $gettext('Show all keys'), group: 'View', shortcut: 'help', run }]
  },
  slots: {
    overlay: [{ order: 10, component: ShortcutsHelp }],
  },
  settings: [{ group: 'keyboard', order: 15, load: () => import('./ShortcutSettings.vue') }],
})
