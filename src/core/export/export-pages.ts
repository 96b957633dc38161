/**
 * The pages of a list for an export: the list is first read to its end, if it is stored, and then its pages are read
 * in order.
 */
import { listEndpoint } from '#shared/lists/list-table.ts'
import { filterRows, type Cursor, type Page } from '#shared/lists/page.ts'
import { parseQuery } from '#shared/query/parse-query.ts'
import { checkQuery } from '#shared/query/check-query.ts'
import { compileForText, compileQuery } from '#shared/query/compile-query.ts'
import type { Query } from '#shared/query/query.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import type { ExportPage } from '#shared/export/export-row.ts'
import type { ExportRequest } from '#shared/rpc/contract/export.ts'
import { ChainglassFailure, invalidInput } from '#shared/errors/failure.ts'
import type { Token } from '#shared/chain/token.ts'
import { labelsOn } from '#shared/watch/watch-labels.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { Archive } from '../archive/create-archive.ts'
import { isPending } from '../rows/loaded-rows.ts'
import type { ListPager } from '../read/list-pager.ts'
import { PagingFailure } from '../read/page-through-list.ts'
import { isKept } from '../archive/row-archives.ts'
import { toPage } from '../read/page-reader.ts'
import { isUnavailable, pagesByWayOf } from '../read/read-through.ts'
import { membersOf } from '#core/archive/members-of.ts'
import { createMergedLists } from '../lists/merged/merged-lists.ts'
import { reportReachability } from '../sources/report-response.ts'
import type { Sources } from '../sources/sources.ts'
import type { Watchlist } from '../watchlist/watchlist.ts'

export interface PageDeps {
  readonly client: Pick<ApiClient, 'readPage' | 'readDetail'>
  readonly sources: Sources
  readonly archive: Archive
  readonly pager: ListPager
  readonly watchlist: Pick<Watchlist, 'index'>
}

/** Throws `invalid_input` for a filter that is invalid, or that the list does not support. */
export function readQuestion({ list, params, others, where }: ExportRequest): Query | null {
  if (where.trim() === '') return null
  const { query, errors } = parseQuery(where)
  const wrong = [
    ...errors,
    ...(query ? checkQuery(query, listEndpoint(list).resource, ownOf({ list, params, others })) : []),
  ]
  if (wrong.length > 0) throw invalidInput('where', 'unexpected_input')
  return query
}

const ownAddressOf = (list: ExportRequest['list'], params: ExportRequest['params']) =>
  listEndpoint(list).path.startsWith('/addresses/') ? params.address_hash?.toLowerCase() : undefined

const ownOf = ({ list, params, others }: Pick<ExportRequest, 'list' | 'params' | 'others'>) => {
  const ownAddress = ownAddressOf(list, params)
  const all = others && [ownAddress ?? '', ...others].map((address) => address.toLowerCase())
  return { ownAddress, ...(all && { ownAddresses: new Set(all) }) }
}

/** The context for reading the list's rows. */
export async function rowContextOf(
  { client, sources, watchlist, archive }: PageDeps,
  { source, list, params, others, zone }: ExportRequest,
  signal: AbortSignal,
): Promise<RowContext> {
  const { coin, chainId } = sources.get(source)
  const ownToken = async (): Promise<Token | undefined> => {
    if (!listEndpoint(list).path.startsWith('/tokens/{')) return undefined
    const detail = { source, detail: 'token', params: { address_hash: params.address_hash ?? '' } } as const
    try {
      return await client.readDetail(await sources.ready(source), detail.detail, detail.params, {
        signal,
        priority: 'background',
      })
    } catch (error) {
      if (!(error instanceof ChainglassFailure) || error.error.code === 'cancelled') throw error
      return archive.detail(detail)?.item as Token | undefined
    }
  }
  return {
    ...ownOf({ list, params, others }),
    ownToken: await ownToken(),
    coin,
    labels: labelsOn(watchlist.index.all(), chainId),
    zone,
  }
}

/** Filters a page. */
export function matcherOf(query: Query | null, list: ExportRequest['list'], context: RowContext) {
  if (!query) return (page: ExportPage): ExportPage => page
  const fits = compileQuery(query, listEndpoint(list).resource, context)
  const fitsText = compileForText(query)
  return (page: ExportPage): ExportPage => filterRows(page, fits, ({ raw }) => fitsText(raw))
}

