import type { CallTrace } from '#shared/chain/call-trace.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure, notFound } from '#shared/errors/failure.ts'
import type { ListItem } from '#shared/lists/list-table.ts'
import type { Page } from '#shared/lists/page.ts'
import type { DetailRead } from '#shared/rpc/contract/lists.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import { rateClassOf } from '#shared/source.ts'
import type { CallNames, NameRow } from '../abi/call-names.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { Archive } from '../archive/create-archive.ts'
import type { KeptDetail } from '../archive/kept-details.ts'
import type { ListRequest } from '../archive/list-name.ts'
import { isKept, isLocal, type RowArchives } from '../archive/row-archives.ts'
import { createOpenLists, type OpenListsDeps } from './open-lists.ts'
import { createPageReader, toPage } from '../read/page-reader.ts'
import { isUnavailable, pagesByWayOf, type PageInput } from '../read/read-through.ts'
import { reportReachability, reportResponse } from '../sources/report-response.ts'
import type { Sources } from '../sources/sources.ts'
import { firstPageStreams, type ReadFirstPage } from './first-page-poller.ts'
import { followMerged } from './merged/follow-merged.ts'
import { createMergedLists } from './merged/merged-lists.ts'

export function listsDomain(deps: ListDeps & Omit<OpenListsDeps, 'followHead' | 'readPage'>) {
  const streams = listStreams(deps, (list) => {
    open.readHeadOf(list)
  })
  const open = createOpenLists({
    ...deps,
    // Rows of open lists are stored, whatever their source.
    readPage: createPageReader({ ...deps, archiveOf: (input) => deps.archives.of(input.source, input) }),
    followHead: (request, onChange) =>
      streams['lists.firstPage'](request, onChange, {
        signal: new AbortController().signal,
        connection: open,
      }),
  })
  return {
    handlers: { ...listHandlers(deps), ...open.handlers },
    streams: { ...streams, ...open.streams },
  }
}

interface ListDeps {
  readonly client: ApiClient
  readonly sources: Sources
  readonly archives: RowArchives
  readonly nameRow: NameRow
  readonly learnCode: CallNames['learnCode']
}

/** The handlers of the contract for pages and details, over the archive and the API client. */
function listHandlers({
  client,
  sources,
  archives,
  nameRow,
  learnCode,
}: ListDeps): Pick<Handlers, 'lists.page' | 'details.read'> {
  const archiveOf = (source: string) => (isLocal(sources.get(source)) ? undefined : archives.of(source))
  const archiveOfPage = ({ source, unkept }: PageInput) => (unkept ? undefined : archiveOf(source))
  const merged = createMergedLists()
  const askPage = createPageReader({ client, sources, archiveOf: archiveOfPage })
  const readPage = async (input: PageInput, signal: AbortSignal): Promise<Page> => {
    // While nothing is kept, offline reading is not answered from a store either.
    const stored = input.offline ? archiveOf(input.source) : undefined
    if (stored) return keptPage(stored, input)
    const by = archiveOfPage(input)
    try {
      return await askPage(input, signal)
    } catch (error) {
      const isAsked =
        input.cursor === null && error instanceof ChainglassFailure && isUnavailable(error.error)
      const last = isAsked ? by?.list(input)?.first() : undefined
      if (!last?.kept) throw error
      return { ...last, kept: { ...last.kept, failure: (error as ChainglassFailure).error } }
    }
  }
  return {
    'lists.page': ({ others, ...input }, { signal }) =>
      (others
        ? merged.read(
            { ...input, others },
            input.cursor,
            input.refresh ?? false,
            (hash, cursor, { refresh }) =>
              readPage({ ...input, params: { address_hash: hash }, cursor, refresh }, signal),
          )
        : readPage(input, signal)) as Promise<Page<ListItem>>,
    'details.read': async (input, { signal }) => {
      const { source, detail, params, refresh = false, offline = false } = input
      const by = archiveOf(source)
      const learn = (item: unknown) => {
        if (detail === 'transaction-calls')
          learnCode(source, params.transaction_hash ?? '', item as CallTrace)
      }
      const named = (kept: KeptDetail): KeptDetail => {
        learn(kept.item)
        return { ...kept, item: nameRow(source, kept.item) }
      }
      const loaded = refresh && !offline ? undefined : by?.detail(input)
      if (loaded) return toDetailRead(named(loaded))
      if (by && offline) throw notFound('not_kept')
      try {
        const item = await reportResponse(sources, source, async () =>
          client.readDetail(await sources.ready(source), detail, params, { signal, priority: 'visible' }),
        )
        by?.writeDetail(input, item)
        learn(item)
        return { item }
      } catch (error) {
        if (!by || !(error instanceof ChainglassFailure) || !isUnavailable(error.error)) throw error
        const last = by.detail(input)
        if (!last) throw error
        return toDetailRead(named(last), error.error)
      }
    },
  }
}

/** The kept page of a list. Throws `not_found` if nothing of the list is kept. */
function keptPage(archive: Archive, input: PageInput): Page {
  const list = archive.list(input)
  if (!list || list.isEmpty()) throw notFound('not_kept')
  const { cursor } = input
  const page = cursor ? (list.after(cursor) ?? list.belowGap(cursor)) : list.first()
  return page ?? { items: [], keys: [], unread: [], next: null, gap: { from: null, to: null } }
}

/** `onLostHead`: called if the first page of a list is not loaded. */
function listStreams(
  { client, sources, archives }: Omit<ListDeps, 'nameRow' | 'learnCode'>,
  onLostHead: (list: ListRequest) => void,
): Pick<Streams, 'lists.firstPage'> {
  const pages = pagesByWayOf(archives.archive)
  const readFirstPage: ReadFirstPage = async (
    { source, list, params, filters, texts },
    knownEtag,
    signal,
  ) => {
    const read = await reportReachability(sources, source, async () =>
      client.readFirstPage(await sources.ready(source), { list, params, filters }, knownEtag, {
        signal,
        priority: 'background',
        purpose: 'polling',
        texts,
      }),
    )
    if (!read) return null
    const page = toPage(read)
    const request = { source, list, params, filters }
    if (isKept(sources, source))
      pages.keepFirst(request, page, () => {
        onLostHead(request)
      })
    return { page, etag: read.etag }
  }
  const readMerged = followMerged(readFirstPage)
  const streams = firstPageStreams({
    rateClass: (id) => rateClassOf(sources.get(id)),
    readFirstPage: (request, knownEtag, signal) =>
      (request.others ? readMerged : readFirstPage)(request, knownEtag, signal),
  })
  return {
    // Rows from a case file do not change.
    'lists.firstPage': (request, ...to) =>
      sources.all().some(({ id, kind }) => id === request.source && kind === 'case')
        ? () => undefined
        : streams['lists.firstPage'](request, ...to),
  }
}

const toDetailRead = ({ item, readAt }: KeptDetail, failure?: ChainglassError): DetailRead => ({
  item: item as DetailRead['item'],
  kept: { readAt, ...(failure ? { failure } : {}) },
})
