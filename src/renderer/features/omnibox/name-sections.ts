/**
 * Searches for a typed name in the lists that were read, in the well-known tokens of the chain, and at the current
 * source. The module is loaded at the first search.
 */
import { computed, ref, shallowReactive, type ComputedRef } from 'vue'
import { endsOf, isLookAlike } from '#shared/poisoning/look-alike.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { WellKnownToken } from '#shared/rpc/contract/tokens.ts'
import { useListCache } from '#renderer/lists/model/list-cache.ts'
import { useAddressLabels } from '#renderer/stores/address-labels.ts'
import type { PaletteItem, PaletteQuery, PaletteSection } from '../palette-provider.ts'
import { foundSections } from './found-section.ts'
import type { Palette } from './palette.ts'
import { collectSeenNames, seenSection } from './seen-section.ts'
import type { SourceAnswer } from './use-source-search.ts'
import { createPretenders, wellKnownSection } from './well-known-section.ts'

export interface NameSections {
  /** Switches to the well-known tokens of this chain. */
  useChain(chainId: string | undefined): Promise<void>
  /** Sections for the query. May read reactive state. */
  sections(query: PaletteQuery, answer: SourceAnswer, source: string | undefined): Palette
}

const NONE: readonly WellKnownToken[] = []

export function createNameSections(core: RpcClient): NameSections {
  const cache = useListCache()
  const own = useAddressLabels()
  const byChain = shallowReactive(new Map<string, readonly WellKnownToken[]>())
  const chain = ref<string>()
  const tokens = computed(() => (chain.value === undefined ? NONE : (byChain.get(chain.value) ?? NONE)))
  const pretender = computed(() => createPretenders(tokens.value))
  const imitations = createImitations(
    () =>
      new Map([
        ...tokens.value.map(({ address, name }) => [address.toLowerCase(), name] as const),
        ...own.labels,
      ]),
  )
  let seen: { key: string; names: ReturnType<typeof collectSeenNames> } | undefined

  /** Names in the lists of a source. Collects them when a person begins to type, and again after more rows were read. */
  function seenOn(source: string) {
    const lists = cache.ofSource(source)
    const key = JSON.stringify([source, lists.map((list) => [list.key, list.state.value?.revision])])
    if (seen?.key !== key) seen = { key, names: collectSeenNames(lists) }
    return seen.names
  }

  return {
    async useChain(chainId) {
      chain.value = chainId
      if (chainId === undefined || byChain.has(chainId)) return
      const response = await core.call('tokens.wellKnown', { chainId })
      if (response.ok) byChain.set(chainId, response.data)
    },
    sections(query, answer, source) {
      const { labels } = own
      const { sections, hints } = foundSections(answer, {
        labels,
        imitated: imitations.value,
        pretender: pretender.value,
      })
      if (source === undefined || query.text.length < 2 || query.targets.length > 0)
        return { sections, hints }
      const read = seenSection(query, seenOn(source), { source, labels, pretender: pretender.value })
      const known = wellKnownSection(query, tokens.value, source)
      // Each stays where it stands first.
      const inOrder = [read, known, ...sections].sort((one, other) => one.order - other.order)
      return { sections: onceEach(inOrder), hints }
    },
  }
}

/** Keeps each item only in the first section that has it. */
function onceEach(sections: readonly PaletteSection[]): readonly PaletteSection[] {
  const shown = new Set<string>()
  const keyOf = ({ action }: PaletteItem) => JSON.stringify(action).toLowerCase()
  return sections.map((section) => {
    const items = section.items.filter((item) => !shown.has(keyOf(item)))
    for (const item of items) shown.add(keyOf(item))
    return { ...section, items }
  })
}

/** Returns a function that gives the name of the address which `address` (lower case) imitates, if any. */
function createImitations(
  labels: () => ReadonlyMap<string, string>,
): ComputedRef<(address: string) => string | undefined> {
  return computed(() => {
    const own = labels()
    const byEnds = Map.groupBy(own.keys(), endsOf)
    return (address) => {
      const whom = own.has(address)
        ? undefined
        : byEnds.get(endsOf(address))?.find((other) => isLookAlike(address, other))
      return whom === undefined ? undefined : own.get(whom)
    }
  })
}
