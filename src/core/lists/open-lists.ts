/**
 * The event `lists.open` and its calls: the lists that clients have open, and what to read of them. Clients with the same
 * list share one reader (`list-reader.ts`); newer rows are counted for each client.
 */
import { randomUUID } from 'node:crypto'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { growsAtHead } from '#shared/lists/list-table.ts'
import type { Page, MissingRows } from '#shared/lists/page.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { isInChainOrder, ownersOf, withOwners, withoutOwners } from '#shared/lists/merged-lists.ts'
import type { EventInput } from '#shared/rpc/contract.ts'
import type { ListMark, OpenList, PendingRow } from '#shared/rpc/contract/lists.ts'
import type { Handlers, RpcContext, Streams } from '#shared/rpc/server.ts'
import { formatListName, type ListRequest } from '../archive/list-name.ts'
import { namedLists } from '../archive/named-lists.ts'
import { isLocal } from '../archive/row-archives.ts'
import { revisionOf } from '../query/lists-in-scope.ts'
import type { QuestionsBySource } from '../query/questions-by-source.ts'
import type { OneList } from './list-holding.ts'
import { ListReader, type ListReaderDeps } from './list-reader.ts'
import { NewerRows } from './newer-rows.ts'
import { pendingRowsOf, type LeftList, type ReaderState } from './reader-state.ts'

export interface OpenListsDeps extends ListReaderDeps {
  /** Calls back with the first page of a list whenever it has changed; returns a function that stops it. */
  readonly followHead: (request: EventInput<'lists.firstPage'>, onChange: (page: Page) => void) => () => void
  /** Calls back when the names of loaded rows have changed. */
  readonly onRenamed: (listener: () => void) => void
  /** Started while a list is read, so that questions about it are answered soon. */
  readonly questionsBySource: Pick<QuestionsBySource, 'of'>
}

type Request = OneList & {
  readonly others?: string[] | undefined
  readonly from?: ListMark[] | undefined
  readonly pending?: string[] | undefined
}
type Calls = Extract<
  keyof Handlers,
  `lists.${'more' | 'loadAll' | 'stop' | 'showNewer' | 'fillGap' | 'retry' | 'refresh' | 'hide'}`
>

/**
 * Maximum number of open lists, more than a window shows. Each list of a metered source costs a request from time to time.
 */
const MAX_OPEN_LISTS = 64
const MAX_GAPS = 100

interface Open {
  readonly connection: object
  readonly readers: readonly ListReader[]
  /** Identifies it to the readers. */
  readonly subscriber: () => void
  showNewer(): void
  hide(isHidden: boolean): void
}

export function createOpenLists(deps: OpenListsDeps): {
  /** Called if the beginning of a list was polled and is not loaded. */
  readonly readHeadOf: (list: ListRequest) => void
  readonly handlers: Pick<Handlers, Calls>
  readonly streams: Pick<Streams, 'lists.open'>
} {
  const readers = createReaders(deps)
  deps.onRenamed(() => {
    for (const reader of readers.all()) reader.tell()
  })
  const all = new Map<string, Open>()

  const find = (id: string, { connection }: RpcContext): Open => {
    const open = all.get(id)
    if (open?.connection !== connection) throw new ChainglassFailure({ code: 'not_found' })
    return open
  }
  const onEach =
    (act: (reader: ListReader, open: Open) => void): Handlers['lists.more'] =>
    ({ id }, context) => {
      const open = find(id, context)
      for (const reader of open.readers) act(reader, open)
      return null
    }

  return {
    readHeadOf(list) {
      readers.get(list)?.readHead()
    },
    streams: {
      'lists.open'(request, emit, { connection }) {
        requireRoom(all, connection)
        const lists = namedLists(request)
        // Throws if the source does not exist.
        const isHere = isLocal(deps.sources.get(request.source))
        const id = randomUUID()
        const open = openList(deps, { id, request, connection, isHere }, lists.map(readers.open), emit)
        all.set(id, open)
        const scope = { of: 'list', ...request } as const
        deps.questionsBySource.of(scope).start(scope)
        // Started last, because the client may call back at once.
        open.start()
        return () => {
          all.delete(id)
          open.close()
        }
      },
    },
    handlers: {
      'lists.more'({ id }, context) {
        highest(find(id, context).readers)?.more()
        return null
      },
      'lists.loadAll': onEach((reader, { subscriber }) => {
        reader.loadAll(subscriber)
      }),
      'lists.stop': onEach((reader, { subscriber }) => {
        reader.stop(subscriber)
      }),
      'lists.showNewer'({ id }, context) {
        find(id, context).showNewer()
        return null
      },
      'lists.fillGap'({ id, cursor }, context) {
        const found = find(id, context).readers.filter((reader) => reader.fillGap(cursor))
        if (found.length === 0) throw new ChainglassFailure({ code: 'not_found' })
        return null
      },
      'lists.retry': onEach((reader) => {
        reader.retry()
      }),
      'lists.refresh': onEach((reader) => {
        reader.refresh()
      }),
      'lists.hide'({ id, isHidden }, context) {
        find(id, context).hide(isHidden)
        return null
      },
    },
  }
}

