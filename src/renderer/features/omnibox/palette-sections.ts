import { useCurrentSource } from '#renderer/entities/source/use-current-source.ts'
import { useCommands } from '#renderer/stores/commands.ts'
import { useSources } from '#renderer/stores/sources.ts'
import type { PaletteProvider } from '../palette-provider.ts'
import { commandSection } from './command-section.ts'
import { targetSections } from './target-sections.ts'

export function usePaletteSections(): PaletteProvider {
  const sources = useSources()
  const current = useCurrentSource()
  const commands = useCommands()
  return (query) => [
    // Without the loaded sources, each chain would look as if no source reads it.
    ...(sources.current === undefined ? [] : targetSections(query, sources.all, current.id.value)),
    commandSection(query, commands.all),
  ]
}
