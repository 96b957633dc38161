/** The section of the palette for names in the lists that were read. Makes no request. */
import { $gettext } from '#shared/text/gettext.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import type { Token } from '#shared/chain/token.ts'
import { isRecord } from '#shared/is-record.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { nameOfAddress } from '#renderer/entities/address/address-name.ts'
import { isBadReputation, isScamAddress } from '#shared/chain/reputation.ts'
import { nameWarning } from '#renderer/entities/name-mark.ts'
import { addressRoute, tokenRoute } from '#renderer/entities/routes.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { PaletteItem, PaletteQuery, PaletteSection } from '../palette-provider.ts'
import type { PretenderOf } from './well-known-section.ts'

interface SeenName {
  readonly kind: 'address' | 'token'
  readonly address: string
  readonly name: string
  readonly symbol?: string
  readonly isScam: boolean
}

/** Limits on the rows searched, so that typing stays fast: the first rows of the lists read last. */
const MAX_ROWS = 1_500
const MAX_ROWS_OF_LIST = 300
const MAX_SHOWN = 6

/** Collects the names in these lists, one for each kind and address. */
export function collectSeenNames(lists: readonly { rowsHere(): Iterable<GridRow> }[]): readonly SeenName[] {
  const seen = new Map<string, SeenName>()
  const keep = (name: SeenName | undefined) => {
    if (!name) return
    const key = `${name.kind} ${name.address.toLowerCase()}`
    if (!seen.has(key)) seen.set(key, name)
  }
  let left = MAX_ROWS
  for (const list of lists) {
    let leftOfList = Math.min(MAX_ROWS_OF_LIST, left)
    for (const row of list.rowsHere()) {
      if (leftOfList === 0) break
      leftOfList -= 1
      left -= 1
      if (row.kind !== 'item') continue
      const item = row.item as Readonly<Record<string, unknown>>
      for (const value of [item, ...Object.values(item)]) {
        keep(addressIn(value))
        keep(tokenIn(value))
      }
    }
  }
  return [...seen.values()]
}

const NO_LABELS: ReadonlyMap<string, string> = new Map()

function addressIn(value: unknown): SeenName | undefined {
  if (!isRecord(value) || typeof value.hash !== 'string' || value.hash.length !== 42) return undefined
  const address = value as unknown as AddressRef
  const name = nameOfAddress(address, NO_LABELS)?.text
  return name === undefined
    ? undefined
    : { kind: 'address', address: address.hash, name, isScam: isScamAddress(address) }
}

function tokenIn(value: unknown): SeenName | undefined {
  if (!isRecord(value) || typeof value.address_hash !== 'string' || !('symbol' in value)) return undefined
  const token = value as unknown as Token
  const symbol = plainName(token.symbol ?? '', 40)
  const name = plainName(token.name ?? '') || symbol
  return name === ''
    ? undefined
    : { kind: 'token', address: token.address_hash, name, symbol, isScam: isBadReputation(token.reputation) }
}

/**
 * Names whose name or symbol contains the text, exact matches first. An address with a label of the person shows the label.
 */
export function seenSection(
  { text, targets }: PaletteQuery,
  names: readonly SeenName[],
  {
    source,
    labels,
    pretender,
  }: {
    readonly source: string
    readonly labels: ReadonlyMap<string, string>
    readonly pretender: PretenderOf
  },
): PaletteSection {
  const wanted = text.toLowerCase()
  const isCalled = ({ name, symbol }: SeenName) =>
    name.toLowerCase() === wanted || symbol?.toLowerCase() === wanted
  const found =
    text.length < 2 || targets.length > 0
      ? []
      : names.filter(
          ({ kind, address, name, symbol = '' }) =>
            (name.toLowerCase().includes(wanted) || symbol.toLowerCase().includes(wanted)) &&
            !(kind === 'address' && labels.has(address.toLowerCase())),
        )
  return {
    order: 45,
    title: $gettext('In lists you have read'),
    items: found
      .sort((one, other) => Number(isCalled(other)) - Number(isCalled(one)))
      .slice(0, MAX_SHOWN)
      .map((name) => paletteItem(name, { source, pretender, isCalled: isCalled(name) })),
  }
}

function paletteItem(
  seen: SeenName,
  { source, pretender, isCalled }: { source: string; pretender: PretenderOf; isCalled: boolean },
): PaletteItem {
  const { kind, address, name, symbol, isScam } = seen
  const doubt = nameWarning(symbol, name)
  const mark: PaletteItem['mark'] = isScam
    ? { tone: 'bad', label: $gettext('scam'), title: $gettext('Marked as a scam by the source') }
    : doubt
      ? { tone: 'warn', ...doubt }
      : kind === 'token'
        ? pretender(address, symbol)
        : undefined
  return {
    id: `seen:${kind}:${address}`,
    label: name,
    detail: [
      symbol === name ? undefined : symbol,
      kind === 'token' ? $gettext('token') : undefined,
      shortenAddress(address),
    ]
      .filter(Boolean)
      .join(' · '),
    ...(mark && { mark }),
    ...(isCalled && !mark && { isExact: true }),
    icon: kind === 'token' ? { kind: 'token' } : { kind: 'address', address },
    action: {
      kind: 'go',
      to: kind === 'token' ? tokenRoute(source, address) : addressRoute(source, address),
      source,
    },
  }
}