/** The readers of open lists, one for each list. */
function createReaders(deps: ListReaderDeps) {
  const readers = new Map<string, ListReader>()
  const left = new LruCache<string, LeftList | undefined>({ maxSize: MAX_OPEN_LISTS })
  return {
    get: (list: ListRequest) => readers.get(formatListName(list)),
    all: () => readers.values(),
    open(this: void, list: OneList): ListReader {
      const key = formatListName(list)
      const onEnded = (known: LeftList | undefined) => {
        readers.delete(key)
        left.set(key, known)
      }
      const reader = readers.get(key) ?? new ListReader(deps, list, left.get(key), onEnded)
      readers.set(key, reader)
      return reader
    },
  }
}

function requireRoom(all: ReadonlyMap<string, Open>, connection: object) {
  const count = [...all.values()].filter((open) => open.connection === connection).length
  if (count >= MAX_OPEN_LISTS)
    throw new ChainglassFailure({ code: 'rate_limited', retryAfterMs: 1_000, hadKey: false })
}

/** The reader that is read the least far down, whose rows come next. */
function highest(readers: readonly ListReader[]): ListReader | undefined {
  const open = readers.flatMap((reader) => {
    const { isEnd, isReading, error, bottom, loaded } = reader.state()
    return isEnd || isReading || error ? [] : [{ reader, height: loaded === 0 ? Infinity : (bottom ?? 0) }]
  })
  return open.sort((one, other) => other.height - one.height)[0]?.reader
}

interface Opening {
  readonly id: string
  readonly request: Request
  readonly connection: object
  readonly isHere: boolean
}

function openList(
  deps: OpenListsDeps,
  { id, request, connection, isHere }: Opening,
  readers: readonly ListReader[],
  emit: (state: OpenList) => void,
): Open & { readonly start: () => void; readonly close: () => void } {
  const { from, pending: above, ...named } = request
  const { archives } = deps
  const newer = new NewerRows({
    ...{ readers, archives, from, pending: above },
    isMerged: request.others !== undefined,
  })
  let last: string | undefined
  let isClosed = false

  function subscriber() {
    if (isClosed) return
    holdTogether(readers)
    const states = readers.map((reader) => reader.state())
    const { pending, ...all } = together(request, readers, states)
    const state: OpenList = { id, ...all, ...newer.take(states, pending) }
    const sent = JSON.stringify(state)
    if (sent === last) return
    last = sent
    emit(state)
  }

  const follow = (isHidden: boolean) =>
    isFollowed(request, isHere)
      ? deps.followHead({ ...named, isHidden }, (page) => {
          newer.followHead(page)
          const rows = pendingRowsOf(page)
          for (const reader of readers) reader.followHead(request.others ? rowsIn(rows, reader) : rows)
        })
      : () => undefined

  let leave: readonly (() => void)[] = []
  let unfollow = () => undefined as void
  return {
    ...{ connection, readers, subscriber },
    start() {
      leave = readers.map((reader) => reader.add(subscriber))
      subscriber()
      unfollow = follow(false)
    },
    showNewer() {
      newer.show()
      subscriber()
    },
    hide(isHidden) {
      // Follows anew before it stops, because the state of a list is forgotten with its last follower.
      const before = unfollow
      unfollow = follow(isHidden)
      before()
    },
    close() {
      isClosed = true
      unfollow()
      for (const one of leave) one()
    },
  }
}

