/** Writes a case as lines of JSON, without data that belongs only to this person or this machine. */
import type { CallInput } from '#shared/rpc/contract.ts'
import { MAX_CASE_BYTES, type CaseContent, type CaseLabel } from '#shared/rpc/contract/cases.ts'
import type { Note } from '#shared/rpc/contract/notes.ts'
import type { DetailRequest } from '../archive/kept-details.ts'
import { ChainglassFailure, notFound } from '#shared/errors/failure.ts'
import type { DetailId } from '#shared/lists/detail-table.ts'
import { formatListName } from '../archive/list-name.ts'
import type { Flows } from '../flow/create-flows.ts'
import { FLOW_LISTS } from '../flow/read-movements.ts'
import { describeSource, readCaseSources, type DescribedSource } from '../sources/case-sources.ts'
import type { Watchlist } from '../watchlist/watchlist.ts'
import type { Database } from '#platform/sqlite/database.ts'
import {
  CASE_FORMAT,
  CASE_VERSION,
  MAX_LABELS,
  MAX_LINE_LENGTH,
  MAX_PAGES,
  MAX_ROWS,
  MAX_SOURCES,
} from './case-file.ts'
import { keptDetail, keptPages, type ListOut, type RowsDeps } from './case-rows-out.ts'
import type { PublicTexts } from './public-text.ts'
import { sourcesOfScope, withSources } from './source-paths.ts'
import { sourceOfPath } from '#shared/workspace/source-path.ts'

export interface CaseToWrite {
  readonly name: string
  readonly isReadOnly: boolean
  readonly content: CaseContent
  readonly notes: readonly Note[]
  /** The lists and details whose stored rows are included. */
  readonly rows: CallInput<'cases.save'>['rows']
}

export interface WriteDeps extends RowsDeps {
  readonly store: Database
  readonly watchlist: Pick<Watchlist, 'index'>
  readonly flows: Pick<Flows, 'get'>
  readonly texts: PublicTexts
}

export interface WriteOptions {
  readonly signal: AbortSignal
  /** Called with the number of rows of each page. */
  readonly onRows: (count: number) => void
  /** Called if something is missing from the file: there was no room, or its source could not be asked. */
  readonly onCut: () => void
}

/** The maximal number of details: with pages, notes and labels they fit the limit of lines. */
const MAX_DETAILS_OUT = 10_000
/** Room for labels after the rows. */
const RESERVED_BYTES = 6_000_000

export async function* writeCase(
  given: CaseToWrite,
  deps: WriteDeps,
  options: WriteOptions,
): AsyncGenerator<string> {
  const { texts } = deps
  const ids = nameSources(given, deps)
  const shown = withPublicIds(given, ids, texts)
  const addresses = new Set<string>()
  let count = 0
  let bytes = 0
  const line = (value: unknown) => {
    const text = `${texts.line(JSON.stringify(value))}\n`
    for (const [found] of text.matchAll(ADDRESSES))
      if (addresses.size < MAX_SEEN) addresses.add(found.toLowerCase())
    count += 1
    bytes += Buffer.byteLength(text)
    return text
  }
  yield line({
    format: CASE_FORMAT,
    version: CASE_VERSION,
    name: texts.words(given.name),
    isReadOnly: given.isReadOnly,
    savedAt: Date.now(),
  })
  for (const [id, name] of ids) yield line({ source: { id: name, ...publicSource(id, deps) } })
  if (shown.content.workspace) yield line({ workspace: shown.content.workspace })
  for (const { id: _id, case: _case, ...note } of shown.notes) yield line({ note })
  for (const question of shown.content.questions) yield line({ question: { ...question, seen: null } })
  const hasRoom = (text: string) =>
    text.length < MAX_LINE_LENGTH && bytes + 3 * text.length < MAX_CASE_BYTES - RESERVED_BYTES
  for await (const { value, rows } of rowLines(given, deps, ids, options)) {
    if (!hasRoom(JSON.stringify(value))) {
      options.onCut()
      break
    }
    options.onRows(rows)
    yield line(value)
  }
  for (const label of labelsOf(given.content, deps.watchlist, addresses))
    yield line({ label: { ...label, label: texts.words(label.label) } })
  yield `{"end":${String(count + 1)}}\n`
}

const ADDRESSES = /0x[0-9a-f]{40}(?![0-9a-f])/gi
const MAX_SEEN = 500_000

