/**
 * The column of a merged list that says which of its addresses a row belongs to, and how much of a holding each has.
 */
import { h } from 'vue'
import { $msgid } from '#shared/text/gettext.ts'
import { ownersOf, type HoldingPart } from '#shared/lists/merged-lists.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import type { Token } from '#shared/chain/token.ts'
import { formatAmount } from '#shared/units.ts'
import { addressCell } from '#renderer/entities/address/address-cell.ts'
import { addressName } from '#renderer/entities/address/address-name.ts'
import { Identicon } from '#renderer/entities/address/Identicon.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import type { AnyListColumn, ListColumn } from '../columns/list-column.ts'
import { COUNTERPARTY } from '../columns/shared-columns.ts'

interface Item {
  readonly from?: AddressRef | null
  readonly to?: AddressRef | null
  readonly token?: Pick<Token, 'decimals' | 'type'> | null
}

/** The address with the name that the row itself gives it, so that all cells of a row use the same name. */
const partyOf = ({ from, to }: Item, address: string): AddressRef =>
  [from, to].find((party) => party?.hash.toLowerCase() === address) ?? { hash: address }

const nameOf = (item: Item, address: string, { labels }: CellContext) =>
  addressName(partyOf(item, address), labels) ?? shortenAddress(address)

/** `Treasury 1.5`: the part of a holding that an address has. Single NFTs have no parts. */
function partText(item: Item, { address, value }: HoldingPart, context: CellContext): string {
  const name = nameOf(item, address, context)
  if (value === null || item.token?.type === 'ERC-721') return name
  return `${name} ${formatAmount(value, item.token?.decimals ?? 0)}`
}

/** The sender first, then the others in the order of the members. */
function ordered(item: Item, of: readonly string[], { ownAddresses }: CellContext): readonly string[] {
  if (of.length < 2) return of
  const sender = item.from?.hash.toLowerCase()
  const members = [...(ownAddresses ?? [])]
  const placeOf = (address: string) => (address === sender ? -1 : members.indexOf(address))
  return of.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Text for each address that the row belongs to. */
function wordsOf(item: Item, context: CellContext): readonly string[] {
  const { of = [], parts } = ownersOf(item) ?? {}
  return ordered(item, of, context).map((address) => {
    const part = parts?.find((one) => one.address === address)
    return part ? partText(item, part, context) : nameOf(item, address, context)
  })
}
const textOf = (item: object, context: CellContext) => wordsOf(item, context).join(', ')

/** With more pictures there would be no space for the text. */
const MAX_PICTURES = 3

/**
 * Columns of a list of several addresses, made from those of one address. They show sender and receiver, since either
 * may be any of the addresses.
 */
const ofMergedAddresses = <Column extends { readonly id: string }>(
  columns: readonly Column[],
): readonly Column[] =>
  columns
    .filter(({ id }) => id !== COUNTERPARTY)
    .map((column) =>
      column.id === 'from' || column.id === 'to' ? { ...column, hiddenAtFirst: false } : column,
    )

const owners: ListColumn<object> = {
  id: 'owners',
  label: $msgid('Whose'),
  width: 112,
  grow: 0.8,
  narrow: { at: 'fact' },
  cell(item, context) {
    const { of = [], parts } = ownersOf(item) ?? {}
    const [first] = of
    if (first === undefined) return null
    if (of.length === 1) return addressCell(partyOf(item, first), { ...context, ...NOBODY })
    const words = wordsOf(item, context)
    return h('span', { class: 'owners', title: words.join('\n') }, [
      ...ordered(item, of, context)
        .slice(0, MAX_PICTURES)
        .map((address) => Identicon({ address })),
      h('bdi', words.join(parts ? ', ' : ' ⇄ ')),
    ])
  },
  text: textOf,
  sort: (item, context) => textOf(item, context).toLowerCase(),
}
/** The own addresses are not dimmed here: they are what this column shows. */
const NOBODY = { ownAddress: undefined, ownAddresses: undefined }

/** Balances need more width than names alone. */
const holders: ListColumn<object> = { ...owners, width: 220, grow: 2 }

/** Adds the column before sender and receiver, or at the end where a list has neither. */
export function withOwners(ofOne: readonly AnyListColumn[]): readonly AnyListColumn[] {
  const columns = ofMergedAddresses(ofOne)
  const at = columns.findIndex(({ id }) => id === 'direction' || id === 'from')
  if (at >= 0) return columns.toSpliced(at, 0, owners)
  return [...columns, columns.some(({ id }) => id === 'symbol' || id === 'collection') ? holders : owners]
}
