import { useSources } from '#renderer/stores/sources.ts'
import type { PaletteProvider } from '../palette-provider.ts'
import { recentSection } from './recent-section.ts'
import { useTitledItems } from './recent-title.ts'

export function usePaletteSections(): PaletteProvider {
  const visited = useTitledItems()
  const sources = useSources()
  return (query) => [recentSection(query, visited.value, sources.all)]
}
