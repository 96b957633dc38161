/** Computes keys that identify rows across the pages of a list. */
import { rawItem, invalidFieldsOf } from '#shared/chain/invalid-fields.ts'
import type { ListEndpoint } from '#shared/lists/list-endpoint.ts'

/** One item of a page: the parsed item, or the original of an unreadable one. */
export interface PageEntry {
  readonly item: unknown
  readonly wasRead: boolean
  /** Whether some field of it could not be read. */
  readonly isInvalid?: boolean
}

/**
 * The identity of each parsed item, with `#2`, `#3` for repetitions: one ERC-1155 batch may contain the same id
 * twice. Unreadable items count, too. `counted` has the counts of a batch that continues from earlier pages, and
 * receives this page's.
 */
export function createItemKeys(
  { identity }: Pick<ListEndpoint, 'identity'>,
  entries: readonly PageEntry[],
  counted: Map<string, number>,
): string[] {
  const keys: string[] = []
  for (const { item, wasRead, isInvalid } of entries) {
    const kind = isInvalid
      ? kindOfUnkeyed(identity, item)
      : wasRead
        ? identity(item)
        : kindOfUnread(identity, item)
    if (kind === undefined) continue
    const count = (counted.get(kind) ?? 0) + 1
    counted.set(kind, count)
    if (wasRead) keys.push(count === 1 ? kind : `${kind}#${String(count)}`)
  }
  return keys
}

/** An invalid field is null in the item, but its original distinguishes items whose identity contains it. */
function kindOfUnkeyed(identity: (item: never) => string, item: unknown): string {
  const kind = identity(item as never)
  if (kindOfUnread(identity, rawItem(item)) === kind) return kind
  return [kind, ...invalidFieldsOf(item).map(({ raw }) => raw)].join('!')
}

function kindOfUnread(identity: (item: never) => string, item: unknown): string | undefined {
  try {
    return identity(item as never)
  } catch {
    return undefined // Even the fields of its identity are missing.
  }
}
