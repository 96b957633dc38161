/** Keys that tell one row from another, across the pages of a list. */
import { asItCame, oddFieldsOf } from '#shared/chain/odd-fields.ts'
import type { ListEndpoint } from '#shared/lists/list-endpoint.ts'

/** One item of a page: as it was read, or as it came where it could not be read. */
export interface PageEntry {
  readonly item: unknown
  readonly wasRead: boolean
  /** Some field of it could not be read. */
  readonly isOdd?: boolean
}

/**
 * The identity of each item that was read, with `#2`, `#3` for the second and third of its kind: one ERC-1155 batch may
 * hold the same id twice. An unreadable item counts, too. `counted` holds what was counted on the pages
 * before of a batch that continues here, and what of this page belongs to it afterwards.
 */
export function createItemKeys(
  { identity }: Pick<ListEndpoint, 'identity'>,
  entries: readonly PageEntry[],
  counted: Map<string, number>,
): string[] {
  const keys: string[] = []
  for (const { item, wasRead, isOdd } of entries) {
    const kind = isOdd ? kindOfOdd(identity, item) : wasRead ? identity(item) : kindOfUnread(identity, item)
    if (kind === undefined) continue
    const count = (counted.get(kind) ?? 0) + 1
    counted.set(kind, count)
    if (wasRead) keys.push(count === 1 ? kind : `${kind}#${String(count)}`)
  }
  return keys
}

/** What is null in it for not fitting still tells it from others, where its identity is made of that. */
function kindOfOdd(identity: (item: never) => string, item: unknown): string {
  const kind = identity(item as never)
  if (kindOfUnread(identity, asItCame(item)) === kind) return kind
  return [kind, ...oddFieldsOf(item).map(({ raw }) => raw)].join('!')
}

function kindOfUnread(identity: (item: never) => string, item: unknown): string | undefined {
  try {
    return identity(item as never)
  } catch {
    return undefined // it lacks even the fields of its identity
  }
}
