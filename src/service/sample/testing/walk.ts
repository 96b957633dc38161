/** Reads lists as a client does: page after page, with nothing but the cursor keys one dialect has, as texts. */
import * as z from 'zod/mini'
import type { Dialect } from '#shared/lists/dialects.ts'
import {
  groupCursorKeys,
  cursorKeys,
  listEndpoint,
  type ListId,
  type ListItem,
} from '#shared/lists/list-table.ts'
import type { ChainReader, ListAnswer, ListRequest, Position } from '../../chain-reader.ts'

export interface Walk {
  readonly params?: Readonly<Record<string, string>>
  readonly filters?: ListRequest['filters']
  readonly dialect?: Dialect
  readonly limit?: number
  readonly after?: Position
}

/** Items as the shared schemas read them; throws at one that can't be read, and at a list that is not there. */
export function* walk<Id extends ListId>(
  chain: ChainReader,
  id: Id,
  { params = {}, filters = {}, dialect = 'spec', limit = 50, after }: Walk = {},
): Generator<ListItem<Id>> {
  const { item } = listEndpoint(id)
  const keys = [...cursorKeys(id, dialect), ...groupCursorKeys(id)]
  let position: Position | null = after ?? null
  let given = 0
  do {
    const page: ListAnswer = found(chain.list(id, { params: lower(params), filters, after: position, limit }))
    if (page.items.length > limit)
      throw new Error(`${String(page.items.length)} items where ${String(limit)} fit`)
    for (const raw of page.items) yield z.parse(item, JSON.parse(JSON.stringify(raw))) as ListItem<Id>
    given += page.items.length
    position = page.next && asSent(page.next, keys, given)
    if (position && page.items.length === 0) throw new Error('an empty page that has a next one')
  } while (position)
}

export const readAll = <Id extends ListId>(chain: ChainReader, id: Id, how?: Walk): ListItem<Id>[] => [
  ...walk(chain, id, how),
]

/** The keys of a dialect's cursor as a query says them: texts, and null for the text `null`. */
function asSent(next: Position, keys: readonly string[], given: number): Position {
  return Object.fromEntries(
    keys
      .filter((key) => key in next || key === 'items_count')
      .map((key) => [
        key,
        key === 'items_count' ? String(given) : next[key] == null ? null : String(next[key]),
      ]),
  )
}

const lower = (params: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value.toLowerCase()]))

function found(answer: ReturnType<ChainReader['list']>): ListAnswer {
  if (answer === null || answer instanceof Promise) throw new Error('no such list')
  return answer
}
