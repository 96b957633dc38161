/** Reads one source's data on an address: stored data, and its present answers. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { listEndpoint } from '#shared/lists/list-table.ts'
import type { Page } from '#shared/lists/page.ts'
import type { MissingPart } from '#shared/rpc/contract/everywhere.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { formatSourceHost } from '#shared/source.ts'
import {
  NO_ANSWERS,
  timeOf,
  type AddressAnswers,
  REQUESTED_DETAILS,
  REQUESTED_LISTS,
  type RequestedList,
} from './address-facts.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { Archive } from '../archive/create-archive.ts'
import type { RowQuestions } from '../query/ask-archive.ts'
import { isKept } from '../archive/row-archives.ts'
import { toPage } from '../read/page-reader.ts'
import { reportResponse } from '../sources/report-response.ts'
import type { Sources } from '../sources/sources.ts'

export interface ReadAddressDeps {
  readonly client: Pick<ApiClient, 'readPage' | 'readDetail'>
  readonly sources: Sources
  readonly archive: Archive
  readonly questions: Pick<RowQuestions, 'ask'>
}

export interface AddressOnSource {
  readonly source: string
  readonly address: string
}

export interface KeptAnswers {
  readonly answers: AddressAnswers
  /** The time of the oldest part; null if nothing is stored. */
  readonly keptAt: number | null
}

const paramsOf = (address: string) => ({ address_hash: address })

/** Makes no request. */
export function readKept(
  { archive, sources }: ReadAddressDeps,
  { source, address }: AddressOnSource,
): KeptAnswers {
  if (!isKept(sources, source)) return { answers: NO_ANSWERS, keptAt: null }
  const params = paramsOf(address)
  const [detail, counters] = REQUESTED_DETAILS.map((id) => archive.detail({ source, detail: id, params }))
  const pages: Partial<Record<RequestedList, Page>> = {}
  for (const list of REQUESTED_LISTS) {
    const page = archive.list({ source, list, params, filters: {} })?.first()
    if (page) pages[list] = page
  }
  const times = [detail?.readAt, counters?.readAt, ...Object.values(pages).map(({ kept }) => kept?.readAt)]
  const known = times.filter((time) => time !== undefined)
  return {
    answers: {
      ...(detail ? { detail: detail.item as NonNullable<AddressAnswers['detail']> } : {}),
      ...(counters ? { counters: counters.item as NonNullable<AddressAnswers['counters']> } : {}),
      pages,
      oldest: {},
    },
    keptAt: known.length === 0 ? null : Math.min(...known),
  }
}

/** The answers of a source so far, and the parts that failed. */
interface AskedAnswers {
  readonly answers: AddressAnswers
  readonly missing: readonly { readonly part: MissingPart; readonly error: ChainglassError }[]
}

interface AnswerListener {
  readonly onAnswer: (answers: AskedAnswers) => void
  /** Converts an error for a window. */
  readonly errorOf: (error: unknown) => ChainglassError
  /** Called when all is emitted: data of another chain must not be stored. */
  readonly mayKeep: () => Promise<boolean>
}

/**
 * Sends all requests to the source at once, so that its answer takes one round trip. If requests cost credits, lists
 * wait for the counters, because most chains of an account have no rows to pay for. Calls `onAnswer` with each part.
 * Throws the source's failure if it says nothing about the address.
 */
