/** Compares the rows that two sources give of the same list. */
import type { CheckedResource } from '#shared/check/checked-rows.ts'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { Cursor, PageNotice } from '#shared/lists/page.ts'
import {
  MAX_CHECKED_ROWS,
  MAX_LIST_PAGES,
  type CheckedRow,
  type ComparedRows,
} from '#shared/rpc/contract/check.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import { compareItems, ITEM_KINDS, itemsOf, pairItems, type Item, type ItemKind } from './compare-items.ts'
import type { SourceReader } from './source-reader.ts'

interface NamedList {
  readonly list: ListId
  readonly params: Readonly<Record<string, string>>
  readonly filters: Filters
}

/**
 * Reads the newest `maxRows` rows of the first source, and of the other one those of the same blocks. A row counts as
 * missing only where the other source has come to its block and was read beyond it. Rejects with `ChainglassFailure`.
 */
export async function compareLists(
  readers: readonly [SourceReader, SourceReader],
  named: NamedList,
  maxRows: number,
): Promise<ComparedRows> {
  const { order, resource } = listEndpoint(named.list)
  const kind = ITEM_KINDS[resource as CheckedResource]
  const heightOf = (item: Item) => {
    const height = order ? item[order.height] : null
    return typeof height === 'number' ? height : undefined
  }
  // Before the lists, which are no older then.
  const [head, otherHead] = await Promise.all(readers.map((reader) => reader.head()))
  const { sort, order: direction } = named.filters
  const descends = order?.direction === 'desc' && sort === undefined && direction === undefined
  const one = createListReading(readers[0], named, { heightOf, descends, head })
  await readUntil(one, () => one.rows.length >= maxRows)
  const other = createListReading(readers[1], named, { heightOf, descends, head: otherHead })
  const lowest = one.isEnded() || !descends ? -Infinity : (one.lowest() ?? -Infinity)
  await readUntil(other, () => (other.lowest() ?? Infinity) < lowest || other.rows.length >= MAX_CHECKED_ROWS)
  return {
    ...compareReadings(kind, heightOf, one, other),
    unread: one.unread() + other.unread(),
    isWhole: one.isEnded() && other.isEnded(),
    hasGap: one.hasGap() || other.hasGap(),
    notices: [one.notices, other.notices],
  }
}

async function readUntil(reading: ListReading, isEnough: () => boolean): Promise<void> {
  while (!isEnough()) if (!(await reading.more())) return
}

type ListReading = ReturnType<typeof createListReading>

function createListReading(
  reader: SourceReader,
  { list, params, filters }: NamedList,
  of: {
    readonly heightOf: (item: Item) => number | undefined
    readonly descends: boolean
    readonly head: number | undefined
  },
) {
  const rows: { readonly key: string; readonly item: Item }[] = []
  const notices: PageNotice[] = []
  const seen = new Set<string>()
  let [cursor, pages, unread, lowest]: [Cursor | null, number, number, number | undefined] = [
    null,
    0,
    0,
    undefined,
  ]
  let hasGap = false
  let state: 'open' | 'ended' | 'broken' = 'open'
  return {
    rows,
    notices,
    unread: () => unread,
    /** The lowest block of the rows. */
    lowest: () => lowest,
    /** Whether all rows were read, as far as the source says. */
    isEnded: () => state === 'ended' && notices.length === 0,
    hasGap: () => hasGap,
    /** Reads one more page. False at the end. */
    async more(): Promise<boolean> {
      if (state !== 'open' || pages === MAX_LIST_PAGES) return false
      const page = await reader.readPage(list, params, cursor, filters)
      pages += 1
      unread += page.unread.length
      for (const [at, item] of (page.items as readonly Item[]).entries()) {
        const key = page.keys[at] ?? ''
        // Rows that were added meanwhile move others to the next page.
        if (seen.has(key)) continue
        seen.add(key)
        rows.push({ key, item })
        lowest = Math.min(lowest ?? Infinity, of.heightOf(item) ?? Infinity)
      }
      // The same words stand on each page.
      const { notice } = page
      if (notice && !notices.some((one) => JSON.stringify(one) === JSON.stringify(notice)))
        notices.push(notice)
      hasGap ||= page.gap !== undefined
      const isBroken = hasGap || (notice !== undefined && notice.kind !== 'message')
      cursor = page.next
      state = isBroken ? 'broken' : cursor === null ? 'ended' : 'open'
      return state === 'open'
    },
    /** Whether a row of this block would be among the rows. */
    covers(height: number | undefined): boolean {
      if (state === 'broken' || unread > 0) return false
      const isBelowHead = !of.descends || (of.head !== undefined && height !== undefined && height <= of.head)
      const isRead =
        (state === 'ended' && notices.length === 0) ||
        (of.descends && height !== undefined && lowest !== undefined && height > lowest)
      return isBelowHead && isRead
    },
  }
}

function compareReadings(
  kind: ItemKind,
  heightOf: (item: Item) => number | undefined,
  one: ListReading,
  other: ListReading,
): Pick<ComparedRows, 'rows' | 'notCompared'> {
  const keys = new Map<Item, string>()
  const itemsOfReading = ({ rows }: ListReading) =>
    rows.flatMap(({ key, item }) => {
      const items = itemsOf(kind, [item])
      for (const one of items) keys.set(one, key)
      return items
    })
  const rows: CheckedRow[] = []
  let notCompared = 0
  for (const { key: name, any, item, match } of pairItems(kind, itemsOfReading(one), itemsOfReading(other))) {
    const height = heightOf(any)
    const isPendingAtOne = item && match && (heightOf(item) === undefined) !== (heightOf(match) === undefined)
    const isCompared = item && match ? !isPendingAtOne : (item ? other : one).covers(height)
    if (isCompared)
      rows.push({
        ...{ key: keys.get(any) ?? name, height: height ?? null, block: null },
        findings: compareItems(kind, null, name, item, match),
      })
    else if (item) notCompared += 1
  }
  return { rows, notCompared }
}
