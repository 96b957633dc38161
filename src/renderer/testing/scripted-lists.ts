/**
 * The lists that a scripted core has open, made of the pages that a test responds with: they begin, go on, fail and grow as
 * those of the core do, and their rows are asked by the same language. What the core does with files and blocks is not here.
 */
import { dealingOf } from '#shared/poisoning/dealing-of.ts'
import { Dealings } from '#shared/poisoning/dealings.ts'
import { isScamItem } from '#shared/chain/reputation.ts'
import type { ChainglassError, Result } from '#shared/errors/errors.ts'
import { growsAtHead, listEndpoint, type ListItem } from '#shared/lists/list-table.ts'
import type { Cursor, Page, PageGap, UnreadItem } from '#shared/lists/page.ts'
import { createRetryDelay } from '#shared/lists/retry-delay.ts'
import { activityOf } from '#shared/query/activity.ts'
import { compileForText, compileQuery } from '#shared/query/compile-query.ts'
import { parseQuery } from '#shared/query/parse-query.ts'
import { rowFields, type RowContext } from '#shared/query/row-fields.ts'
import { compareValues } from '#shared/query/sort-values.ts'
import { sortValue } from '#shared/query/sort.ts'
import { countTotals } from '#shared/query/totals.ts'
import type { CallInput, CallOutput, EventInput } from '#shared/rpc/contract.ts'
import type { HeldScope, RowMark } from '#shared/rpc/contract/held-rows.ts'
import type { OpenList } from '#shared/rpc/contract/lists.ts'
import { writeGroup, writeTotals } from '#shared/rpc/totals-text.ts'
import { markIn, nearestRow } from './scripted-places.ts'

type PageInput = CallInput<'lists.page'>
type RequestPage = (input: PageInput, signal: AbortSignal) => Promise<Result<Page<ListItem>>>
type Request = EventInput<'lists.open'>

interface Row {
  readonly key: string
  readonly item?: ListItem
  readonly unread?: Omit<UnreadItem, 'position'>
}
interface Found {
  readonly rows: readonly Row[]
  readonly folded: { readonly scam: number; readonly imitations: number; readonly isOfNewest: boolean }
  readonly imitated: readonly (readonly [string, string])[]
}
interface Gap extends PageGap {
  /** Rows above it. */
  readonly at: number
  readonly cursor: Cursor | null
}
type Verb = `lists.${'more' | 'loadAll' | 'stop' | 'showNewer' | 'fillGap' | 'retry' | 'refresh' | 'hide'}`

const nameOf = ({ source, list, params, filters, others }: Request) =>
  JSON.stringify([source, list, params, filters, others]).toLowerCase()
const isPending = (item: ListItem) => 'block_number' in item && item.block_number === null

export function createScriptedLists(requestPage: RequestPage) {
  const lists = new Map<string, ScriptedList>()
  const byId = new Map<string, ScriptedList>()
  let opened = 0
  const listOf = (request: Request) => {
    const list = lists.get(nameOf(request)) ?? new ScriptedList(request, requestPage)
    lists.set(nameOf(request), list)
    return list
  }
  const inScope = (scope: HeldScope) => (scope.of === 'list' ? lists.get(nameOf(scope)) : undefined)

  return {
    open(request: Request, listener: (state: OpenList) => void): () => void {
      const id = `open ${String((opened += 1))}`
      const list = listOf(request)
      byId.set(id, list)
      const leave = list.add((state) => {
        listener({ ...state, id })
      })
      return () => {
        byId.delete(id)
        leave()
      }
    },
    /** The first page of every open list is this one now. */
    followHead(page: Page<ListItem>): void {
      for (const list of new Set(byId.values())) list.followHead(page)
    },
    call: {
      'lists.more': ({ id }) => byId.get(id)?.more(),
      'lists.loadAll': ({ id }) => byId.get(id)?.loadAll(),
      'lists.stop': ({ id }) => byId.get(id)?.stop(),
      'lists.showNewer': ({ id }) => byId.get(id)?.showNewer(),
      'lists.fillGap': ({ id, cursor }) => byId.get(id)?.fillGap(cursor),
      'lists.retry': ({ id }) => byId.get(id)?.retry(),
      'lists.refresh': ({ id }) => byId.get(id)?.refresh(),
      'lists.hide': () => undefined,
    } satisfies { [Name in Verb]: (input: CallInput<Name>) => void },
    find: (input: CallInput<'held.find'>): CallOutput<'held.find'> =>
      inScope(input.scope)?.find(input, input.beside && inScope(input.beside.scope)) ?? NOTHING_FOUND,
    place: (input: CallInput<'held.place'>): CallOutput<'held.place'> =>
      inScope(input.scope)?.place(input, input.beside && inScope(input.beside.scope)) ?? NO_PLACE,
    totals: (input: CallInput<'held.totals'>): CallOutput<'held.totals'> =>
      inScope(input.scope)?.totals(input) ?? { ...NO_ROWS, totals: null, groups: [], groupCount: 0 },
    activity: (input: CallInput<'held.activity'>): CallOutput<'held.activity'> =>
      inScope(input.scope)?.activity(input) ?? { ...NO_ROWS, activity: null, undated: 0 },
  }
}

