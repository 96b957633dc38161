import { h, type VNode } from 'vue'
import type { AddressRef } from '#shared/chain/address.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { addressName, isScamAddress } from './address-name.ts'
import type { CellContext } from '../cell-context.ts'
import { Identicon } from './Identicon.ts'
import { smallIcon } from '#renderer/ui/small-icons.ts'

/**
 * An address in a list: picture, then its best name, else its hash. `data-address` is for the highlight of equal
 * addresses and for the context menu.
 */
export function addressCell(address: AddressRef | null | undefined, context: CellContext): VNode | null {
  if (!address) return null
  const key = address.hash.toLowerCase()
  const name = addressName(address, context.labels)
  const scam = isScamAddress(address)
  const link = context.links.address(address.hash)
  return h(
    'a',
    {
      class: ['addr', key === context.ownAddress && 'own'],
      href: link.href,
      tabindex: -1,
      'data-to': link.to,
      'data-address': key,
      'data-copy': address.hash,
      title: name === undefined ? address.hash : `${name}\n${address.hash}`,
    },
    [
      Identicon({ address: key }),
      name === undefined ? h('span', { class: 'mono' }, shortenHash(address.hash)) : h('bdi', name),
      scam
        ? h('span', { class: 'scam', title: 'Marked as a scam by the source' }, [
            smallIcon('warning'),
            'scam',
          ])
        : null,
    ],
  )
}

/** The name as text: what is found and exported beside the hash. */
export const addressText = (address: AddressRef | null | undefined): string => address?.hash ?? ''
