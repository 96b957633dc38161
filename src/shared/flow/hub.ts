/** Where a graph of money ends by itself. */
import { ZERO_ADDRESS } from '../chain/words.ts'
import type { AddressRef } from '../chain/address.ts'
import { $gettext } from '../text/gettext.ts'

/** Money of many people goes through these: what comes out is not what went in. */
const OF_MANY = /\b(?:exchanges?|cex|hot ?wallets?|cold ?wallets?|custod\w*|bridges?|mixers?|burn)\b/i

/** The label that says so. Only what the source itself tags counts, because anybody can name a contract. */
export function hubLabel({ hash, metadata, public_tags: publicTags }: AddressRef): string | undefined {
  if (hash.toLowerCase() === ZERO_ADDRESS) return $gettext('zero address')
  const texts = [...(metadata?.tags ?? []).flatMap(({ name, slug }) => [name, slug]), ...(publicTags ?? [])]
  return texts.find(
    (text): text is string => typeof text === 'string' && OF_MANY.test(text.replaceAll(/[_-]/g, ' ')),
  )
}
