import { useCurrentSource } from '#renderer/entities/source/use-current-source.ts'
import { commands } from '#renderer/stores/commands.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { defineFeature } from '../feature.ts'
import { commandSection } from './command-section.ts'
import Omnibox from './Omnibox.vue'
import { targetSections } from './target-sections.ts'

export const omnibox = defineFeature({
  palette: () => {
    const sources = useSources()
    const current = useCurrentSource()
    return (query) => [
      ...targetSections(query, sources.all, current.id.value),
      commandSection(query, commands.value),
    ]
  },
  slots: { 'top-bar': [{ order: 10, component: Omnibox }] },
})
