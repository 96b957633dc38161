/** New rows of a list, for whoever keeps a request open: server-sent events. */
import * as z from 'zod/mini'
import { listItem } from '#shared/lists/list-items.ts'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { ChainReader, ListRequest, WireItem } from '../../chain-reader.ts'
import type { Convert } from '../dialects/writer.ts'
import type { Stream } from '../response.ts'
import type { Changes } from './changes.ts'

interface Rows {
  readonly reader: ChainReader
  readonly changes: Changes
  readonly id: ListId
  readonly request: Pick<ListRequest, 'params' | 'filters'>
  readonly write: Convert
}

/** Number of rows that are sent at once. If there are more, the client is told that some are missing. */
const MAX_NEW = 100

/** Null where the list is of nothing that is known. */
export async function newRows({ reader, changes, id, request, write }: Rows): Promise<Stream | null> {
  const read = async () => {
    const page = await reader.list(id, { ...request, after: null, limit: MAX_NEW })
    return page && { rows: page.items.map((item) => [identityOf(id, item), item] as const), next: page.next }
  }
  const first = await read()
  if (!first) return null
  return (send) => {
    let known = new Set(first.rows.map(([identity]) => identity))
    return changes.listen(async () => {
      const page = await read()
      if (!page) return
      const { rows, next } = page
      // After a reorganisation, older rows move up behind the last known one.
      const last = rows.findLastIndex(([identity]) => known.has(identity))
      const fresh = rows.slice(0, last < 0 ? rows.length : last).filter(([identity]) => !known.has(identity))
      // There were others between.
      if (last < 0 && next !== null) send('gap', {})
      known = new Set(rows.map(([identity]) => identity))
      for (const [, item] of fresh.toReversed()) send('row', write(item))
    })
  }
}

function identityOf(id: ListId, item: WireItem): string {
  const read = z.safeParse(listItem(id), item)
  return read.success ? listEndpoint(id).identity(read.data) : JSON.stringify(item)
}
