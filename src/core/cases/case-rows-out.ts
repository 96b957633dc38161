/** Reads the stored rows and details of a case's places for its file. */
import { setImmediate } from 'node:timers/promises'
import { writeCallTrace, type CallTrace } from '#shared/chain/call-trace.ts'
import { rawItem, parseRaw } from '#shared/chain/invalid-fields.ts'
import type { DetailId } from '#shared/lists/detail-table.ts'
import { PAGE_SIZE } from '#shared/lists/filters.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { Archive, ArchivedList } from '../archive/create-archive.ts'
import type { DetailRequest } from '../archive/kept-details.ts'
import { nameList, type ListRequest } from '../archive/list-name.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import { isCounted } from '../ledger/read-lists.ts'
import { isKept } from '../archive/row-archives.ts'
import { toPage } from '../read/page-reader.ts'
import type { Sources } from '../sources/sources.ts'
import type { CaseArchive } from './case-archive.ts'

export interface RowsDeps {
  readonly archive: Pick<Archive, 'list' | 'detail'>
  readonly caseArchive: Pick<CaseArchive, 'open'>
  readonly client: Pick<ApiClient, 'readPage' | 'readDetail'>
  readonly sources: Sources
}

export interface PageOut {
  readonly cursor: Cursor | null
  readonly next: Cursor | null
  readonly readAt: number
  /** Items as the source gave them, including unreadable ones. */
  readonly items: readonly unknown[]
}

/** The maximal number of pages of a list that is on this machine and so not stored in the archive. */
const MAX_OWN_PAGES = 40
/** The maximal number of pages for a graph: as many as fit in a file. */
const MAX_FLOW_PAGES = 4_000

/** `isOfFlow`: a graph is computed from all of its rows. */
export interface ListOut extends ListRequest {
  readonly isOfFlow?: boolean
}

/** Reads all stored rows, or the rows of our own service. No source that counts requests is asked. */
export function keptPages(
  deps: RowsDeps,
  { isOfFlow = false, ...request }: ListOut,
  signal: AbortSignal,
): AsyncGenerator<PageOut> {
  const { archive, caseArchive, sources } = deps
  const { source } = request
  const { kind } = sources.get(source)
  // A graph reads from our own services, wherever they run.
  const isAsked = isOfFlow ? kind !== 'case' && !isCounted(sources, source) : !isKept(sources, source)
  if (kind === 'case' || !isAsked)
    return heldPages((kind === 'case' ? caseArchive.open() : archive)?.list(request), request, signal)
  return ownPages(deps, request, { signal, isOfFlow })
}

/**
 * Reads across gaps, the oldest part first and each part from its top, as a list is read. Written in this order, the
 * parts stay separate.
 */
async function* heldPages(
  archived: ArchivedList | undefined,
  request: ListRequest,
  signal: AbortSignal,
): AsyncGenerator<PageOut> {
  if (!archived) return
  for (const below of await partsOf(archived, request, signal)) {
    let cursor: Cursor | null = null
    let page: Page | undefined = below === null ? archived.first() : archived.belowGap(below)
    while (page) {
      yield { cursor, next: page.next, readAt: page.kept?.readAt ?? Date.now(), items: itemsOf(page) }
      if (page.next === null) break
      cursor = page.next
      page = archived.after(cursor)
    }
  }
}

/** The cursors that lead into its gaps, and null for the part at its head; the oldest part first. */
async function partsOf(
  archived: ArchivedList,
  request: ListRequest,
  signal: AbortSignal,
): Promise<readonly (Cursor | null)[]> {
  if (nameList(request).kind !== 'history' || archived.coverage().intervals.length < 2) return [null]
  const parts: (Cursor | null)[] = [null]
  let page: Page | undefined = archived.first()
  while (page && page.next !== null) {
    // Yields to the event loop each time, because decompression takes some milliseconds.
    await setImmediate()
    signal.throwIfAborted()
    const { next }: Page = page
    page = archived.after(next)
    if (page) continue
    page = archived.belowGap(next)
    if (page) parts.unshift(next)
  }
  return parts
}

async function* ownPages(
  { client, sources }: RowsDeps,
  { source: id, list, params, filters }: ListRequest,
  { signal, isOfFlow }: { readonly signal: AbortSignal; readonly isOfFlow: boolean },
): AsyncGenerator<PageOut> {
  const source = await sources.ready(id)
  // Our own services accept larger pages.
  const sourceFilters = { ...filters, ...(isOfFlow && { [PAGE_SIZE]: 100 }) } as never
  let cursor: Cursor | null = null
  for (let pages = 0; pages < (isOfFlow ? MAX_FLOW_PAGES : MAX_OWN_PAGES); pages += 1) {
    const page: Page = toPage(
      await client.readPage(
        source,
        { list, params: { ...params }, filters: sourceFilters, cursor },
        { signal, priority: 'background' },
      ),
    )
    yield { cursor, next: page.next, readAt: Date.now(), items: itemsOf(page) }
    if (page.next === null) return
    cursor = page.next
  }
}

function itemsOf({ items, unread }: Page): unknown[] {
  const all = items.map(rawItem)
  for (const { position, raw } of [...unread].sort((a, b) => a.position - b.position))
    all.splice(position, 0, parseRaw(raw))
  return all
}

/** Undefined if it is not stored and our own service does not have it. */
export async function keptDetail(
  { archive, caseArchive, client, sources }: RowsDeps,
  request: DetailRequest & { readonly detail: Parameters<ApiClient['readDetail']>[1] },
  signal: AbortSignal,
): Promise<{ readonly item: unknown; readonly readAt: number } | undefined> {
  const isOfCase = sources.get(request.source).kind === 'case'
  const archived = (isOfCase ? caseArchive.open() : archive)?.detail(request)
  if (archived) return { ...archived, item: asGiven(request.detail, archived.item) }
  if (isOfCase || isCounted(sources, request.source)) return undefined
  const source = await sources.ready(request.source)
  const item = await client.readDetail(
    source,
    request.detail,
    { ...request.params },
    { signal, priority: 'background' },
  )
  return { item: asGiven(request.detail, item), readAt: Date.now() }
}

/** The detail as the source gave it: calls are stored in their parsed form. */
const asGiven = (detail: DetailId, item: unknown) =>
  detail === 'transaction-calls' ? writeCallTrace(item as CallTrace) : rawItem(item)