export async function askAddress(
  deps: ReadAddressDeps,
  asked: AddressOnSource,
  signal: AbortSignal,
  { onAnswer, errorOf, mayKeep }: AnswerListener,
): Promise<void> {
  const failed = new AbortController()
  const reader = createAddressReader(deps, asked, AbortSignal.any([signal, failed.signal]))
  let answers: AddressAnswers = NO_ANSWERS
  const missing: AskedAnswers['missing'][number][] = []
  const tell = (more: Partial<AddressAnswers>) => {
    answers = { ...answers, ...more }
    if (!failed.signal.aborted) onAnswer({ answers, missing: [...missing] })
  }
  const miss = (part: MissingPart) => (error: unknown) => {
    missing.push({ part, error: errorOf(error) })
    tell({})
  }

  const writes: (() => void)[] = []

  async function readDetail() {
    const detail = await reader.detail()
    tell({ detail })
    if (detail)
      writes.push(() => {
        reader.keepDetail('address', detail)
      })
    return detail
  }
  async function readCounters() {
    const counters = await reader.counters()
    // Not every instance has counters.
    if (!counters) return
    tell({ counters })
    writes.push(() => {
      reader.keepDetail('address-tab-counters', counters)
    })
  }
  async function readList(list: RequestedList) {
    // The details that a row shows first are requested first from every source: a page takes longer than everything
    // else together.
    await nextTurn()
    // Some sources answer that a list is missing if they do not know the address.
    const page = (await reader.page(list)) ?? ((await detail) === null ? EMPTY_PAGE : undefined)
    if (!page) throw new ChainglassFailure({ code: 'not_found' })
    tell({ pages: { ...answers.pages, [list]: page } })
    if (page === EMPTY_PAGE) return
    writes.push(() => {
      reader.keepPage(list, page)
    })
    const oldest = await reader.oldest(list, page)
    if (oldest !== undefined) tell({ oldest: { ...answers.oldest, [list]: oldest } })
  }

  const detail = readDetail()
  const counting = readCounters().catch(miss('counts'))
  const readLists = (lists: readonly RequestedList[]) =>
    lists.map((list) => readList(list).catch(miss(list === 'address-tokens' ? 'tokens' : 'activity')))
  const takesCredits = deps.sources.get(asked.source).kind === 'pro'
  const reading = takesCredits ? [] : readLists(REQUESTED_LISTS)
  try {
    await detail
  } catch (error) {
    failed.abort()
    throw error
  }
  await counting
  if (takesCredits && !signal.aborted)
    reading.push(...readLists(REQUESTED_LISTS.filter((list) => mayHaveRows(answers, list))))
  await Promise.all(reading)
  if (await mayKeep()) for (const write of writes) write()
}

const EMPTY_PAGE: Page = { items: [], keys: [], unread: [], next: null }

/** Without counters, lists are only requested for an address that the source knows: they cost three requests. */
function mayHaveRows({ detail, counters }: AddressAnswers, list: RequestedList): boolean {
  const { tabCounter } = listEndpoint(list)
  const count = tabCounter === undefined ? undefined : counters?.[tabCounter]
  if (count != null) return count > 0
  return detail !== null || list === 'address-transactions'
}

function createAddressReader(
  { client, sources, archive, questions }: ReadAddressDeps,
  { source, address }: AddressOnSource,
  signal: AbortSignal,
) {
  const params = paramsOf(address)
  const options = { signal, priority: 'visible' } as const
  const keeps = isKept(sources, source)

  /** Null if the source has none. */
  async function readDetail<Id extends (typeof REQUESTED_DETAILS)[number]>(id: Id) {
    try {
      return await reportResponse(sources, source, async () =>
        client.readDetail(await sources.ready(source), id, params, options),
      )
    } catch (error) {
      if (isAbsent(error)) return null
      throw error
    }
  }

  return {
    async detail() {
      const detail = await readDetail('address')
      if (detail && detail.hash.toLowerCase() !== address.toLowerCase())
        throw new ChainglassFailure({
          code: 'bad_response',
          kind: 'other_address',
          host: formatSourceHost(sources.get(source)),
        })
      return detail
    },
    counters: () => readDetail('address-tab-counters'),
    keepDetail(id: (typeof REQUESTED_DETAILS)[number], item: unknown): void {
      if (keeps) archive.writeDetail({ source, detail: id, params }, item)
    },
    /** Undefined if the source has no such list for this address. */
    async page(list: RequestedList): Promise<Page | undefined> {
      try {
        return await reportResponse(sources, source, async () =>
          toPage(await client.readPage(await sources.ready(source), { list, params }, options)),
        )
      } catch (error) {
        if (isAbsent(error)) return undefined
        throw error
      }
    },
    keepPage(list: RequestedList, page: Page): void {
      if (keeps) archive.list({ source, list, params, filters: {} })?.write(null, page)
    },
    /** For a list that is stored to its end: newer rows do not change the oldest. */
    async oldest(list: RequestedList, page: Page): Promise<string | undefined> {
      if (!keeps || page.next === null || list === 'address-tokens') return undefined
      const coverage = archive.list({ source, list, params, filters: {} })?.coverage()
      if (coverage?.isComplete !== true) return undefined
      const scope = { of: 'list', source, list, params, filters: {} } as const
      const input = { scope, text: '', zone: 'utc', sort: null, offset: coverage.rows - 1, limit: 1 } as const
      const found = await questions.ask({ call: 'find', input, facts: {} }, signal)
      const [row] = 'rows' in found ? found.rows : []
      return row?.item && timeOf(row.item)
    },
  }
}

/** Whether the source answered that it has no such thing. */
const isAbsent = (error: unknown) =>
  error instanceof ChainglassFailure &&
  ((error.error.code === 'not_found' && error.error.reason === undefined) ||
    (error.error.code === 'server_error' && error.error.status === 501))
