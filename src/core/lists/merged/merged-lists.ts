/** Reads the lists of several addresses as one, and caches rows between pages. */
import * as z from 'zod/mini'
import { LruCache } from '#shared/lru-cache.ts'
import { PAGE_SIZE } from '#shared/lists/filters.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import { isInChainOrder } from '#shared/lists/merged-lists.ts'
import { membersOf, type MergedQuery } from '../../archive/members-of.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import { wrongCursor } from './merged-cursor.ts'
import { mergePages } from './merge-pages.ts'
import { readHoldings, type Holdings } from './merge-holdings.ts'

interface SourceQuery extends MergedQuery {
  readonly source: string
  readonly filters: Filters
}

/** Reads a page of one address's list; `refresh`: from the source, not from the archive. */
type ReadMember = (
  address: string,
  cursor: Cursor | null,
  options: { readonly refresh: boolean },
) => Promise<Page>

export interface MergedLists {
  /** Reads the next page. Throws `invalid_input` for a list, a filter or a cursor that can't be merged. */
  read(query: SourceQuery, cursor: Cursor | null, refresh: boolean, read: ReadMember): Promise<Page>
}

/**
 * Maximum number of cached rows of partly returned pages. A page of ten lists takes five rows of each; without the cache
 * each page would be requested repeatedly. They are never more than the rows read for an earlier page.
 */
const MAX_ROWS = 15_000
const MAX_HOLDINGS = 4
const HOLDINGS_PAGE = 100

export function createMergedLists(): MergedLists {
  const pages = new LruCache<string, Page>({ maxSize: MAX_ROWS, sizeOf: ({ items }) => items.length + 1 })
  const holdings = new LruCache<string, Holdings>({ maxSize: MAX_HOLDINGS })

  async function readMerged(
    { source, list, filters }: SourceQuery,
    members: readonly string[],
    cursor: Cursor | null,
    readOne: (address: string, cursor: Cursor | null) => Promise<Page>,
  ): Promise<Page> {
    return mergePages({ list, members, cursor, size: sizeOf(filters) }, async (address, at, isGoneOn) => {
      const key = JSON.stringify([source, list, filters, address, at])
      const known = isGoneOn || at !== null ? pages.get(key) : undefined
      if (known) return known
      const page = await readOne(address, at)
      if (!page.gap) pages.set(key, page)
      return page
    })
  }

  async function readLoaded(
    { source, list, filters }: SourceQuery,
    members: readonly string[],
    cursor: Cursor | null,
    readOne: (address: string, cursor: Cursor | null) => Promise<Page>,
  ): Promise<Page> {
    const offset = cursor === null ? 0 : offsetOf(cursor)
    const key = JSON.stringify([source, list, filters, members])
    let cached = offset > 0 ? holdings.get(key) : undefined
    if (!cached) holdings.set(key, (cached = await readHoldings(list, members, readOne)))
    return pageOf(cached, offset)
  }

  return {
    async read(query, cursor, refresh, readMember) {
      const members = membersOf(query)
      const readOne = (address: string, at: Cursor | null) => readMember(address, at, { refresh })
      return isInChainOrder(query.list)
        ? readMerged(query, members, cursor, readOne)
        : readLoaded(query, members, cursor, readOne)
    },
  }
}

const sizeOf = ({ [PAGE_SIZE]: size }: Filters) => (typeof size === 'number' ? size : undefined)

const loadedCursor = z.object({ offset: z.int().check(z.gte(1), z.lte(10_000_000)) })
function offsetOf(cursor: Cursor): number {
  const read = loadedCursor.safeParse(cursor)
  if (!read.success) throw wrongCursor()
  return read.data.offset
}

function pageOf({ rows, unread, missing, notice, readAt }: Holdings, offset: number): Page {
  const end = offset + HOLDINGS_PAGE
  const own = rows.slice(offset, end)
  const isFirst = offset === 0
  return {
    items: own.map(({ item }) => item),
    keys: own.map(({ key }) => key),
    unread: isFirst ? unread.map((one, at) => ({ ...one, position: own.length + at })) : [],
    next: end < rows.length ? { offset: end } : null,
    ...(notice && { notice }),
    ...(readAt !== undefined && { kept: { readAt } }),
    ...(isFirst && missing.length > 0 && { gap: { from: null, to: null, of: missing } }),
  }
}
