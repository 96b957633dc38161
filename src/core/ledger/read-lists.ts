/**
 * Reads the lists of an address for its ledger. Lists that are kept of an instance or a Pro account come from the archive,
 * after a request for new rows. The sample chain and indexes of nodes are on this machine and are read page by page.
 */
import type { ListId } from '#shared/lists/list-table.ts'
import { type Cursor, type Page, sourceNoticeOf } from '#shared/lists/page.ts'
import type { LedgerList } from '#shared/rpc/contract/ledger.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure, throwIfCancelled } from '#shared/errors/failure.ts'
import { rateClassOf } from '#shared/source.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { Archive, ArchivedList } from '../archive/create-archive.ts'
import type { ListPager } from '../read/list-pager.ts'
import { PagingFailure } from '../read/page-through-list.ts'
import { readBehind } from '../read/read-behind.ts'
import { isUnavailable } from '../read/read-through.ts'
import type { ListRow } from './kept/list-rows.ts'
import type { ListRows } from './kept/make-ledger.ts'
import type { Sources } from '../sources/sources.ts'

export interface ReadDeps {
  readonly client: Pick<ApiClient, 'readPage' | 'readDetail'>
  readonly sources: Sources
  readonly archive: Archive
  readonly pager: ListPager
}

export interface ListToRead {
  readonly source: string
  readonly list: ListId
  readonly params: Readonly<Record<string, string>>
}

export type ListState = Pick<LedgerList, 'state' | 'notice'>

/** Maximum number of pages requested unasked of a list that nobody keeps; a short list is complete then. */
const MAX_UNKEPT_PAGES = 2
/** Maximum number of pages at our own services (ten million rows), so that an endless list ends. */
const MAX_OWN_PAGES = 100_000
/** Maximum number of pages of new rows requested for a kept list. */
const MAX_HEAD_PAGES = 20

/** Reads pages from the source, with lower priority than requests a person waits for. */
export const createPageReader =
  (deps: ReadDeps, list: ListToRead, signal: AbortSignal) =>
  (cursor: Cursor | null): Promise<Page> =>
    readBehind(deps, { ...list, filters: {} }, cursor, { signal })

/** A list that is read page by page. Its state is known after its end. */
export interface PagedList {
  readonly rows: AsyncGenerator<readonly ListRow[]>
  readonly state: ListState & ListRows
  /** Whether its newest rows have changed. */
  hasMovedOn(): Promise<boolean>
}

export function readPages(deps: ReadDeps, request: ListToRead, signal: AbortSignal): PagedList {
  const ask = createPageReader(deps, request, signal)
  const maxPages = isCounted(deps.sources, request.source) ? MAX_UNKEPT_PAGES : MAX_OWN_PAGES
  let state: ListState = { state: 'incomplete' }
  let [rows, unread] = [0, 0]
  let head: string | undefined
  async function* read(): AsyncGenerator<readonly ListRow[]> {
    let cursor: Cursor | null = null
    let notice: string | undefined
    for (let pages = 0; pages < maxPages; pages += 1) {
      const page = await askUnlessAbsent(ask, cursor)
      if (page === 'absent') {
        state = { state: 'absent' }
        return
      }
      if (cursor === null) head = headOf(page)
      notice ??= sourceNoticeOf(page.notice)?.message
      const found = rowsIn(page)
      rows += found.length
      unread += page.unread.length
      yield found
      if (page.notice?.kind === 'cursor_repeats') return
      cursor = page.next
      if (cursor === null) {
        state = notice === undefined ? { state: 'whole' } : { state: 'noticed', notice }
        return
      }
      throwIfCancelled(signal)
    }
  }
  return {
    rows: read(),
    get state() {
      return { ...state, rows, unread }
    },
    async hasMovedOn() {
      if (state.state === 'absent') return false
      const page = await askUnlessAbsent(ask, null)
      return page !== 'absent' && headOf(page) !== head
    },
  }
}

/** The rows of a page that are in a block; a pending row moves nothing. */
export const rowsIn = ({ items, keys }: Page): ListRow[] =>
  items.flatMap((item, at): ListRow[] => {
    const { block_number: block, height } = item as Readonly<Record<string, unknown>>
    const stands = block ?? height
    const key = keys[at]
    return typeof stands === 'number' && key !== undefined ? [{ height: stands, key, item }] : []
  })

/**
 * Text to compare the first rows of a list. It contains balances, because the balance of an incomplete block changes later.
 */
const headOf = (page: Page) =>
  JSON.stringify(
    rowsIn(page).map(({ key, item }) => [key, (item as Readonly<Record<string, unknown>>).value ?? null]),
  )

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

/** True if the source repeats a page, so that the rest of the list can't be read. */
const endsInLoop = (error: ChainglassError) =>
  error.code === 'bad_response' && error.kind === 'cursor_repeats'

/** True if the instance does not have this list: it switches off lists its chain does not need. */
const isAbsent = (error: ChainglassError) =>
  error.code === 'not_found' || (error.code === 'server_error' && error.status === 501)

/** Thrown if a list is longer than is read unasked. */
class PagesUsedUp extends Error {}

/** Updates a kept list from its source, up to a limit of pages. `onRows` gets the number of stored rows after each page. */
export async function bringUpToDate(
  deps: ReadDeps,
  archived: ArchivedList,
  request: ListToRead,
  { signal, onRows }: { readonly signal: AbortSignal; readonly onRows: (rows: number) => void },
): Promise<ListState> {
  const maxUnkept = isCounted(deps.sources, request.source) ? MAX_UNKEPT_PAGES : MAX_OWN_PAGES
  let left = archived.coverage().isComplete ? MAX_HEAD_PAGES : maxUnkept
  let said: ListState | undefined
  try {
    await deps.pager.readAll({
      list: { ...request, filters: {} },
      purpose: 'looking',
      signal,
      refreshesHead: true,
      onPage: ({ rows }) => {
        onRows(rows)
      },
      beforeRequest: () => {
        left -= 1
        if (left < 0) throw new PagesUsedUp()
      },
    })
  } catch (error) {
    said = stateAfter(error, archived)
  }
  if (said?.state === 'absent' || archived.coverage().isComplete) return said ?? { state: 'whole' }
  return { ...said, state: 'incomplete' }
}

/** Whether a source counts requests. Our own services do not, wherever they run. */
export function isCounted(sources: Pick<Sources, 'get'>, source: string): boolean {
  const kind = rateClassOf(sources.get(source))
  return kind === 'instance' || kind === 'pro'
}

/** The state of a list after an early end of reading; undefined if the loaded rows are sufficient. */
function stateAfter(error: unknown, archived: ArchivedList): ListState | undefined {
  if (error instanceof PagesUsedUp) return { state: 'incomplete' }
  if (error instanceof PagingFailure)
    return error.problem.kind === 'notice'
      ? { state: 'noticed', notice: error.problem.message }
      : { state: 'incomplete' }
  if (!(error instanceof ChainglassFailure)) throw error
  if (isAbsent(error.error)) return { state: 'absent' }
  if (endsInLoop(error.error)) return { state: 'incomplete' }
  if (isUnavailable(error.error) && archived.coverage().isComplete) return undefined
  throw error
}
