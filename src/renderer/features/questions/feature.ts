import { defineFeature } from '../feature.ts'
import { loadAfterRows } from '#renderer/lib/load-after-rows.ts'

export const questions = defineFeature({
  slots: { sidebar: [{ order: 35, component: loadAfterRows(() => import('./QuestionList.vue')) }] },
})
