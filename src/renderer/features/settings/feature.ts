import { useRemoteImages } from '#renderer/stores/remote-images.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { defineFeature } from '../feature.ts'
import { loadWhen } from '../load-when.ts'
import { useSettingsCommands } from './settings-commands.ts'
import SettingsLink from './SettingsLink.vue'

const ImagesQuestion = loadWhen(
  () => {
    const images = useRemoteImages()
    const chosen = useSettings()
    return () => images.isAsking && chosen.imagesAgreed === undefined
  },
  () => import('./ImagesQuestion.vue'),
)

export const settings = defineFeature({
  routes: [{ path: '/settings', name: 'settings', component: () => import('./SettingsView.vue') }],
  commands: useSettingsCommands,
  slots: {
    sidebar: [
      { order: 50, component: ImagesQuestion },
      { order: 70, component: SettingsLink },
    ],
  },
  settings: [
    { group: 'display', order: 10, load: () => import('./DisplaySettings.vue') },
    { group: 'about', order: 90, load: () => import('./AboutSettings.vue') },
  ],
})
