import { defineFeature } from '../feature.ts'
import ShortcutSettings from './ShortcutSettings.vue'
import ShortcutsHelp from './ShortcutsHelp.vue'

export const shortcuts = defineFeature({
  slots: {
    overlay: [{ order: 10, component: ShortcutsHelp }],
    settings: [{ order: 15, component: ShortcutSettings }],
  },
})
