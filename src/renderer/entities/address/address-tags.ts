import type { AddressDetail } from '#shared/chain/address.ts'
import { plainName } from '#shared/text/hostile-text.ts'

/** Some addresses have dozens of tags. */
const MAX_TAGS = 5

/** The tags of an address from the instance, without the one that is its name. Untrusted text: made plain and cut. */
export function addressTags(of: AddressDetail | undefined): readonly string[] {
  const names = (of?.metadata?.tags ?? [])
    .filter((tag) => tag.tagType !== 'name')
    .map((tag) => plainName(tag.name ?? '', 40))
    .filter((name) => name !== '')
  return [...new Set(names)].slice(0, MAX_TAGS)
}
