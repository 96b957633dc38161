/** Reads lists as a client does: page after page, with only the cursor keys of one dialect, as texts. */
import * as z from 'zod/mini'
import type { Dialect } from '#shared/lists/dialects.ts'
import { listItem } from '#shared/lists/list-items.ts'
import { groupCursorKeys, cursorKeys, type ListId, type ListItem } from '#shared/lists/list-table.ts'
import type { ChainReader, ListPage, ListRequest, Position } from '../../chain-reader.ts'

export interface ListOptions {
  readonly params?: Readonly<Record<string, string>>
  readonly filters?: ListRequest['filters']
  readonly dialect?: Dialect
  readonly limit?: number
  readonly after?: Position
}

/** Items parsed by the shared schemas. Throws if an item does not fit its schema, or the list does not exist. */
export function* iterateList<Id extends ListId>(
  chain: ChainReader,
  id: Id,
  { params = {}, filters = {}, dialect = 'spec', limit = 50, after }: ListOptions = {},
): Generator<ListItem<Id>, undefined> {
  const item = listItem(id)
  const keys = [...cursorKeys(id, dialect), ...groupCursorKeys(id)]
  let position: Position | null = after ?? null
  let count = 0
  do {
    const page: ListPage = found(chain.list(id, { params: lower(params), filters, after: position, limit }))
    if (page.items.length > limit)
      throw new Error(`${String(page.items.length)} items where ${String(limit)} fit`)
    for (const raw of page.items) yield z.parse(item, JSON.parse(JSON.stringify(raw))) as ListItem<Id>
    count += page.items.length
    position = page.next && asQuery(page.next, keys, count)
    if (position && page.items.length === 0) throw new Error('an empty page that has a next one')
  } while (position)
  return undefined
}

export const readAll = <Id extends ListId>(chain: ChainReader, id: Id, how?: ListOptions): ListItem<Id>[] => [
  ...iterateList(chain, id, how),
]

/** The cursor as a query sends it: the keys of one dialect, as texts, with null as the text `null`. */
function asQuery(next: Position, keys: readonly string[], count: number): Position {
  return Object.fromEntries(
    keys
      .filter((key) => key in next || key === 'items_count')
      .map((key) => [
        key,
        key === 'items_count' ? String(count) : next[key] == null ? null : String(next[key]),
      ]),
  )
}

const lower = (params: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value.toLowerCase()]))

function found(answer: ReturnType<ChainReader['list']>): ListPage {
  if (answer === null || answer instanceof Promise) throw new Error('no such list')
  return answer
}
