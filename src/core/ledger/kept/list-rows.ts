/** Merges the rows of several lists, newest first, and groups them by block. */
import type { BlockRow, LedgerListId } from '../collect-rows.ts'

export interface ListRow {
  readonly height: number
  readonly key: string
  readonly item: unknown
}

/** Yields rows in portions, newest first. */
export type RowStream = Iterator<readonly ListRow[], unknown> | AsyncIterator<readonly ListRow[], unknown>

/** Thrown if a list is not in chain order. */
export class ListOutOfOrder extends Error {
  readonly list: LedgerListId
  constructor(list: LedgerListId) {
    super(`${list} is not in the order of the chain.`)
    this.list = list
  }
}

interface Head {
  readonly list: LedgerListId
  readonly stream: RowStream
  rows: readonly ListRow[]
  at: number
  isDone: boolean
}

/** Yields the rows of each block. `from`: lowest block that is read. */
export async function* rowsByBlock(
  streams: ReadonlyMap<LedgerListId, RowStream>,
  from: number,
): AsyncGenerator<{ readonly height: number; readonly rows: readonly BlockRow[] }> {
  const heads = [...streams].map(([list, stream]): Head => ({ list, stream, rows: [], at: 0, isDone: false }))
  await Promise.all(heads.map(fill))
  for (;;) {
    const height = Math.max(...heads.map(heightOf))
    if (height < from || height === -Infinity) return
    const rows: BlockRow[] = []
    for (const head of heads)
      while (heightOf(head) === height) {
        const row = head.rows[head.at]
        if (row) rows.push({ list: head.list, key: row.key, item: row.item })
        head.at += 1
        if (head.at >= head.rows.length) await fill(head)
        if (heightOf(head) > height) throw new ListOutOfOrder(head.list)
      }
    yield { height, rows }
  }
}

const heightOf = ({ rows, at }: Head) => rows[at]?.height ?? -Infinity

async function fill(head: Head): Promise<void> {
  while (!head.isDone && head.at >= head.rows.length) {
    const next = await head.stream.next()
    head.isDone = next.done === true
    head.rows = next.done === true ? [] : next.value
    head.at = 0
  }
}