const NO_ROWS = { errors: [], held: 0, revision: '', kinds: [] } as const
const NOTHING_FOUND: CallOutput<'held.find'> = {
  ...NO_ROWS,
  ...{ count: 0, isComplete: false, readAt: null, gaps: [], next: null, lists: [], rows: [] },
}
const NO_PLACE = { index: 0, count: 0, revision: '' } as const

class ScriptedList {
  readonly #request: Request
  readonly #requestPage: RequestPage
  readonly #isHistory: boolean
  readonly #listeners = new Set<(state: Omit<OpenList, 'id'>) => void>()
  readonly #retryDelay = createRetryDelay()
  #rows: Row[] = []
  #pending: OpenList['pending'] = []
  #gaps: readonly Gap[] = []
  #cursor: Cursor | null = null
  #pages = 0
  #revision = 0
  #newer = 0
  #isGapBelowNewer = false
  #readAt: number | null = null
  #isCurrent = false
  /** What was found last. */
  #matched: { readonly of: string; readonly found: Found } | undefined
  #notice: OpenList['notice']
  #missing: OpenList['missing']
  #loadAll: { readonly requests: number; readonly from: number; readonly since: number } | undefined
  #isWantedWhole = false
  #running: { readonly isHead: boolean; readonly abort: AbortController } | undefined
  #failure:
    { readonly isHead: boolean; readonly error: ChainglassError; readonly retryAt: number | null } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(request: Request, requestPage: RequestPage) {
    this.#request = request
    this.#requestPage = requestPage
    this.#isHistory = growsAtHead(request.list) && !('sort' in request.filters)
  }

