/** Who stands at the ends of a sum. */
import type { AddressRef } from '#shared/chain/address.ts'
import { toParty } from '../ledger/movement.ts'

/** Of one address; some have dozens. */
const MAX_TAGS = 5

/** Without icons and links: names, marks, and what tags are called. */
export function toFlowParty(party: AddressRef): AddressRef {
  const tags = party.metadata?.tags?.slice(0, MAX_TAGS) ?? []
  const named = tags.map(({ name, tagType, slug }) => ({ name, tagType, slug }))
  const publicTags = party.public_tags?.slice(0, MAX_TAGS).map(tagText).filter(Boolean) ?? []
  return {
    ...(toParty(party) ?? { hash: party.hash }),
    ...(named.length > 0 && { metadata: { tags: named } }),
    ...(publicTags.length > 0 && { public_tags: publicTags }),
  }
}

/** A text, or an object that names one. */
function tagText(tag: unknown): string {
  const { display_name: display, label } = (
    typeof tag === 'object' && tag !== null ? tag : { label: tag }
  ) as Readonly<Record<string, unknown>>
  const text = display ?? label
  return typeof text === 'string' ? text.slice(0, 100) : ''
}
