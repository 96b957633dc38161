import type { AddressDetail } from '#shared/chain/address.ts'
import { plainName } from '#shared/text/hostile-text.ts'

/** At most this many: some addresses have dozens. */
const MAX_TAGS = 5

/** What the instance tags an address with, but the tag that is its name. Strings of a chain: plain and cut. */
export function addressTags(of: AddressDetail | undefined): readonly string[] {
  const names = (of?.metadata?.tags ?? [])
    .filter((tag) => tag.tagType !== 'name')
    .map((tag) => plainName(tag.name ?? '', 40))
    .filter((name) => name !== '')
  return [...new Set(names)].slice(0, MAX_TAGS)
}