/** Names the sources of the case's places, rows and chains in the file. */
function nameSources(
  { content, notes, rows }: CaseToWrite,
  { sources }: WriteDeps,
): ReadonlyMap<string, string> {
  const { workspace, questions } = content
  const paths = [
    ...(workspace?.panes.flatMap(({ tabs }) => tabs.map(({ path }) => path)) ?? []),
    ...notes.map(({ path }) => path),
    ...questions.map(({ path }) => path),
  ]
  const named = [
    ...paths.flatMap((path) => sourceOfPath(path) ?? []),
    ...notes.map(({ chain }) => chain),
    ...questions.flatMap(({ scope }) => sourcesOfScope(scope)),
    ...(rows ? [...rows.lists, ...rows.details, ...rows.flows].map(({ source }) => source) : []),
  ]
  const known = [...new Set(named)].filter((id) => sources.find(id) !== undefined).slice(0, MAX_SOURCES)
  return new Map(known.map((id, nth) => [id, `s${String(nth + 1)}`]))
}

/** A removed source is not in the file: the file's places do not name it. */
function withPublicIds(
  { content, notes }: CaseToWrite,
  known: ReadonlyMap<string, string>,
  { path, words }: PublicTexts,
): Pick<CaseToWrite, 'content' | 'notes'> {
  const here = (text: string) => {
    const source = sourceOfPath(text)
    return path(source !== undefined && !known.has(source) ? '/' : withSources(text, known))
  }
  const { workspace, questions } = content
  return {
    content: {
      ...content,
      workspace: workspace && {
        ...workspace,
        panes: workspace.panes.map((pane) => ({
          ...pane,
          tabs: pane.tabs.map((tab) => ({ ...tab, path: here(tab.path), title: words(tab.title) })),
        })),
      },
      questions: questions
        .filter(({ scope }) => sourcesOfScope(scope).every((id) => known.has(id)))
        .map((question) => ({ ...withSources(question, known), path: here(question.path) })),
    },
    notes: notes.map((note) => ({
      ...note,
      chain: known.get(note.chain) ?? note.chain,
      path: here(note.path),
      text: words(note.text),
    })),
  }
}

function publicSource(id: string, { sources, store, texts }: WriteDeps): DescribedSource {
  const source = sources.get(id)
  const row = source.kind === 'case' ? readCaseSources(store).find((one) => one.id === id) : undefined
  if (source.kind !== 'case') return publicNames(describeSource(source), texts)
  if (!row) throw notFound('no_such_source')
  const { id: _id, caseId: _caseId, rows: _rows, ...described } = row
  return publicNames(described, texts)
}
const publicNames = (of: DescribedSource, { words }: PublicTexts): DescribedSource => ({
  ...of,
  name: words(of.name),
  coinSymbol: of.coinSymbol.slice(0, 40),
})

interface RowLine {
  readonly value: object
  readonly rows: number
}

/** Details that the sums of graphs require come before rows, and those that only confirm the sums come after. */
async function* rowLines(
  { rows }: CaseToWrite,
  deps: WriteDeps,
  ids: ReadonlyMap<string, string>,
  { signal, onCut }: WriteOptions,
): AsyncGenerator<RowLine> {
  const flow = await flowRows(
    deps.flows,
    unique(rows?.flows ?? []).filter(({ source }) => ids.has(source)),
    signal,
  )
  if (flow.isCut) onCut()
  const count = countUpTo(MAX_ROWS, onCut)
  const details = countUpTo(MAX_DETAILS_OUT, onCut)
  async function* detailLines(requests: readonly DetailOut[]): AsyncGenerator<RowLine> {
    for (const request of requests) {
      const source = ids.get(request.source)
      // Data that a local source can't provide now is left out.
      const found =
        source === undefined ? undefined : await keptDetail(deps, request, signal).catch(() => undefined)
      signal.throwIfAborted()
      if (found?.item === undefined) continue
      if (!details.takes(1) || !count.takes(1)) return
      const { detail, params } = request
      yield { value: { detail: { source, detail, params, readAt: found.readAt, item: found.item } }, rows: 0 }
    }
  }
  const first = unique([...(rows?.details ?? []), ...flow.details])
  yield* detailLines(first)
  yield* pageLines(listsOnce(flow.lists, rows?.lists ?? []), { deps, ids, signal, count, onCut })
  const known = new Set(first.map((request) => JSON.stringify(request)))
  yield* detailLines(unique(flow.further).filter((request) => !known.has(JSON.stringify(request))))
}