  add(listener: (state: Omit<OpenList, 'id'>) => void): () => void {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) {
      if (this.#pages === 0) void this.#read(true)
      else if (!this.#isCurrent) void this.#readHead()
      else if (this.#failure?.retryAt != null) this.retry()
    }
    listener(this.#state())
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#isWantedWhole = false
      this.#loadAll = undefined
      clearTimeout(this.#timer)
      this.#running?.abort.abort()
      this.#running = undefined
    }
  }

  more() {
    if (!this.#running && !this.#failure && this.#cursor) void this.#read(false)
  }
  loadAll() {
    this.#isWantedWhole = true
    if (this.#failure?.retryAt === null) this.#failure = undefined
    if (!this.#isEnd) this.#loadAll ??= { requests: 0, from: this.#rows.length, since: performance.now() }
    this.#tell()
    this.#goOn()
  }
  stop() {
    this.#isWantedWhole = false
    this.#loadAll = undefined
    this.#running?.abort.abort()
    this.#running = undefined
    this.#tell()
  }
  showNewer() {
    this.#newer = 0
    this.#isGapBelowNewer = false
    this.#tell()
  }
  fillGap(cursor: Cursor) {
    const gap = this.#gaps.find((one) => JSON.stringify(one.cursor) === JSON.stringify(cursor))
    if (!gap) return
    this.#rows.splice(gap.at)
    this.#gaps = this.#gaps.filter(({ at }) => at < gap.at)
    this.#cursor = gap.cursor
    this.#running?.abort.abort()
    void this.#read(gap.cursor === null)
  }
  retry() {
    if (!this.#failure) return
    if (this.#failure.isHead && this.#pages > 0) void this.#readHead()
    else void this.#read(this.#pages === 0)
  }
  refresh() {
    this.#running?.abort.abort()
    this.#clear()
    void this.#read(true, true)
  }

  /** Its source has just said that it begins so. */
  followHead(page: Page<ListItem>) {
    if (this.#pages === 0) return
    this.#isCurrent = true
    this.#failure = undefined
    const head = rowsOf(page, -1)
    const known = new Map(this.#rows.map((row, at) => [row.key, at]))
    this.#pending = this.#pendingOf(head)
    for (const row of head) {
      const at = known.get(row.key)
      if (at !== undefined) this.#rows[at] = row
    }
    const fresh = this.#isHistory
      ? head.filter(({ key, item }) => item && !known.has(key) && !isPending(item))
      : []
    const isJoined = fresh.length < head.length || this.#rows.length === 0
    if (fresh.length > 0) {
      this.#rows.unshift(...fresh)
      this.#gaps = this.#gaps.map((gap) => ({ ...gap, at: gap.at + fresh.length }))
      if (this.#rows.length > fresh.length) this.#newer += fresh.length
      if (!isJoined) {
        this.#isGapBelowNewer = true
        this.#gaps = [{ at: fresh.length, from: null, to: null, cursor: page.next }, ...this.#gaps]
      }
    }
    this.#revision += 1
    this.#tell()
  }

  find(input: CallInput<'held.find'>, other: ScriptedList | undefined): CallOutput<'held.find'> {
    const { text, sort, fold, offset, limit } = input
    const { query, errors } = text.trim() === '' ? { query: null, errors: [] } : parseQuery(text)
    const { left, folded, imitated, revision, marks } = this.#shown(input, other)
    if (sort) {
      const valueOf = sortValue(this.#resource, sort.by, this.#context)
      const values = new Map(left.map((row) => [row, row.item && valueOf(row.item)]))
      left.sort((one, other) => compareValues(values.get(one), values.get(other), sort.descending))
    }
    const isPlain = sort === null && query === null
    return {
      errors,
      held: this.#rows.length,
      revision,
      kinds: [],
      count: left.length,
      isComplete: this.#isWhole,
      readAt: this.#readAt,
      gaps: isPlain
        ? this.#gaps.map((gap) => ({
            before: left.filter((row) => this.#rows.indexOf(row) < gap.at).length,
            from: gap.from,
            to: gap.to,
            cursor: gap.cursor,
          }))
        : [],
      next: this.#cursor,
      lists: [],
      rows: left.slice(offset, offset + limit).map((row) => ({
        ...row,
        ...(marks && row.item && { item: { ...row.item }, mark: this.#markOf(row, other) }),
        list: 0,
      })),
      ...(fold !== undefined && { folded, imitated }),
      ...(marks && { marks }),
    }
  }
  place(input: CallInput<'held.place'>, other: ScriptedList | undefined): CallOutput<'held.place'> {
    const { left, revision } = this.#shown({ ...input, sort: null }, other)
    return { index: nearestRow(left, input.at, this.#request.list), count: left.length, revision }
  }
  totals({ text, fold, grouping }: CallInput<'held.totals'>): CallOutput<'held.totals'> {
    const counter = countTotals(this.#resource, this.#context, grouping ?? undefined, (time) => time)
    for (const { item } of this.#matching(text, fold).rows) if (item) counter.add(item)
    const groups = [...counter.groups.values()].map((group) => writeGroup(group, 20))
    const state = { ...NO_ROWS, held: this.#rows.length, revision: String(this.#revision) }
    return { ...state, totals: writeTotals(counter.totals, 20), groups, groupCount: groups.length }
  }
  activity({ text, fold }: CallInput<'held.activity'>): CallOutput<'held.activity'> {
    const timeOf = rowFields(this.#resource).time
    const { rows } = this.#matching(text, fold)
    const times = rows.map(({ item }) => Date.parse((item && timeOf?.(item)) ?? ''))
    const dated = times.filter((time) => !Number.isNaN(time))
    const state = { ...NO_ROWS, held: this.#rows.length, revision: String(this.#revision) }
    return { ...state, activity: activityOf(dated) ?? null, undated: times.length - dated.length }
  }

  /** What matches, without what came since, and with the mark that is asked. */
  #shown(
    {
      text,
      fold,
      sort,
      from = [],
      beside,
    }: Pick<CallInput<'held.find'>, 'text' | 'fold' | 'sort' | 'from' | 'beside'>,
    other: ScriptedList | undefined,
  ) {
    const { rows, folded, imitated } = this.#matching(text, fold)
    const waiting = new Set(sort === null && from.length > 0 ? this.#rows.slice(0, this.#newer) : [])
    const all = rows.filter((row) => !waiting.has(row))
    if (!beside) return { left: all, folded, imitated, marks: undefined, revision: String(this.#revision) }
    const marks = { here: 0, both: 0, unknown: 0 }
    for (const row of all) marks[this.#markOf(row, other)] += 1
    return {
      left: all.filter((row) => beside.show === 'all' || this.#markOf(row, other) === beside.show),
      ...{
        folded,
        imitated,
        marks,
        revision: `${String(this.#revision)}.${other ? String(other.#revision) : ''}`,
      },
    }
  }

  #markOf(row: Row, other: ScriptedList | undefined): RowMark {
    return other
      ? markIn(other.#rows, other.#isWhole && other.#isCurrent, row, this.#request.list)
      : 'unknown'
  }

  #matching(text: string, fold: boolean | undefined) {
    const of = JSON.stringify([this.#revision, text, fold])
    if (this.#matched?.of !== of) this.#matched = { of, found: this.#match(text, fold) }
    return this.#matched.found
  }
  #match(text: string, fold: boolean | undefined): Found {
    const { query } = text.trim() === '' ? { query: null } : parseQuery(text)
    const fits = query && compileQuery(query, this.#resource, this.#context)
    const fitsText = query && compileForText(query)
    const own = this.#own
    const dealings = new Dealings(typeof own === 'string' ? own : undefined)
    for (const { item } of this.#rows) {
      const dealing = item && dealingOf(item as object)
      if (dealing) dealings.see(dealing)
    }
    const folded = { scam: 0, imitations: 0, isOfNewest: false }
    const rows = this.#rows.filter(({ item, unread }) => {
      if (fits && !(item ? fits(item) : fitsText?.(unread?.raw ?? ''))) return false
      if (fold !== true || !item) return true
      const dealing = dealingOf(item as object)
      const isScam = isScamItem(item, own)
      const isImitation = !isScam && dealing !== undefined && dealings.isPoisoning(dealing)
      if (isScam) folded.scam += 1
      if (isImitation) folded.imitations += 1
      return !isScam && !isImitation
    })
    return { rows, folded, imitated: [...dealings.imitated] }
  }

  get #resource() {
    return listEndpoint(this.#request.list).resource
  }
  get #own() {
    const { params, others } = this.#request
    const own = params.address_hash?.toLowerCase()
    return others ? new Set([own ?? '', ...others.map((one) => one.toLowerCase())]) : own
  }
  get #context(): RowContext {
    const own = this.#own
    return {
      ownAddress: typeof own === 'string' ? own : undefined,
      ownAddresses: typeof own === 'object' ? own : undefined,
      ownToken: undefined,
      coin: { symbol: 'ETH', decimals: 18 },
      labels: new Map(),
      zone: 'utc',
    }
  }
  get #isEnd() {
    return this.#pages > 0 && this.#cursor === null
  }
  get #isWhole() {
    return this.#isEnd && this.#gaps.length === 0 && !this.#notice && !this.#missing
  }

  #state(): Omit<OpenList, 'id'> {
    const { requests, from, since } = this.#loadAll ?? { requests: 0, from: 0, since: 0 }
    const failure = this.#failure
    return {
      revision: String(this.#revision),
      loaded: this.#rows.length,
      isWhole: this.#isWhole,
      isReading: this.#running !== undefined,
      isEnd: this.#isEnd,
      readAt: this.#readAt,
      isCurrent: this.#isCurrent,
      newer: {
        count: this.#newer,
        pending: 0,
        gap: this.#isGapBelowNewer,
        from: this.#newer > 0 ? [{ height: 0, key: this.#newer }] : [],
      },
      gaps: this.#gaps.flatMap(({ from, to, cursor }) => (cursor ? [{ from, to, cursor }] : [])),
      pending: this.#pending,
      ...(this.#loadAll && {
        loadAll: { requests, rows: this.#rows.length - from, ms: Math.round(performance.now() - since) },
      }),
      ...(this.#notice && { notice: this.#notice }),
      ...(this.#missing && { missing: this.#missing }),
      ...(failure && {
        error: {
          error: failure.error,
          retryInMs: failure.retryAt === null ? null : Math.max(0, failure.retryAt - performance.now()),
        },
      }),
    }
  }
  #tell() {
    for (const listener of [...this.#listeners]) listener(this.#state())
  }

  #clear() {
    this.#rows = []
    this.#pending = []
    this.#gaps = []
    this.#cursor = null
    this.#pages = 0
    this.#newer = 0
    this.#isGapBelowNewer = false
    this.#notice = undefined
    this.#missing = undefined
  }

  #goOn() {
    if (this.#running || this.#failure) return
    if (this.#isWantedWhole && !this.#isEnd) void this.#read(this.#pages === 0)
    else if (this.#loadAll) {
      this.#loadAll = undefined
      this.#tell()
    }
  }

  async #read(isHead: boolean, refresh = false): Promise<void> {
    const result = await this.#ask(isHead, {
      cursor: isHead ? null : this.#cursor,
      priority: this.#isWantedWhole ? 'background' : 'visible',
      ...(refresh && { refresh }),
    })
    if (result?.ok) this.#append(result.data)
    if (result) this.#tell()
    if (result?.ok) this.#goOn()
  }

  /** Of rows that were kept: how the list begins now. */
  async #readHead(): Promise<void> {
    const result = await this.#ask(true, { cursor: null, priority: 'visible', refresh: true })
    if (result?.ok) {
      this.#readAt = 0
      this.followHead(result.data)
      if (this.#newer > 0) this.showNewer()
    } else if (result) this.#tell()
  }

  /** Undefined where it was ended. */
  async #ask(
    isHead: boolean,
    input: Pick<PageInput, 'cursor' | 'priority' | 'refresh'>,
  ): Promise<Result<Page<ListItem>> | undefined> {
    clearTimeout(this.#timer)
    this.#failure = undefined
    const running = { isHead, abort: new AbortController() }
    this.#running = running
    this.#tell()
    const result = await this.#requestPage({ ...this.#request, ...input }, running.abort.signal)
    if (this.#running !== running) return undefined
    this.#running = undefined
    if (result.ok) this.#retryDelay.reset()
    else this.#fail(isHead, result.error)
    return result
  }

  #fail(isHead: boolean, error: ChainglassError) {
    const delay = this.#retryDelay.after(error)
    if (delay === null) this.#loadAll = undefined
    this.#failure = { isHead, error, retryAt: delay === null ? null : performance.now() + delay }
    if (delay !== null)
      this.#timer = setTimeout(() => {
        this.retry()
      }, delay)
  }

  #append(page: Page<ListItem>) {
    this.#revision += 1
    const isFirst = this.#pages === 0
    if (isFirst) {
      this.#isCurrent = page.kept === undefined
      this.#readAt = page.kept?.readAt ?? 0
    }
    if (page.gap?.of) this.#missing = page.gap.of
    else if (page.gap)
      this.#gaps = [...this.#gaps, { ...page.gap, at: this.#rows.length, cursor: this.#cursor }]
    const known = new Set(this.#rows.map(({ key }) => key))
    const rows = rowsOf(page, this.#pages)
    if (isFirst) this.#pending = this.#pendingOf(rows)
    for (const row of rows) {
      if (known.has(row.key) || (this.#isHistory && row.item && isPending(row.item))) continue
      known.add(row.key)
      this.#rows.push(row)
    }
    this.#pages += 1
    if (page.notice?.kind === 'cursor_repeats') {
      this.#fail(false, { code: 'bad_response', kind: 'cursor_repeats' })
      return
    }
    this.#notice = page.notice ?? this.#notice
    this.#cursor = page.next
    if (this.#loadAll) this.#loadAll = { ...this.#loadAll, requests: this.#loadAll.requests + 1 }
    if (page.kept && isFirst) queueMicrotask(() => void this.#readHead())
  }

  #pendingOf(rows: readonly Row[]): OpenList['pending'] {
    if (!this.#isHistory) return []
    return rows.flatMap(({ key, item }) => (item && isPending(item) ? [{ key, item }] : []))
  }
}

function rowsOf(page: Page<ListItem>, pageNumber: number): readonly Row[] {
  const rows: Row[] = page.items.map((item, at) => ({ key: page.keys[at] ?? String(at), item }))
  for (const { position, ...unread } of page.unread)
    rows.splice(position, 0, { key: `unread:${String(pageNumber)}:${String(position)}`, unread })
  return rows
}
