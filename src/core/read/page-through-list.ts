/**
 * Reads a list from its source to its end, through the archive: its head, then all missing rows, newest first. A stopped
 * reading continues with the rows that are still missing.
 */
import { type Cursor, type Page, sourceNoticeOf } from '#shared/lists/page.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { KeepProblem } from '#shared/rpc/contract/keep-problem.ts'
import { failAtLoop } from '#shared/rpc/fail-at-loop.ts'
import { formatCursor } from '../api-client/request/cursor.ts'
import type { ArchivedList } from '../archive/create-archive.ts'
import { isRefusedCursor } from './read-through.ts'

/** Why a list can't be read to its end, besides errors of its source. */
export type PagingProblem = Exclude<KeepProblem, { readonly kind: 'source' }>

export class PagingFailure extends Error {
  readonly problem: PagingProblem
  constructor(problem: PagingProblem) {
    super(problem.kind)
    this.name = 'PagingFailure'
    this.problem = problem
  }
}

/** Where a page begins: below the row of the cursor, or at the head. */
export interface Place {
  readonly cursor: Cursor | null
}

export interface Paging {
  readonly archived: ArchivedList
  /** Requests a page. An error ends the reading, unless it is a refused cursor. */
  readonly ask: (cursor: Cursor | null) => Promise<Page>
  /** Requests the head although one is loaded, because new rows are there. */
  readonly refreshesHead: boolean
  /** Reads all rows from this position again, although they are loaded. */
  readonly readsAgainFrom?: Place | undefined
  /** Called after each page. */
  readonly onPage?: (progress: PagingProgress) => void
}

interface PagingProgress {
  /** Number of loaded rows of the list. */
  readonly rows: number
  /** Position where reading again continues; undefined at the end, or if it was not asked for. */
  readonly readsAgainFrom: Place | undefined
}

/** Maximum number of restarts from the head, after a reorganisation above or moved rows of a snapshot. */
const MAX_RESTARTS = 5
const HEAD: Place = { cursor: null }

/** Rejects with errors of `ask`, and with `PagingFailure`. */
export async function pageThroughList(paging: Paging): Promise<void> {
  const pages = createPageTaker(paging)
  let at = paging.readsAgainFrom
  while (at) {
    const page: Page | undefined = await pages.take(at)
    at = page ? continuedBy(page) : HEAD
    pages.tell(page, at)
  }
  let missing = paging.refreshesHead && !paging.readsAgainFrom ? HEAD : pages.missing(null)
  while (missing !== 'nothing') {
    const page = await pages.take(missing)
    missing = page ? pages.missingBelow(page) : HEAD
    pages.tell(page, undefined)
  }
}

function createPageTaker({ archived, ask, onPage }: Paging) {
  const requested = new Set<string>()
  let restarts = 0
  let rows = archived.rowCount()

  function missing(from: Cursor | null): Place | 'nothing' {
    const found = archived.missing(from)
    if (!found) throw new PagingFailure({ kind: 'not_kept' })
    return found
  }

  /** Undefined if the page does not continue the loaded rows; reading then starts from the head again. */
  async function takeOnce({ cursor }: Place): Promise<Page | undefined> {
    const name = cursor === null ? '' : formatCursor(cursor)
    if (requested.has(name)) {
      restarts += 1
      if (restarts > MAX_RESTARTS) throw new PagingFailure({ kind: 'unsteady' })
      requested.clear()
    }
    requested.add(name)
    const page = await ask(cursor)
    failAtLoop(page)
    const said = sourceNoticeOf(page.notice)
    if (said) throw new PagingFailure({ kind: 'notice', message: said.message })
    const written = archived.writeNow(cursor, page)
    if (written === 'unusable') throw new PagingFailure({ kind: 'not_kept' })
    return written === 'written' ? page : undefined
  }

  /** Reads a page; if the source refuses its cursor, reads it with the cursor before, or from the head. */
  async function take(place: Place): Promise<Page | undefined> {
    try {
      return await takeOnce(place)
    } catch (error) {
      if (place.cursor === null || !isRefusal(error)) throw error
      return takeFromAbove(place.cursor)
    }
  }

  async function takeFromAbove(refused: Cursor): Promise<Page | undefined> {
    let at: Place = { cursor: archived.row(refused)?.before ?? null }
    for (;;) {
      let page: Page | undefined
      try {
        page = await takeOnce(at)
      } catch (error) {
        if (at.cursor === null || !isRefusal(error)) throw error
        at = HEAD
        continue
      }
      const next = page?.next
      if (!next || !isSamePlace(missing(null), refused)) return page
      at = { cursor: next }
    }
  }

  return {
    take,
    missing,
    missingBelow(page: Page): Place | 'nothing' {
      const below = missing(page.next)
      // A page of pending rows only leaves nothing loaded, so its cursor is used.
      if (below !== 'nothing' && below.cursor === null && page.next) return { cursor: page.next }
      return below === 'nothing' ? missing(null) : below
    },
    tell(page: Page | undefined, readsAgainFrom: Place | undefined) {
      const isAppended = page?.next && !readsAgainFrom && isSamePlace(missing(page.next), page.next)
      rows = isAppended ? rows + page.items.length + page.unread.length : archived.rowCount()
      onPage?.({ rows, readsAgainFrom })
    },
  }
}

const continuedBy = ({ next }: Page): Place | undefined => (next ? { cursor: next } : undefined)

const isSamePlace = (place: Place | 'nothing', cursor: Cursor) =>
  place !== 'nothing' && place.cursor !== null && formatCursor(place.cursor) === formatCursor(cursor)

const isRefusal = (error: unknown) => error instanceof ChainglassFailure && isRefusedCursor(error.error)
