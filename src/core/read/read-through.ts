/**
 * Pages of lists by way of the archive: what is loaded is given at once, everything else is asked for at the source and
 * written down after it was handed on.
 */
import type { CallInput } from '#shared/rpc/contract.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { Archive, ArchivedList, Unwritten } from '../archive/create-archive.ts'

export type PageInput = CallInput<'lists.page'>
type ReadPage = (cursor: Cursor | null) => Promise<Page>
/** Called where a page that was asked for is not loaded. */
type OnUnwritten = (page: Page, why: Unwritten) => void

/** So many pages at the head are read to meet what is loaded. More than that stays a gap until it is scrolled to. */
const MAX_HEAD_PAGES = 3
/** So many pages are read from above to find the place of a cursor that the source refuses. */
const MAX_WALKED_PAGES = 50

export function pagesByWayOf(archive: Archive) {
  async function read(input: PageInput, ask: ReadPage, onUnwritten?: OnUnwritten): Promise<Page> {
    const { cursor, refresh = false } = input
    const list = archive.list(input)
    if (!list) return ask(cursor)
    const archived = telling(list, onUnwritten)
    const kept = refresh ? undefined : cursor ? archived.after(cursor) : archived.first()
    if (kept) return kept
    try {
      if (cursor === null) return await readHead(archived, ask)
      return await askAndKeep(archived, cursor, ask)
    } catch (error) {
      if (cursor === null || !(error instanceof ChainglassFailure)) throw error
      if (isRefusedCursor(error.error)) return await walkFromAbove(archived, cursor, ask, error)
      const below = !refresh && isUnavailable(error.error) ? archived.belowGap(cursor) : undefined
      if (below) return below
      throw error
    }
  }

  return {
    read,
    /** Keeps the first page of a list that is polled, like any page that was asked for. */
    keepFirst(input: Omit<PageInput, 'cursor'>, page: Page, onUnwritten: () => void) {
      archive.list({ ...input })?.write(null, page, onUnwritten)
    },
  }
}

const telling = (list: ArchivedList, onUnwritten: OnUnwritten | undefined): ArchivedList => ({
  ...list,
  write(cursor, page) {
    list.write(cursor, page, (why) => onUnwritten?.(page, why))
  },
})

async function askAndKeep(archived: ArchivedList, cursor: Cursor | null, ask: ReadPage): Promise<Page> {
  const page = await ask(cursor)
  archived.write(cursor, page)
  return page
}

/** Page after page from the head until one meets what is loaded, as one page. */
async function readHead(archived: ArchivedList, ask: ReadPage): Promise<Page> {
  let head = await ask(null)
  const wasEmpty = archived.isEmpty()
  let isMet = wasEmpty || archived.meets(head)
  archived.write(null, head)
  for (let pages = 1; !isMet && head.next && pages < MAX_HEAD_PAGES; pages += 1) {
    const cursor = head.next
    let page: Page
    try {
      page = await ask(cursor)
    } catch {
      // What was read of it is the head all the same.
      return head
    }
    isMet = archived.meets(page)
    archived.write(cursor, page)
    head = join(head, page)
  }
  return head
}

function join(upper: Page, lower: Page): Page {
  const before = upper.items.length + upper.unread.length
  return {
    ...lower,
    items: [...upper.items, ...lower.items],
    keys: [...upper.keys, ...lower.keys],
    unread: [
      ...upper.unread,
      ...lower.unread.map((unread) => ({ ...unread, position: unread.position + before })),
    ],
  }
}

/**
 * What follows a row whose cursor the source does not take any more: read with the cursor before it, or else from the
 * head, until the row comes or is passed. Throws the refusal where it does not within so many pages.
 */
async function walkFromAbove(
  archived: ArchivedList,
  cursor: Cursor,
  ask: ReadPage,
  refusal: ChainglassFailure,
): Promise<Page> {
  const row = archived.row(cursor)
  if (!row) throw refusal
  let at = row.before
  for (let pages = 0; pages < MAX_WALKED_PAGES; pages += 1) {
    let page: Page
    try {
      page = await askAndKeep(archived, at, ask)
    } catch (error) {
      if (at === null || pages > 0 || !(error instanceof ChainglassFailure) || !isRefusedCursor(error.error))
        throw error
      at = null
      continue
    }
    const found = page.keys.indexOf(row.key)
    if (found >= 0 && found + 1 < page.keys.length) return withoutFirst(page, found + 1)
    if (!page.next) return { ...page, items: [], keys: [], unread: [] }
    at = page.next
    if (found >= 0) return await askAndKeep(archived, at, ask)
  }
  throw refusal
}

/** Without what could not be read: it was given with the rows above. */
const withoutFirst = (page: Page, count: number): Page => ({
  ...page,
  items: page.items.slice(count),
  keys: page.keys.slice(count),
  unread: [],
})

export const isRefusedCursor = (error: ChainglassError) =>
  error.code === 'invalid_input' && error.reason === 'refused_by_server'

/** The source can't give anything now: it is down, refuses, wants a key or credits, or is not there any more. */
export const isUnavailable = ({ code }: ChainglassError) =>
  code === 'offline' ||
  code === 'timeout' ||
  code === 'server_error' ||
  code === 'unauthorized' ||
  code === 'out_of_credits' ||
  code === 'forbidden' ||
  code === 'bad_response'
