import { defineFeature } from '../feature.ts'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'

export const questions = defineFeature({
  slots: { sidebar: [{ order: 35, component: loadAfterRows(() => import('./QuestionList.vue')) }] },
})
