/** What tells one row from another, across the pages of a list. */
import type { ListEndpoint } from '#shared/lists/list-table.ts'

/** One item of a page: as it was read, or as it came where it could not be. */
export interface Entry {
  readonly item: unknown
  readonly wasRead: boolean
}

/**
 * The identity of each item that was read, with `#2`, `#3` for the second and third of its kind: one ERC-1155 batch may
 * hold the same id twice. An unreadable item has its place in the count, too. `counted` holds what was counted on the
 * pages before of a batch that goes on here, and holds this page's afterwards.
 */
export function createItemKeys(
  { identity }: Pick<ListEndpoint, 'identity'>,
  entries: readonly Entry[],
  counted: Map<string, number>,
): string[] {
  const keys: string[] = []
  for (const { item, wasRead } of entries) {
    const kind = wasRead ? identity(item) : kindOfUnread(identity, item)
    if (kind === undefined) continue
    const place = (counted.get(kind) ?? 0) + 1
    counted.set(kind, place)
    if (wasRead) keys.push(place === 1 ? kind : `${kind}#${String(place)}`)
  }
  return keys
}

function kindOfUnread(identity: (item: never) => string, item: unknown): string | undefined {
  try {
    return identity(item as never)
  } catch {
    return undefined // it lacks even what tells its kind
  }
}
