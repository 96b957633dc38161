import { h, type VNode } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import { nameAsText, nameOfAddress } from './address-name.ts'
import { isOwn } from '#shared/query/own-addresses.ts'
import { isScamAddress } from '#shared/chain/reputation.ts'
import type { CellContext } from '../cell-context.ts'
import { Identicon, pictureOf } from './Identicon.ts'
import { nameNodes } from './name-nodes.ts'
import { nameWarning } from '../name-mark.ts'
import { noteMark } from '../note/note-mark.ts'
import { parseAddress } from '#shared/targets/parse-address.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { plainClass, plainNameParts } from '#renderer/ui/name-parts.ts'
import { smallIcon } from '#renderer/ui/small-icons.ts'

/**
 * An address in a list: picture, best name or hash, and marks. `data-address` is for the highlight of equal addresses
 * and for the context menu.
 */
export function addressCell(address: AddressRef | null | undefined, context: CellContext): VNode | null {
  if (!address) return null
  const key = address.hash.toLowerCase()
  const name = nameOfAddress(address, context.labels)
  const link = context.links.address(address.hash)
  const marks = marksOf(address, key, context)
  const plain =
    marks.length > 0 || name?.own || (name && nameWarning(name.raw))
      ? undefined
      : name
        ? plainNameParts(name.text)
        : shortenAddress(address.hash)
  return h(
    'a',
    {
      class: `addr${plainClass(plain, ' idn')}${plain && !name ? ' mono' : ''}${isOwn(context, address) ? ' own' : ''}`,
      href: link.href,
      tabindex: -1,
      'data-to': link.to,
      'data-address': key,
      'data-copy': address.hash,
      title: name === undefined ? address.hash : `${nameAsText(name)}\n${address.hash}`,
      style: plain ? pictureOf(key) : undefined,
      'aria-label': typeof plain === 'object' ? name?.text : undefined,
    },
    plain ?? [Identicon({ address: key }), ...nameNodes(address, name), ...marks],
  )
}

/** Marks after the name. */
function marksOf(address: AddressRef, key: string, context: CellContext): readonly VNode[] {
  const imitated = context.imitated.get(key)
  const note = noteMark(context.source, key)
  const marks: VNode[] = note ? [note] : []
  if (imitated !== undefined) marks.push(imitationMark(imitated, context.labels))
  if (isScamAddress(address))
    marks.push(
      h('span', { class: 'scam', title: $gettext('Marked as a scam by the source') }, [
        smallIcon('warning'),
        $gettext('scam'),
      ]),
    )
  return marks
}

/**
 * Mark of an address that imitates a counterparty: the imitated address as a picture, and its name where there is
 * space.
 */
export function imitationMark(imitated: string, labels: ReadonlyMap<string, string>): VNode {
  const { name, title } = describeImitation(imitated, labels)
  return h('span', { class: 'scam imitation', title }, [
    h('span', { class: 'whom' }, [
      smallIcon('warning'),
      h('span', { class: 'visually-hidden' }, 'imitates '),
      h('span', { 'aria-hidden': 'true' }, '≠'),
      Identicon({ address: imitated, size: 14 }),
    ]),
    h('bdi', name),
  ])
}

/** Describes which address an imitation imitates. */
export function describeImitation(imitated: string, labels: ReadonlyMap<string, string>) {
  const address = parseAddress(imitated)?.address ?? imitated
  const name = labels.get(imitated) ?? shortenAddress(address)
  return {
    name,
    title: $gettext(
      'Looks like %{name}\n%{address}\nThis is a different address from the one this account deals with',
      { name, address },
    ),
  }
}

/** The hash, for filters and exports. */
export const addressText = (address: AddressRef | null | undefined): string => address?.hash ?? ''
