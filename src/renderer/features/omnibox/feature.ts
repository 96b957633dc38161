import { useCurrentSource } from '#renderer/entities/source/use-current-source.ts'
import { useCommands } from '#renderer/stores/commands.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { defineFeature } from '../feature.ts'
import { commandSection } from './command-section.ts'
import Omnibox from './Omnibox.vue'
import { targetSections } from './target-sections.ts'

export const omnibox = defineFeature({
  palette: () => {
    const sources = useSources()
    const current = useCurrentSource()
    const commands = useCommands()
    return (query) => [
      // Until the sources are loaded, no chain is without one.
      ...(sources.current === undefined ? [] : targetSections(query, sources.all, current.id.value)),
      commandSection(query, commands.all),
    ]
  },
  slots: { 'top-bar': [{ order: 10, component: Omnibox }] },
})
