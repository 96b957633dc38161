import { defineFeature } from '../feature.ts'
import FirstRun from './FirstRun.vue'
import SampleOption from './SampleOption.vue'

export const firstRun = defineFeature({
  slots: {
    banner: [{ order: 20, component: FirstRun }],
    welcome: [{ order: 10, component: SampleOption }],
  },
})
