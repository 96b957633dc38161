/**
 * Reads pages of lists through the archive: a stored page is returned at once; another is requested from the source, and
 * stored after it was returned.
 */
import { withoutOwnTexts } from '#shared/lists/own-text.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { Archive, ArchivedList, Unwritten } from '../archive/create-archive.ts'

export type PageInput = CallInput<'lists.page'>
type ReadPage = (cursor: Cursor | null) => Promise<Page>
/** Called if a requested page could not be stored. */
type OnUnwritten = (page: Page, why: Unwritten) => void

/**
 * Maximum number of pages read at the head until they meet the loaded rows. More rows stay a gap until a person scrolls to
 * it.
 */
const MAX_HEAD_PAGES = 3
/** Maximum number of pages read from above to find the position of a refused cursor. */
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
      if (isRefusedCursor(error.error)) return await readFromAbove(archived, cursor, ask, error)
      const below = !refresh && isUnavailable(error.error) ? archived.belowGap(cursor) : undefined
      if (below) return below
      throw error
    }
  }

  return {
    read,
    /** Stores the first page of a polled list, like any requested page. */
    keepFirst(input: Omit<PageInput, 'cursor'>, page: Page, onUnwritten: () => void) {
      archive.list({ ...input })?.write(null, withoutOwnTexts(page), onUnwritten)
    },
  }
}

const telling = (list: ArchivedList, onUnwritten: OnUnwritten | undefined): ArchivedList => ({
  ...list,
  write(cursor, page) {
    list.write(cursor, withoutOwnTexts(page), (why) => onUnwritten?.(page, why))
  },
})

async function askAndKeep(archived: ArchivedList, cursor: Cursor | null, ask: ReadPage): Promise<Page> {
  const page = await ask(cursor)
  archived.write(cursor, page)
  return page
}

/** Reads pages from the head until one meets the loaded rows, and joins them to one page. */
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
      // The pages read so far are the head in any case.
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
 * Reads the page after a row whose cursor the source refuses: with the cursor before it, or else from the head, until the
 * row appears or is passed. Throws the refusal if that takes too many pages.
 */
async function readFromAbove(
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

/** The rows of a page after the first `count`, without unreadable items, which were returned with the rows above. */
const withoutFirst = (page: Page, count: number): Page => ({
  ...page,
  items: page.items.slice(count),
  keys: page.keys.slice(count),
  unread: [],
})

export const isRefusedCursor = (error: ChainglassError) =>
  error.code === 'invalid_input' && error.reason === 'refused_by_server'

/** Whether the source can't answer now: it is down, refuses, requires a key or credits, or does not exist any more. */
export const isUnavailable = ({ code }: ChainglassError) =>
  code === 'offline' ||
  code === 'timeout' ||
  code === 'server_error' ||
  code === 'unauthorized' ||
  code === 'out_of_credits' ||
  code === 'forbidden' ||
  code === 'bad_response'
