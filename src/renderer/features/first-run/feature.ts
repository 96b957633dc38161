import { defineAsyncComponent } from 'vue'
import { useFirstRun } from '#renderer/stores/first-run.ts'
import { defineFeature } from '../feature.ts'
import { loadWhen } from '../load-when.ts'

const SampleOption = defineAsyncComponent(() => import('./SampleOption.vue'))
const FirstRun = loadWhen(
  () => {
    const firstRun = useFirstRun()
    return () => firstRun.isFirstRun
  },
  () => import('./FirstRun.vue'),
)

export const firstRun = defineFeature({
  slots: {
    banner: [{ order: 20, component: FirstRun }],
    welcome: [{ order: 10, component: SampleOption }],
  },
})