async function* pageLines(
  lists: readonly ListOut[],
  {
    deps,
    ids,
    signal,
    count,
    onCut,
  }: {
    readonly deps: WriteDeps
    readonly ids: ReadonlyMap<string, string>
    readonly signal: AbortSignal
    readonly count: ReturnType<typeof countUpTo>
    readonly onCut: () => void
  },
): AsyncGenerator<RowLine> {
  const pages = countUpTo(MAX_PAGES, onCut)
  for (const request of lists) {
    const source = ids.get(request.source)
    if (source === undefined) continue
    const { list, params, filters } = request
    try {
      for await (const page of keptPages(deps, request, signal)) {
        signal.throwIfAborted()
        if (!pages.takes(1) || !count.takes(page.items.length)) return
        yield { value: { page: { source, list, params, filters, ...page } }, rows: page.items.length }
      }
    } catch (error) {
      if (!(error instanceof ChainglassFailure) || signal.aborted) throw error
      // Instances turn off lists that their chain does not need.
      if (error.error.code !== 'not_found') onCut()
    }
  }
}

/** Makes a function that returns false, and reports it, once the room is used up. */
function countUpTo(max: number, onCut: () => void) {
  let left = max
  return {
    takes(count: number): boolean {
      const hasRoom = count <= left
      if (hasRoom) left -= count
      else onCut()
      return hasRoom
    },
  }
}

/** A list that both a graph and a place need is read as the graph's. */
function listsOnce(ofFlows: readonly ListOut[], ofPlaces: readonly ListOut[]): readonly ListOut[] {
  const byName = new Map<string, ListOut>()
  for (const request of [...ofFlows, ...ofPlaces]) {
    const name = formatListName(request)
    if (!byName.has(name)) byName.set(name, request)
  }
  return [...byName.values()]
}

const unique = <T>(requests: readonly T[]): T[] => [
  ...new Map(requests.map((request) => [JSON.stringify(request), request])).values(),
]

/** The person's own labels first, then those that came with the case. */
function labelsOf(
  { labels }: CaseContent,
  { index }: Pick<Watchlist, 'index'>,
  addresses: ReadonlySet<string>,
): readonly CaseLabel[] {
  const own = index
    .all()
    .filter(({ address, label }) => label !== '' && addresses.has(address.toLowerCase()))
    .map(({ address, chainId, label }) => ({ address: address.toLowerCase(), chainId, label }))
  const known = new Set(own.map(({ address, chainId }) => `${address} ${chainId ?? ''}`))
  const others = labels.filter(({ address, chainId }) => !known.has(`${address} ${chainId ?? ''}`))
  return [...own, ...others].slice(0, MAX_LABELS)
}

/** An address or transaction from which a graph was grown. */
interface FlowOut {
  readonly source: string
  /** An address, or the transaction at the start of the graph. */
  readonly of: string
}

type DetailOut = DetailRequest & { readonly detail: DetailId }

interface FlowRowsOut {
  readonly lists: readonly ListOut[]
  /** Details without which the sums would differ. */
  readonly details: readonly DetailOut[]
  /** Details that confirm that the other calls were not reverted. */
  readonly further: readonly DetailOut[]
  /** Whether data on an address is missing because its source can't be asked. */
  readonly isCut: boolean
}

const TRANSACTION_LISTS = ['transaction-internal-transactions', 'transaction-token-transfers'] as const

/** Collects the data of flow graphs for a case file: each address's rows, and the evidence about reverted calls. */
async function flowRows(
  flows: Pick<Flows, 'get'>,
  grown: readonly FlowOut[],
  signal: AbortSignal,
): Promise<FlowRowsOut> {
  const details: DetailOut[] = []
  const further: DetailOut[] = []
  let isCut = false
  for (const { source, of } of grown) {
    const detailOf = (detail: 'transaction' | 'transaction-calls') => (hash: string) => ({
      source,
      detail,
      params: { transaction_hash: hash },
    })
    if (isTransaction(of)) {
      details.push(detailOf('transaction')(of.toLowerCase()))
      continue
    }
    try {
      const { evidence } = await flows.get({ source, address: of }, { signal })
      details.push(...evidence.failed.map(detailOf('transaction')))
      details.push(...evidence.undone.map(detailOf('transaction-calls')))
      further.push(...evidence.standing.map(detailOf('transaction-calls')))
    } catch (error) {
      if (!(error instanceof ChainglassFailure) || signal.aborted) throw error
      isCut = true
    }
  }
  return { lists: grown.flatMap(listsOf), details, further, isCut }
}

const isTransaction = (of: string) => of.length === 66

function listsOf({ source, of }: FlowOut): ListOut[] {
  const hash = of.toLowerCase()
  const request = { source, filters: {}, isOfFlow: true } as const
  return isTransaction(of)
    ? TRANSACTION_LISTS.map((list) => ({ ...request, list, params: { transaction_hash: hash } }))
    : FLOW_LISTS.map((list) => ({ ...request, list, params: { address_hash: hash } }))
}
