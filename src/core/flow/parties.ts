/** The addresses at both ends of a sum. */
import type { AddressRef } from '#shared/chain/address.ts'
import { toParty } from '../ledger/movement.ts'

/** The maximal number of tags of one address; some have dozens. */
const MAX_TAGS = 5

/** Removes icons and links: keeps names, marks, and the names of tags. */
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

/** A tag as a text, or as an object with a name. */
function tagText(tag: unknown): string {
  const { display_name: display, label } = (
    typeof tag === 'object' && tag !== null ? tag : { label: tag }
  ) as Readonly<Record<string, unknown>>
  const text = display ?? label
  return typeof text === 'string' ? text.slice(0, 100) : ''
}
