/** Recognizes hubs, where a flow graph stops by itself. */
import { ZERO_ADDRESS } from '../abi/words.ts'
import type { AddressRef } from '../chain/address.ts'
import { $gettext } from '../text/gettext.ts'

/** Labels of addresses that pool the money of many people: the money that comes out is not the money that went in. */
const OF_MANY = /\b(?:exchanges?|cex|hot ?wallets?|cold ?wallets?|custod\w*|bridges?|mixers?|burn)\b/i

/**
 * The label that makes an address a hub; undefined for others. Only the source's own tags count, because anybody can
 * name a contract.
 */
export function hubLabel({ hash, metadata, public_tags: publicTags }: AddressRef): string | undefined {
  if (hash.toLowerCase() === ZERO_ADDRESS) return $gettext('zero address')
  const texts = [...(metadata?.tags ?? []).flatMap(({ name, slug }) => [name, slug]), ...(publicTags ?? [])]
  return texts.find(
    (text): text is string => typeof text === 'string' && OF_MANY.test(text.replaceAll(/[_-]/g, ' ')),
  )
}
