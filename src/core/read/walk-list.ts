/**
 * Reads a list from its source to its end, by way of the archive: its head, then from the newest on whatever is not loaded.
 * Where it was ended before, it goes on with what is still missing.
 */
import { type Cursor, type Page, saidBySource } from '#shared/lists/page.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { KeepProblem } from '#shared/rpc/contract/keep-problem.ts'
import { failAtLoop } from '#shared/rpc/fail-at-loop.ts'
import { formatCursor } from '../api-client/read/cursor.ts'
import type { ArchivedList } from '../archive/create-archive.ts'
import { isRefusedCursor } from './read-through.ts'

/** Why a list can't be read to its end, besides what its source answers. */
export type WalkProblem = Exclude<KeepProblem, { readonly kind: 'source' }>

export class WalkFailure extends Error {
  readonly problem: WalkProblem
  constructor(problem: WalkProblem) {
    super(problem.kind)
    this.name = 'WalkFailure'
    this.problem = problem
  }
}

/** Where a page begins: below the row that the cursor continues, or at the head. */
export interface Place {
  readonly cursor: Cursor | null
}

export interface Walk {
  readonly archived: ArchivedList
  /** Asks the source for a page. What it throws ends the walk, unless it is that a cursor is refused. */
  readonly ask: (cursor: Cursor | null) => Promise<Page>
  /** The head is asked for though one is loaded: what is new stands there. */
  readonly refreshesHead: boolean
  /** Everything from here on is read again, though it is loaded. */
  readonly readsAgainFrom?: Place | undefined
  /** Called after each page. */
  readonly onPage?: (progress: WalkProgress) => void
}

interface WalkProgress {
  /** So many rows of the list are loaded. */
  readonly rows: number
  /** Where reading again goes on; undefined once it is at the end, or never was asked for. */
  readonly readsAgainFrom: Place | undefined
}

/** What makes it begin with the head again: a reorganisation above, rows of a snapshot that moved. */
const MAX_RESTARTS = 5
const HEAD: Place = { cursor: null }

/** Throws what `ask` throws, and `WalkFailure`. */
export async function walkList(walk: Walk): Promise<void> {
  const pages = createPageTaker(walk)
  let at = walk.readsAgainFrom
  while (at) {
    const page: Page | undefined = await pages.take(at)
    at = page ? continuedBy(page) : HEAD
    pages.tell(page, at)
  }
  let missing = walk.refreshesHead && !walk.readsAgainFrom ? HEAD : pages.missing(null)
  while (missing !== 'nothing') {
    const page = await pages.take(missing)
    missing = page ? pages.missingBelow(page) : HEAD
    pages.tell(page, undefined)
  }
}

function createPageTaker({ archived, ask, onPage }: Walk) {
  const asked = new Set<string>()
  let restarts = 0
  let rows = archived.rowCount()

  function missing(from: Cursor | null): Place | 'nothing' {
    const found = archived.missing(from)
    if (!found) throw new WalkFailure({ kind: 'not_kept' })
    return found
  }

  /** Undefined where the page does not go on from what is loaded: it begins with the head again. */
  async function takeOnce({ cursor }: Place): Promise<Page | undefined> {
    const name = cursor === null ? '' : formatCursor(cursor)
    if (asked.has(name)) {
      restarts += 1
      if (restarts > MAX_RESTARTS) throw new WalkFailure({ kind: 'unsteady' })
      asked.clear()
    }
    asked.add(name)
    const page = await ask(cursor)
    failAtLoop(page)
    const said = saidBySource(page.notice)
    if (said) throw new WalkFailure({ kind: 'notice', message: said.message })
    const written = archived.writeNow(cursor, page)
    if (written === 'unusable') throw new WalkFailure({ kind: 'not_kept' })
    return written === 'written' ? page : undefined
  }

  /** A page with a cursor that the source refuses is read with the one before, or by way of the head. */
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
      // Of nothing but pending rows, none is loaded.
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
