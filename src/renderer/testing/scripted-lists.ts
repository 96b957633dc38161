/**
 * The open lists of a scripted core, made of the pages that a test answers with. They begin, go on, fail and grow like
 * the core's own. Files and blocks are left out.
 */
import type { ChainglassError, Result } from '#shared/errors/errors.ts'
import { growsAtHead, type ListItem } from '#shared/lists/list-table.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import { createRetryDelay } from '#shared/lists/retry-delay.ts'
import type { CallInput, EventInput } from '#shared/rpc/contract.ts'
import type { RowScope } from '#shared/rpc/contract/rows.ts'
import type { OpenList } from '#shared/rpc/contract/lists.ts'
import {
  answersOf,
  createScriptedAnswers,
  type AnsweredList,
  type ScriptedAnswers,
  type ScriptedGap,
  type ScriptedRow,
} from './scripted-answers.ts'

type PageInput = CallInput<'lists.page'>
type RequestPage = (input: PageInput, signal: AbortSignal) => Promise<Result<Page<ListItem>>>
type Request = EventInput<'lists.open'>

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
  const inScope = (scope: RowScope) => (scope.of === 'list' ? lists.get(nameOf(scope)) : undefined)

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
    /** Sends this first page to all open lists. */
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
    ...answersOf(inScope),
  }
}

class ScriptedList implements AnsweredList {
  readonly request: Request
  readonly answers: ScriptedAnswers
  readonly #requestPage: RequestPage
  readonly #isHistory: boolean
  readonly #listeners = new Set<(state: Omit<OpenList, 'id'>) => void>()
  readonly #retryDelay = createRetryDelay()
  #rows: ScriptedRow[] = []
  #pending: OpenList['pending'] = []
  #gaps: readonly ScriptedGap[] = []
  #cursor: Cursor | null = null
  #pages = 0
  #revision = 0
  #newer = 0
  #isGapBelowNewer = false
  #readAt: number | null = null
  #isCurrent = false
  #notice: OpenList['notice']
  #missing: OpenList['missing']
  #loadAll: { readonly requests: number; readonly from: number; readonly since: number } | undefined
  #isWantedWhole = false
  #running: { readonly isHead: boolean; readonly abort: AbortController } | undefined
  #failure:
    { readonly isHead: boolean; readonly error: ChainglassError; readonly retryAt: number | null } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(request: Request, requestPage: RequestPage) {
    this.request = request
    this.#requestPage = requestPage
    this.#isHistory = growsAtHead(request.list) && !('sort' in request.filters)
    this.answers = createScriptedAnswers(this)
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

  /** The source has sent this first page. */
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

  get rows(): readonly ScriptedRow[] {
    return this.#rows
  }
  get gaps(): readonly ScriptedGap[] {
    return this.#gaps
  }
  get newer(): number {
    return this.#newer
  }
  get revision(): string {
    return String(this.#revision)
  }
  get isCurrent(): boolean {
    return this.#isCurrent
  }
  get isWhole(): boolean {
    return this.#isEnd && this.#gaps.length === 0 && !this.#notice && !this.#missing
  }
  get readAt(): number | null {
    return this.#readAt
  }
  get cursor(): Cursor | null {
    return this.#cursor
  }

  get #isEnd() {
    return this.#pages > 0 && this.#cursor === null
  }

  #state(): Omit<OpenList, 'id'> {
    const { requests, from, since } = this.#loadAll ?? { requests: 0, from: 0, since: 0 }
    const failure = this.#failure
    return {
      revision: this.revision,
      loaded: this.#rows.length,
      isWhole: this.isWhole,
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

  /** Reads the current first page for a list with kept rows. */
  async #readHead(): Promise<void> {
    const result = await this.#ask(true, { cursor: null, priority: 'visible', refresh: true })
    if (result?.ok) {
      this.#readAt = 0
      this.followHead(result.data)
      if (this.#newer > 0) this.showNewer()
    } else if (result) this.#tell()
  }

  /** Returns undefined where the request was aborted. */
  async #ask(
    isHead: boolean,
    input: Pick<PageInput, 'cursor' | 'priority' | 'refresh'>,
  ): Promise<Result<Page<ListItem>> | undefined> {
    clearTimeout(this.#timer)
    this.#failure = undefined
    const running = { isHead, abort: new AbortController() }
    this.#running = running
    this.#tell()
    const result = await this.#requestPage({ ...this.request, ...input }, running.abort.signal)
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

  #pendingOf(rows: readonly ScriptedRow[]): OpenList['pending'] {
    if (!this.#isHistory) return []
    return rows.flatMap(({ key, item }) => (item && isPending(item) ? [{ key, item }] : []))
  }
}

function rowsOf(page: Page<ListItem>, pageNumber: number): readonly ScriptedRow[] {
  const rows: ScriptedRow[] = page.items.map((item, at) => ({ key: page.keys[at] ?? String(at), item }))
  for (const { position, ...unread } of page.unread)
    rows.splice(position, 0, { key: `unread:${String(pageNumber)}:${String(position)}`, unread })
  return rows
}
