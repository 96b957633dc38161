/**
 * Reads the lists of an address for its ledger. What is kept of an instance or of Pro comes from the archive, after its head
 * was asked for; the sample chain and the indexes of nodes are on this machine, and are read page by page.
 */
import { setImmediate } from 'node:timers/promises'
import type { ListId } from '#shared/lists/list-table.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { LedgerList } from '#shared/rpc/contract/ledger.ts'
import { ChainglassFailure, type ChainglassError } from '#shared/rpc/errors.ts'
import { rateClassOf } from '#shared/source.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { Archive, ArchivedList } from '../archive/create-archive.ts'
import type { ListWalker } from '../keep/list-walker.ts'
import { WalkFailure } from '../keep/walk-list.ts'
import { isKept, toPage } from '../lists/list-handlers.ts'
import { isUnavailable } from '../lists/read-through.ts'
import { reportReachability } from '../sources/report-response.ts'
import type { Sources } from '../sources/sources.ts'

export interface ReadDeps {
  readonly client: Pick<ApiClient, 'readPage' | 'readDetail'>
  readonly sources: Sources
  readonly archive: Archive
  readonly walker: ListWalker
}

export interface ListToRead {
  readonly source: string
  readonly list: ListId
  readonly params: Readonly<Record<string, string>>
}

export interface Reading {
  readonly signal: AbortSignal
  /** Returns how many rows of it were not known; `end` ends the reading of this list. */
  readonly onPage: (page: Page) => number | 'end'
  /** Only its newest rows, down to what is known. */
  readonly onlyHead?: boolean
}

type State = Pick<LedgerList, 'state' | 'notice'>

/** So many pages are asked for by themselves of a list that nobody keeps: a short one is whole then. */
const MAX_UNKEPT_PAGES = 2
/** Of one that is kept, what is new at its head. */
const MAX_HEAD_PAGES = 20

export async function readList(deps: ReadDeps, request: ListToRead, reading: Reading): Promise<State> {
  if (isKept(deps.sources, request.source)) return readKept(deps, request, reading)
  return readPages(pageAsker(deps, request, reading.signal), reading)
}

/** Asks the source itself, behind what a person looks at. */
export function pageAsker(
  { client, sources }: ReadDeps,
  { source, list, params }: ListToRead,
  signal: AbortSignal,
) {
  // Our own services take larger pages.
  const filters = isKept(sources, source) ? {} : { items_count: 100 }
  return (cursor: Cursor | null): Promise<Page> =>
    reportReachability(sources, source, async () =>
      toPage(
        await client.readPage(
          await sources.ready(source),
          { list, params, filters, cursor },
          { signal, priority: 'background' },
        ),
      ),
    )
}

async function readPages(
  ask: (cursor: Cursor | null) => Promise<Page>,
  { signal, onPage, onlyHead = false }: Reading,
  maxPages = Infinity,
): Promise<State> {
  let cursor: Cursor | null = null
  let notice: string | undefined
  for (let pages = 1; ; pages += 1) {
    const page = await askUnlessAbsent(ask, cursor)
    if (page === 'absent') return { state: 'absent' }
    notice ??= page.notice?.message
    const added = onPage(page)
    cursor = page.next
    const isDone = cursor === null || (onlyHead && added !== 'end' && added < page.items.length)
    if (isDone) return notice === undefined ? { state: 'whole' } : { state: 'noticed', notice }
    if (added === 'end' || pages >= maxPages) return { state: 'incomplete' }
    // Whoever looks at a list goes first.
    await setImmediate()
    if (signal.aborted) throw new ChainglassFailure({ code: 'cancelled' })
  }
}

async function askUnlessAbsent(
  ask: (cursor: Cursor | null) => Promise<Page>,
  cursor: Cursor | null,
): Promise<Page | 'absent'> {
  try {
    return await ask(cursor)
  } catch (error) {
    if (cursor === null && error instanceof ChainglassFailure && isAbsent(error.error)) return 'absent'
    throw error
  }
}

/** Instances switch lists off that their chain has no use for. */
const isAbsent = (error: ChainglassError) =>
  error.code === 'not_found' || (error.code === 'server_error' && error.status === 501)

/** Thrown where a list is longer than is read without being asked. */
class PagesUsedUp extends Error {}

async function readKept(deps: ReadDeps, request: ListToRead, reading: Reading): Promise<State> {
  const list = { ...request, filters: {} }
  const held = deps.archive.list(list)
  const maxUnkept = isCounted(deps.sources, request.source) ? MAX_UNKEPT_PAGES : Infinity
  if (!held) return readPages(pageAsker(deps, request, reading.signal), reading, maxUnkept)
  let left = held.coverage().isComplete ? MAX_HEAD_PAGES : maxUnkept
  let said: State | undefined
  try {
    await deps.walker.walk({
      list,
      purpose: 'looking',
      signal: reading.signal,
      refreshesHead: true,
      beforeRequest: () => {
        left -= 1
        if (left < 0) throw new PagesUsedUp()
      },
    })
  } catch (error) {
    said = stateAfter(error, held)
  }
  if (said?.state === 'absent') return said
  if (!readHeld(held, reading) || !held.coverage().isComplete) return said ?? { state: 'incomplete' }
  return said ?? { state: 'whole' }
}

/** Whether a source counts what it is asked. Our own services do not, wherever they run. */
export function isCounted(sources: Pick<Sources, 'get'>, source: string): boolean {
  const kind = rateClassOf(sources.get(source))
  return kind === 'instance' || kind === 'pro'
}

/** What a walk that ended early says of its list; undefined where what is held will do. */
function stateAfter(error: unknown, held: ArchivedList): State | undefined {
  if (error instanceof PagesUsedUp) return { state: 'incomplete' }
  if (error instanceof WalkFailure)
    return error.problem.kind === 'notice'
      ? { state: 'noticed', notice: error.problem.message }
      : { state: 'incomplete' }
  if (!(error instanceof ChainglassFailure)) throw error
  if (isAbsent(error.error)) return { state: 'absent' }
  if (isUnavailable(error.error) && held.coverage().isComplete) return undefined
  throw error
}

/** False where rows are missing. */
function readHeld(held: ArchivedList, { onPage, onlyHead = false }: Reading): boolean {
  let page = held.first()
  while (page) {
    const added = onPage(page)
    if (added === 'end') return false
    if (page.next === null || (onlyHead && added < page.items.length)) return true
    page = held.after(page.next)
  }
  return false
}
