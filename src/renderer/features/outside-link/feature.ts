import { defineFeature } from '#renderer/features/feature.ts'
import OutsideLinkDialog from './OutsideLinkDialog.vue'

export const outsideLink = defineFeature({
  slots: { overlay: [{ order: 30, component: OutsideLinkDialog }] },
})
