import { useRouter, type RouteLocationRaw } from 'vue-router'
import { useCurrentSource } from '#renderer/entities/source/use-current-source.ts'
import { useCommands } from '#renderer/stores/commands.ts'
import { openEach } from '#renderer/stores/places.ts'
import { useSources } from '#renderer/stores/sources.ts'
import type { PaletteProvider } from '../palette-provider.ts'
import { commandSection } from './command-section.ts'
import { targetSections } from './target-sections.ts'

export function usePaletteSections(): PaletteProvider {
  const sources = useSources()
  const current = useCurrentSource()
  const commands = useCommands()
  const router = useRouter()
  const open = (routes: readonly RouteLocationRaw[]) => {
    openEach(routes.map((route) => router.resolve(route).fullPath))
  }
  return (query) => [
    // Without the loaded sources, each chain would look as if no source reads it.
    ...(sources.current === undefined ? [] : targetSections(query, sources.all, current.id.value, open)),
    commandSection(query, commands.all),
  ]
}
