import { h, type VNode } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { nameParts } from '#renderer/ui/name-parts.ts'
import { smallIcon } from '#renderer/ui/small-icons.ts'
import { nameMark } from '../name-mark.ts'
import type { AddressName } from './address-name.ts'

/** The name of an address in any view: the own label with its mark, a name from a chain, or the short hash. */
export function nameNodes(address: AddressRef, name: AddressName | undefined): (VNode | null)[] {
  if (!name) return [h('span', { class: 'mono' }, shortenAddress(address.hash))]
  if (name.own) return [ownMark(), ...nameParts(name.text)]
  return [...nameParts(name.text), nameMark(name.raw)]
}

/** The mark of own labels is a picture, which no name from a chain can contain. */
export const ownMark = (): VNode =>
  h(
    'span',
    { class: 'own-mark', role: 'img', 'aria-label': $gettext('Your label'), title: $gettext('Your label') },
    [smallIcon('own')],
  )
