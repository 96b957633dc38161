import { defineFeature } from '../feature.ts'
import { loadAfterPaint } from '../load-when.ts'

export const questions = defineFeature({
  slots: { sidebar: [{ order: 35, component: loadAfterPaint(() => import('./QuestionList.vue')) }] },
})
