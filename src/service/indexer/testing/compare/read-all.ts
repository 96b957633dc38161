import type { Dialect } from '#shared/lists/dialects.ts'
import { cursorKeys, groupCursorKeys, type ListId } from '#shared/lists/list-table.ts'
import type { ChainReader, ListPage, Position, WireItem } from '../../../chain-reader.ts'

export interface ReadAllOptions {
  readonly params?: Readonly<Record<string, string>>
  readonly filters?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  readonly limit?: number
  /** No page is read after so many items. */
  readonly atMost?: number
  /** The dialect whose cursor keys are sent back, as a server of that version would have them. */
  readonly dialect?: Dialect
}

/** Every item of a list, page by page to its end or as far as is wanted. A page that begins again where it began is an error, not a loop. */
export async function readAll(
  reader: ChainReader,
  id: ListId,
  options: ReadAllOptions = {},
): Promise<WireItem[]> {
  const items: WireItem[] = []
  const seen = new Set<string>()
  let after: Position | null = null
  do {
    const page: ListPage | null = await reader.list(id, {
      params: options.params ?? {},
      filters: options.filters ?? {},
      after,
      limit: options.limit ?? 50,
    })
    if (!page) throw new Error(`${id} is unknown`)
    items.push(...page.items)
    after = page.next && asQuery(id, options.dialect ?? 'spec', page.next, items.length)
    const key = JSON.stringify(after)
    if (after && seen.has(key)) throw new Error(`${id} comes back to ${key}`)
    seen.add(key)
  } while (after && items.length < (options.atMost ?? Infinity))
  return items
}

/** A cursor as it comes back: only the keys the dialect has, all as texts, and the count of items where it counts. */
function asQuery(id: ListId, dialect: Dialect, next: Position, count: number): Position {
  const keys = [...cursorKeys(id, dialect), ...groupCursorKeys(id).filter((key) => key in next)]
  return Object.fromEntries(
    [...new Set(keys)].map((key) => {
      const value = key === 'items_count' ? count : next[key]
      return [key, value === null || value === undefined ? null : String(value)]
    }),
  )
}

export const ofAddress = (address: string) => ({ address_hash: address.toLowerCase() })