/** Moves lists that are read as one into one file, because a question is about one file. */
function holdTogether(readers: readonly ListReader[]) {
  if (new Set(readers.map((reader) => reader.holding.archive())).size < 2) return
  const isInMemory = readers.some(({ holding }) => holding.apart?.isInMemory === true)
  for (const reader of readers)
    if (reader.holding.apart?.isInMemory !== isInMemory) reader.holdApart({ isInMemory })
}

/**
 * Whether a list is followed: if its rows are facts and new ones come first, or if polling costs nothing. Combined holdings
 * have no order.
 */
const isFollowed = ({ list, filters, others }: Request, isHere: boolean) =>
  (isHere || (growsAtHead(list) && !('sort' in filters))) && (!others || isInChainOrder(list))

/** The rows of a merged page that are in the list of one address, as its source gave them. */
const rowsIn = (rows: readonly PendingRow[], { request }: ListReader): readonly PendingRow[] =>
  rows
    .filter(({ item }) => ownersOf(item)?.of.includes(request.params.address_hash ?? ''))
    .map(({ key, item }) => ({ key, item: withoutOwners(item) as PendingRow['item'] }))

/** The combined state of lists that are read as one. */
function together(
  { others }: Request,
  readers: readonly ListReader[],
  states: readonly ReaderState[],
): Omit<OpenList, 'id' | 'newer'> {
  const failed = states.flatMap(({ error }) => error ?? [])
  const notice = states.find((state) => state.notice)?.notice
  const progress = states.flatMap(({ loadAll }) => loadAll ?? [])
  const readAt = states.map((state) => state.readAt)
  const missing = readers.flatMap(({ request }, at): readonly MissingRows[] => {
    const { error, missing: known } = states[at] ?? {}
    if (known) return known
    return error ? [{ address: request.params.address_hash ?? '', error: error.error }] : []
  })
  return {
    revision: revisionOf(states.flatMap(({ list }) => list ?? [])),
    loaded: sum(states.map(({ loaded }) => loaded)),
    isWhole: states.every(({ isWhole }) => isWhole),
    isReading: states.some(({ isReading }) => isReading),
    isEnd: states.every(({ isEnd }) => isEnd),
    isCurrent: states.every((state) => state.isCurrent),
    readAt: readAt.includes(null) ? null : Math.min(...readAt.map(Number)),
    gaps: states.flatMap(({ gaps }) => gaps).slice(0, MAX_GAPS),
    pending: others ? mergePending(readers, states) : (states[0]?.pending ?? []),
    ...(progress.length > 0 && {
      loadAll: {
        requests: sum(progress.map(({ requests }) => requests)),
        rows: sum(progress.map(({ rows }) => rows)),
        ms: Math.max(...progress.map(({ ms }) => ms)),
      },
    }),
    ...(notice && { notice }),
    // The failure of one address does not stop the others.
    ...(others && missing.length > 0 && { missing }),
    ...(failed[0] && failed.length === states.length && { error: failed[0] }),
  }
}

/** The pending rows, each once, with their owners. */
function mergePending(readers: readonly ListReader[], states: readonly ReaderState[]): readonly PendingRow[] {
  const rows = new Map<string, { readonly row: PendingRow; readonly of: string[] }>()
  for (const [at, { pending }] of states.entries())
    for (const row of pending) {
      const known = rows.get(row.key) ?? { row, of: [] }
      known.of.push(readers[at]?.request.params.address_hash ?? '')
      rows.set(row.key, known)
    }
  return [...rows.values()].map(({ row: { key, item }, of }) => ({ key, item: withOwners(item, { of }) }))
}

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)
