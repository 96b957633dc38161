import { useSources } from '#renderer/stores/sources.ts'
import type { PaletteProvider } from '../palette-provider.ts'
import { sourceSection } from './source-section.ts'

export function usePaletteSections(): PaletteProvider {
  const sources = useSources()
  return (query) => [sourceSection(query, sources.shown)]
}
