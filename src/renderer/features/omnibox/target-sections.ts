/**
 * Sections of the palette for typed or pasted targets: on the chain a link names, on the current source, and on
 * other sources.
 */
import type { RouteLocationRaw } from 'vue-router'
import { $gettext, $msgid, $ngettext } from '#shared/text/gettext.ts'
import { chainName } from '#shared/chains.ts'
import { targetTitle } from '#shared/targets/parse-target.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import type { Target } from '#shared/targets/target.ts'
import { addressesRoute } from '#renderer/entities/group/group-routes.ts'
import { tokenRoute } from '#renderer/entities/routes.ts'
import { addSourceRoute, sourceOfTarget, targetRoute } from '#renderer/entities/target-route.ts'
import type { PaletteItem, PaletteQuery, PaletteSection } from '../palette-provider.ts'
import { TARGET_ORDER } from './palette.ts'

/** `current`: id of the source that opens targets without a chain. `openEach` opens places in tabs. */
export function targetSections(
  { targets }: PaletteQuery,
  sources: readonly SourceView[],
  current: string | undefined,
  openEach: (routes: readonly RouteLocationRaw[]) => void,
): PaletteSection[] {
  const [first] = targets
  if (!first) return []
  const here = sourceOfTarget(first, sources, current)
  const others = sources
    .filter((source) => !source.hidden && source !== here)
    .map((source): PaletteItem => ({
      id: `on:${source.id}`,
      label: $gettext('Open on %{name}', { name: source.name }),
      detail: source.host,
      icon: { kind: 'source', name: source.name },
      action: { kind: 'go', to: targetRoute(first, source.id), source: source.id },
    }))
  const sections = targets.map((target, index) => {
    const source = sourceOfTarget(target, sources, current)
    return source ? sectionOn(target, index, source) : missingSource(target, index)
  })
  const several = { order: TARGET_ORDER, title: $gettext('All of them'), items: itemsOfSeveral() }
  // What is mistyped is to be seen before Enter opens anything.
  const isMistyped = targets.some((target) => 'checksum' in target && target.checksum === 'wrong')
  const all = isMistyped ? [...sections, several] : [several, ...sections]
  return [...all, { order: 20, title: $gettext('On other chains'), items: others }]

  function itemsOfSeveral(): PaletteItem[] {
    const places = targets.flatMap((target) => {
      const source = sourceOfTarget(target, sources, current)
      return source ? { target, source } : []
    })
    const [one] = places
    const { length: count } = places
    if (one === undefined || count < 2) return []
    const { source } = one
    // Capital letters that do not fit are to be seen before anything is read.
    const addresses = places.flatMap(({ target }) =>
      target.kind === 'address' && target.checksum !== 'wrong' ? target.address : [],
    )
    const canBeOne = addresses.length === targets.length && places.every((other) => other.source === source)
    const together: PaletteItem = {
      id: 'together',
      label: $ngettext('Read %{count} address as one', 'Read %{count} addresses as one', count, { count }),
      detail: $gettext('on %{name}', { name: source.name }),
      icon: { kind: 'command' },
      action: { kind: 'go', to: addressesRoute(source.id, addresses), source: source.id },
    }
    const each: PaletteItem = {
      id: 'each',
      label: $ngettext('Open %{count} place, each in a tab', 'Open %{count} places, each in a tab', count, {
        count,
      }),
      icon: { kind: 'command' },
      action: {
        kind: 'run',
        run: () => {
          openEach(places.map((one) => targetRoute(one.target, one.source.id)))
        },
      },
    }
    return canBeOne ? [together, each] : [each]
  }
}

const TITLES = {
  address: $msgid('Address'),
  token: $msgid('Token'),
  nft: 'NFT',
  transaction: $msgid('Transaction'),
  block: $msgid('Block'),
} as const

function sectionOn(target: Target, index: number, source: SourceView): PaletteSection {
  const items = itemsOn(target, index, source)
  if ('checksum' in target && target.checksum === 'wrong')
    return { order: TARGET_ORDER, title: $gettext('Address with a wrong checksum'), tone: 'warn', items }
  return { order: TARGET_ORDER, title: $gettext(TITLES[target.kind]), items }
}

function itemsOn(target: Target, index: number, source: SourceView): PaletteItem[] {
  const detail = $gettext('on %{name}', { name: source.name })
  const to = targetRoute(target, source.id)
  const go = (to: RouteLocationRaw) => ({ kind: 'go', to, source: source.id }) as const
  const main: PaletteItem = {
    id: `target:${String(index)}`,
    label: target.kind === 'address' ? target.address : targetTitle({ ...target, chainId: undefined }),
    detail,
    icon:
      target.kind === 'address'
        ? { kind: 'address', address: target.address }
        : { kind: target.kind === 'nft' ? 'token' : target.kind },
    action: go(to),
  }
  if (target.kind !== 'address') return [main]
  const asToken: PaletteItem = {
    id: `token:${String(index)}`,
    label: $gettext('Open as a token'),
    detail,
    icon: { kind: 'token' },
    action: go(tokenRoute(source.id, target.address)),
  }
  return [main, asToken]
}

/** A link to a chain that no source reads; the item adds a source in one step. */
function missingSource({ chainId, host }: Target, index: number): PaletteSection {
  const name = chainId === undefined ? host : chainName(chainId)
  return {
    order: TARGET_ORDER,
    title:
      name === undefined
        ? $gettext('No source reads this chain yet')
        : $gettext('No source reads %{name} yet', { name }),
    tone: 'warn',
    items: [
      {
        id: `add-source:${String(index)}`,
        label: host === undefined ? $gettext('Add anything') : $gettext('Add %{host} as a source', { host }),
        icon: { kind: 'add' },
        action: { kind: 'go', to: addSourceRoute(host) },
      },
    ],
  }
}