/** Pending rows at the head of each list, so that none is lost. By address, for merged lists. */
export type PendingRows = Map<string, Pick<Page, 'items' | 'keys'>>

/**
 * Reads missing rows first, so that the file is written from stored rows. A complete list is used as it is if its
 * source can't be asked; a list that can't be stored is read while the file is written.
 */
export async function completeList(
  deps: Pick<PageDeps, 'pager' | 'archive'>,
  request: ExportRequest,
  signal: AbortSignal,
  onRead: (rows: number) => void,
): Promise<PendingRows> {
  const pending: PendingRows = new Map()
  if (request.others) {
    const { others, ...one } = request
    for (const address of membersOf({ ...one, others })) {
      const params = { address_hash: address }
      for (const [of, rows] of await completeList(deps, { ...one, params }, signal, onRead))
        pending.set(of, rows)
    }
    return pending
  }
  const { pager, archive } = deps
  if (!pager.canReadAll(request)) return pending
  try {
    await pager.readAll({
      list: request,
      purpose: 'keeping',
      signal,
      refreshesHead: true,
      onHead: ({ items, keys }) => {
        const isOne = items.map((item) => isPending(item as Readonly<Record<string, unknown>>))
        pending.set(request.params.address_hash ?? '', {
          items: items.filter((_, at) => isOne[at]),
          keys: keys.filter((_, at) => isOne[at]),
        })
      },
      onPage: ({ rows }) => {
        onRead(rows)
      },
    })
  } catch (error) {
    // The pages then come from the source, with all their rows.
    if (error instanceof PagingFailure) return new Map()
    const isWhole = archive.list(request)?.coverage().isComplete === true
    if (!isWhole || !(error instanceof ChainglassFailure) || !isUnavailable(error.error)) throw error
  }
  return pending
}

export function pageReader(
  deps: PageDeps,
  { others, ...request }: ExportRequest,
  signal: AbortSignal,
  pending: PendingRows,
): (cursor: Cursor | null) => Promise<Page> {
  if (!others) return oneReader(deps, request, signal, pending)
  const merged = createMergedLists()
  return async (cursor) => {
    const page = await merged.read({ ...request, others }, cursor, false, (address, at) =>
      oneReader(deps, { ...request, params: { address_hash: address } }, signal, pending)(at),
    )
    // The file must be complete: the export continues when all addresses can be read again.
    const failure = page.gap?.of?.find(({ error }) => error)?.error
    if (failure) throw new ChainglassFailure(failure)
    return page
  }
}

function oneReader(
  { client, sources, archive }: PageDeps,
  { source, list, params, filters, format }: ExportRequest,
  signal: AbortSignal,
  pending: PendingRows,
): (cursor: Cursor | null) => Promise<Page> {
  const pages = pagesByWayOf(archive)
  const ask = (cursor: Cursor | null) =>
    reportReachability(sources, source, async () =>
      toPage(
        await client.readPage(
          await sources.ready(source),
          { list, params, filters, cursor },
          { signal, priority: 'background', purpose: 'keeping', texts: format === 'jsonl' },
        ),
      ),
    )
  return async (cursor) => {
    if (!isKept(sources, source)) return ask(cursor)
    const page = await pages.read({ source, list, params, filters, cursor }, ask)
    // Rows are missing before this page, and the source could not be asked for them.
    if (page.gap) return ask(cursor)
    const first = cursor === null ? pending.get(params.address_hash ?? '') : undefined
    return first ? below(first, page) : page
  }
}

/** Puts rows above a page, unless the page contains them already. */
function below({ items, keys }: Pick<Page, 'items' | 'keys'>, page: Page): Page {
  const isNew = keys.map((key) => !page.keys.includes(key))
  const above = items.filter((_, at) => isNew[at])
  return {
    ...page,
    items: [...above, ...page.items],
    keys: [...keys.filter((_, at) => isNew[at]), ...page.keys],
    unread: page.unread.map((unread) => ({ ...unread, position: unread.position + above.length })),
  }
}
