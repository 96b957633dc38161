import { defineFeature } from '../feature.ts'
import ShortcutsHelp from './ShortcutsHelp.vue'

export const shortcuts = defineFeature({ slots: { overlay: [{ order: 10, component: ShortcutsHelp }] } })
