/** Entries of the palette for places that were typed or pasted: on the chain a link names, here, and elsewhere. */
import type { RouteLocationRaw } from 'vue-router'
import { chainName } from '#shared/chains.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { explorerLink } from '#shared/explorer-url.ts'
import { placeTitle, type Place } from '#shared/links.ts'
import { addressPlace, instancePlace, tokenPlace, transactionPlace } from '#renderer/entities/routes.ts'
import { ADDRESS_TABS } from '#renderer/entities/address/address-tabs.ts'
import type { PaletteContext, PaletteItem, PaletteSection } from './palette.ts'

export function placeSections(places: readonly Place[], context: PaletteContext): PaletteSection[] {
  const sources = context.sources.filter((source) => !source.hidden)
  const [first] = places
  if (!first) return []
  const sections = places.flatMap((place, nth) => onItsChain(place, nth, sources, context.source))
  const here = sourceFor(first, sources, context.source)
  const others = sources
    .filter((source) => source !== here)
    .flatMap((source): PaletteItem[] => {
      const to = routeTo(first, source.id)
      if (!to) return []
      return [
        {
          id: `on:${source.id}`,
          words: `Open on ${source.name}`,
          detail: source.host,
          icon: { kind: 'source', name: source.name },
          action: { kind: 'go', to, source: source.id },
        },
      ]
    })
  return [...sections, { title: 'On other chains', items: others }]
}

/** The chain a link or a prefix names, where a source reads it; else the one in front. */
function sourceFor(place: Place, sources: readonly SourceView[], current: string | undefined) {
  if (place.chainId === undefined && place.host === undefined)
    return sources.find((source) => source.id === current) ?? sources[0]
  const host = place.host?.toLowerCase()
  return (
    sources.find((source) => host !== undefined && hostOf(source) === host) ??
    sources.find((source) => place.chainId !== undefined && source.chainId === place.chainId)
  )
}

const hostOf = (source: SourceView) =>
  source.baseUrl
    .replace(/^https?:\/\//, '')
    .split('/')[0]
    ?.toLowerCase()

function onItsChain(
  place: Place,
  nth: number,
  sources: readonly SourceView[],
  current: string | undefined,
): PaletteSection[] {
  const source = sourceFor(place, sources, current)
  if (!source) return [missingSource(place, nth)]
  const warned = 'checksum' in place && place.checksum === 'wrong'
  return [
    {
      title: warned ? 'Address. Its checksum does not fit' : TITLES[place.kind],
      ...(warned ? { tone: 'warn' as const } : {}),
      items: itemsOn(place, nth, source),
    },
  ]
}

const TITLES = {
  address: 'Address',
  token: 'Token',
  nft: 'NFT',
  transaction: 'Transaction',
  block: 'Block',
} as const

function itemsOn(place: Place, nth: number, source: SourceView): PaletteItem[] {
  const detail = `on ${source.name}`
  const to = routeTo(place, source.id)
  if (!to) return blockItems(place, nth, source)
  const go = (to: RouteLocationRaw) => ({ kind: 'go', to, source: source.id }) as const
  const main: PaletteItem = {
    id: `place:${String(nth)}`,
    words:
      'address' in place && place.kind === 'address'
        ? place.address
        : placeTitle({ ...place, chainId: undefined }),
    detail,
    icon:
      place.kind === 'address'
        ? { kind: 'address', address: place.address }
        : { kind: place.kind === 'transaction' ? 'transaction' : 'token' },
    action: go(to),
  }
  if (place.kind !== 'address') return [main]
  const asToken: PaletteItem = {
    id: `token:${String(nth)}`,
    words: 'Open as a token',
    detail,
    icon: { kind: 'token' },
    action: go(tokenPlace(source.id, place.address)),
  }
  return [main, asToken]
}

/** The API lists no single block: its page on the source's own explorer is the way to it. */
function blockItems(place: Place, nth: number, source: SourceView): PaletteItem[] {
  if (place.kind !== 'block') return []
  const url = explorerLink(source, 'block', place.block)
  if (url === undefined) return []
  return [
    {
      id: `block:${String(nth)}`,
      words: `${placeTitle(place)} in the explorer`,
      detail: source.host,
      icon: { kind: 'block' },
      action: { kind: 'link', url },
    },
  ]
}

function routeTo(place: Place, source: string): RouteLocationRaw | undefined {
  if (place.kind === 'transaction') return transactionPlace(source, place.hash)
  if (place.kind === 'nft') return instancePlace(source, place.address, place.tokenId)
  if (place.kind === 'token') return tokenPlace(source, place.address)
  if (place.kind === 'block') return undefined
  return addressPlace(source, place.address, ADDRESS_TABS.find((tab) => tab.list === place.list)?.id)
}

/** A link to a chain that no source reads: it can be added in one step. */
function missingSource(place: Place, nth: number): PaletteSection {
  const name = place.chainId === undefined ? place.host : chainName(place.chainId)
  return {
    title: `No source reads ${name ?? 'this chain'} yet`,
    tone: 'warn',
    items: [
      {
        id: `add-source:${String(nth)}`,
        words: place.host === undefined ? 'Add a source' : `Add ${place.host} as a source`,
        icon: { kind: 'add' },
        action: { kind: 'go', to: { name: 'sources', query: { add: place.host ?? '1' } } },
      },
    ],
  }
}
