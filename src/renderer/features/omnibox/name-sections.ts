/** What has a name that was typed: in the lists that were read, and at the source in front. Loaded once somebody searches. */
import { useSessionCache } from '#renderer/lists/session/session-cache.ts'
import { useAddressLabels } from '#renderer/stores/address-labels.ts'
import type { PaletteQuery } from '../palette-provider.ts'
import { foundSections } from './found-section.ts'
import { createImitations } from './imitations.ts'
import type { Palette } from './palette.ts'
import { collectSeenNames, seenSection } from './seen-section.ts'
import type { SourceAnswer } from './use-source-search.ts'

export type NameSections = ReturnType<typeof createNameSections>

/** The function it gives may read reactive state. */
export function createNameSections() {
  const sessions = useSessionCache()
  const own = useAddressLabels()
  const imitations = createImitations(() => own.labels)
  let seen: { key: string; names: ReturnType<typeof collectSeenNames> } | undefined

  /** They are collected when somebody begins to type, and again when more was read. */
  function seenOn(source: string) {
    const lists = sessions.ofSource(source)
    const key = JSON.stringify([source, lists.map((list) => [list.key, list.rows.revision])])
    if (seen?.key !== key) seen = { key, names: collectSeenNames(lists) }
    return seen.names
  }

  return (query: PaletteQuery, answer: SourceAnswer, source: string | undefined): Palette => {
    const { labels } = own
    const { sections, hints } = foundSections(answer, { labels, imitated: imitations.value })
    if (source === undefined || query.text.length < 2 || query.targets.length > 0) return { sections, hints }
    const read = seenSection(query, seenOn(source), { source, labels })
    const shown = new Set(read.items.map(({ action }) => JSON.stringify(action)))
    const others = sections.map((section) => ({
      ...section,
      items: section.items.filter(({ action }) => !shown.has(JSON.stringify(action))),
    }))
    return { sections: [read, ...others], hints }
  }
}
