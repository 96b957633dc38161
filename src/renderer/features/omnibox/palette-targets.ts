/** Entries of the palette for targets that were typed or pasted: on the chain a link names, here, and elsewhere. */
import type { RouteLocationRaw } from 'vue-router'
import { chainName } from '#shared/chains.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { explorerLink } from '#shared/explorer-url.ts'
import { targetTitle } from '#shared/parse-target.ts'
import type { Target } from '#shared/target.ts'
import { addressRoute, instanceRoute, tokenRoute, transactionRoute } from '#renderer/entities/routes.ts'
import { ADDRESS_TABS } from '#renderer/entities/address/address-tabs.ts'
import type { PaletteContext, PaletteItem, PaletteSection } from './palette.ts'

export function targetSections(targets: readonly Target[], context: PaletteContext): PaletteSection[] {
  const sources = context.sources.filter((source) => !source.hidden)
  const [first] = targets
  if (!first) return []
  const sections = targets.flatMap((target, nth) => onItsChain(target, nth, sources, context.source))
  const here = sourceFor(first, sources, context.source)
  const others = sources
    .filter((source) => source !== here)
    .flatMap((source): PaletteItem[] => {
      const to = routeTo(first, source.id)
      if (!to) return []
      return [
        {
          id: `on:${source.id}`,
          label: `Open on ${source.name}`,
          detail: source.host,
          icon: { kind: 'source', name: source.name },
          action: { kind: 'go', to, source: source.id },
        },
      ]
    })
  return [...sections, { title: 'On other chains', items: others }]
}

/** The chain a link or a prefix names, where a source reads it; else the one in front. */
function sourceFor(target: Target, sources: readonly SourceView[], current: string | undefined) {
  if (target.chainId === undefined && target.host === undefined)
    return sources.find((source) => source.id === current) ?? sources[0]
  const host = target.host?.toLowerCase()
  return (
    sources.find((source) => host !== undefined && hostOf(source) === host) ??
    sources.find((source) => target.chainId !== undefined && source.chainId === target.chainId)
  )
}

const hostOf = (source: SourceView) =>
  source.baseUrl
    .replace(/^https?:\/\//, '')
    .split('/')[0]
    ?.toLowerCase()

function onItsChain(
  target: Target,
  nth: number,
  sources: readonly SourceView[],
  current: string | undefined,
): PaletteSection[] {
  const source = sourceFor(target, sources, current)
  if (!source) return [missingSource(target, nth)]
  const warned = 'checksum' in target && target.checksum === 'wrong'
  return [
    {
      title: warned ? 'Address. Its checksum does not fit' : TITLES[target.kind],
      ...(warned ? { tone: 'warn' as const } : {}),
      items: itemsOn(target, nth, source),
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

function itemsOn(target: Target, nth: number, source: SourceView): PaletteItem[] {
  const detail = `on ${source.name}`
  const to = routeTo(target, source.id)
  if (!to) return blockItems(target, nth, source)
  const go = (to: RouteLocationRaw) => ({ kind: 'go', to, source: source.id }) as const
  const main: PaletteItem = {
    id: `target:${String(nth)}`,
    label:
      'address' in target && target.kind === 'address'
        ? target.address
        : targetTitle({ ...target, chainId: undefined }),
    detail,
    icon:
      target.kind === 'address'
        ? { kind: 'address', address: target.address }
        : { kind: target.kind === 'transaction' ? 'transaction' : 'token' },
    action: go(to),
  }
  if (target.kind !== 'address') return [main]
  const asToken: PaletteItem = {
    id: `token:${String(nth)}`,
    label: 'Open as a token',
    detail,
    icon: { kind: 'token' },
    action: go(tokenRoute(source.id, target.address)),
  }
  return [main, asToken]
}

/** The API lists no single block: its page on the source's own explorer is the way to it. */
function blockItems(target: Target, nth: number, source: SourceView): PaletteItem[] {
  if (target.kind !== 'block') return []
  const url = explorerLink(source, 'block', target.block)
  if (url === undefined) return []
  return [
    {
      id: `block:${String(nth)}`,
      label: `${targetTitle(target)} in the explorer`,
      detail: source.host,
      icon: { kind: 'block' },
      action: { kind: 'link', url },
    },
  ]
}

function routeTo(target: Target, source: string): RouteLocationRaw | undefined {
  if (target.kind === 'transaction') return transactionRoute(source, target.hash)
  if (target.kind === 'nft') return instanceRoute(source, target.address, target.tokenId)
  if (target.kind === 'token') return tokenRoute(source, target.address)
  if (target.kind === 'block') return undefined
  return addressRoute(source, target.address, ADDRESS_TABS.find((tab) => tab.list === target.list)?.id)
}

/** A link to a chain that no source reads: it can be added in one step. */
function missingSource(target: Target, nth: number): PaletteSection {
  const name = target.chainId === undefined ? target.host : chainName(target.chainId)
  return {
    title: `No source reads ${name ?? 'this chain'} yet`,
    tone: 'warn',
    items: [
      {
        id: `add-source:${String(nth)}`,
        label: target.host === undefined ? 'Add a source' : `Add ${target.host} as a source`,
        icon: { kind: 'add' },
        action: { kind: 'go', to: { name: 'sources', query: { add: target.host ?? '1' } } },
      },
    ],
  }
}
