import { defineFeature } from '#renderer/features/feature.ts'
import { loadWhen } from '#renderer/features/load-when.ts'
import { useOutsideLink } from '#renderer/stores/outside-link.ts'

const OutsideLinkDialog = loadWhen(
  () => {
    const outside = useOutsideLink()
    return () => outside.link !== undefined
  },
  () => import('./OutsideLinkDialog.vue'),
)

export const outsideLink = defineFeature({
  slots: { overlay: [{ order: 30, component: OutsideLinkDialog }] },
})
