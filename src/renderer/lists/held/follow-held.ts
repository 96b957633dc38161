/** Asks the core about the rows of a list that are kept, and shows what it answers in place of the loaded ones. */
import { onScopeDispose, watch, type ShallowRef } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'
import { canBeHeld } from '#shared/lists/can-be-held.ts'
import { isInChainOrder } from '#shared/lists/several.ts'
import { listEndpoint } from '#shared/lists/list-table.ts'
import { MAX_LEARNT_ROWS } from '#shared/rpc/contract/held-limits.ts'
import { fail } from '#shared/errors/errors.ts'
import { afterPaint } from '#renderer/lib/paint/after-paint.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { asInput } from '../session/list-query.ts'
import type { ListSession } from '../session/list-session.ts'
import type { FoldReason, RowObserver, ShownRows } from '../rows/row-view.ts'
import type { OpenList } from '../session/use-list.ts'
import { askHeld, askHeldActivity, askHeldTotals } from './ask-held.ts'
import { describeHeldTail } from './describe-held-tail.ts'
import { followReading } from './follow-reading.ts'
import type { HeldPart, HeldQuestion, HeldState, HeldTotals, ReadingState } from './held-question.ts'
import { createPinnedRows, type PinnedRows } from './pinned-rows.ts'
import { RowPages, type AskRows, type ResultTop } from './row-pages.ts'
import { sortFieldOf } from '../columns/sort-field.ts'

/** What is shown of a list in place of its loaded rows. */
export interface HeldView {
  readonly session: ListSession
  readonly reading?: ReadingState | undefined
  /** Absent where nothing is kept. */
  readonly totals?: HeldTotals
  /** Absent where nothing is asked of a list that is not kept whole. */
  readonly shown?: ShownRows
  readonly held?: HeldState
}

/** Rows at the top of a list that may be pending, or not written yet. */
const MAX_ABOVE = 200

/** A list that is read on is asked again when it is so much longer: each answer looks at all of it. */
const MIN_GROWTH = 1.5

type RowFold = (row: GridRow) => FoldReason | undefined

interface HeldOptions {
  readonly core: RpcClient
  readonly list: () => OpenList
  readonly question: () => HeldQuestion | null
  readonly view: ShallowRef<HeldView | undefined>
  /** Is told of every row that was read. */
  readonly onRow: (row: GridRow) => void
  /** Is told who of the rows imitates whom. */
  readonly onImitated: RowObserver['tell']
  /** Why a row that the core does not know, a pending one, is left out, if it is. */
  readonly foldOf: RowFold
}

/** One question about one list. */
interface OpenQuestion {
  readonly pages: RowPages<HeldPart>
  /** Shows what is known now. */
  readonly publish: () => void
}

export function followHeld(of: HeldOptions): void {
  const { core, list, question, view } = of
  let open: OpenQuestion | undefined
  /** So many rows have to be here before they are asked again. */
  let nextAsked = 0
  let read: { readonly session: ListSession; readonly state: ReadingState } | undefined
  const readingOf = (session: ListSession) => (read?.session === session ? read.state : undefined)

  function close() {
    open?.pages.close()
    open = undefined
  }

  // Its text: the same question may come as another object.
  watch(
    [() => list().session, () => JSON.stringify(question())] as const,
    ([session], [before]) => {
      close()
      nextAsked = 0
      const asked = question()
      // Nothing is here of a local list that nobody has asked about.
      const isAsked = asked !== null && (!asked.isLocal || isRead(asked) || readingOf(session) !== undefined)
      open = isAsked
        ? openQuestion(of, session, asked, {
            reading: () => (isRead(asked) ? readingOf(session) : undefined),
            isCurrent: (pages) => open?.pages === pages,
          })
        : undefined
      if (session !== before || !open) view.value = undefined
    },
    { immediate: true },
  )
  followReading(
    core,
    () => {
      const asked = question()
      const { session } = list()
      return asked && isRead(asked) && open && !isLoaded(session) ? session : undefined
    },
    (session, { loaded, isReading, error }) => {
      read = { session, state: { loaded, isReading, error: error?.error } }
      open?.publish()
      if (isReading && loaded < nextAsked) return
      // Where it has no answer yet, it may have one as soon as one of several lists begins.
      nextAsked = open?.pages.part?.isHeld === true ? loaded * MIN_GROWTH : 0
      open?.pages.refresh({ now: !isReading })
    },
  )
  // What was read now is kept, too.
  watch(
    () => list().snapshot,
    () => {
      open?.pages.refresh()
    },
  )
  onScopeDispose(close)
}

/** Undefined where the core can't answer it, and where the window has all rows itself. */
function openQuestion(
  { core, view, onRow, onImitated, foldOf }: HeldOptions,
  session: ListSession,
  asked: HeldQuestion,
  of: {
    readonly reading: () => ReadingState | undefined
    /** Whether it is still what is shown. */
    readonly isCurrent: (pages: RowPages<HeldPart>) => boolean
  },
): OpenQuestion | undefined {
  const isWhole = isOfAll(asked)
  const { list: id, filters, others } = session.query
  const { resource, order } = listEndpoint(id)
  const by = asked.sort && sortFieldOf(resource, asked.sort.column)
  if (by === undefined || isLoaded(session) || !canBeHeld(id, filters)) return undefined
  // What several hold of one token is one row of theirs, which no list has.
  if (others && !isInChainOrder(id)) return undefined
  const scope = { of: 'list', ...asInput(session.query) } as const
  let leftOut: ReadonlySet<string> = new Set()
  const whole = topOfSession(session, () => leftOut, foldOf)
  const top = isWhole
    ? whole.read
    : by === null && order?.direction === 'desc'
      ? topInOrder(session)
      : () => ({ above: [], skipped: 0 })
  const sort = by === null ? null : { by, descending: asked.sort?.descending === true }
  const ask = askHeld(core, scope, asked, sort, (rows, told) => {
    rows.forEach(onRow)
    onImitated(told.imitated ?? [])
    if (told.leftOut) leftOut = new Set(told.leftOut)
  })
  const pages = new RowPages(isWhole ? askWhenComplete(ask, session) : ask, top, publish)
  const pinned = createPinnedRows(pages)
  function publish() {
    if (!of.isCurrent(pages)) return
    const { part } = pages
    const reading = of.reading()
    if (part?.isHeld !== true || isLoaded(session)) {
      view.value = reading && !isLoaded(session) ? { session, reading } : undefined
      return
    }
    const totals: HeldTotals = {
      key: JSON.stringify([part.revision, asked.text, asked.folds, asked.zone]),
      isComplete: part.isComplete,
      isLocal: asked.isLocal,
      read: (grouping, signal, text = asked.text) =>
        askHeldTotals(core, scope, { ...asked, text }, grouping, signal),
      readActivity: (signal) => askHeldActivity(core, scope, asked, signal),
    }
    const rows =
      part.isComplete || !waitsForAll(asked)
        ? rowsOf(pages, part, { pinned, asked, foldedAbove: whole.folded })
        : undefined
    view.value = { session, reading, totals, ...rows }
  }
  return { pages, publish }
}

/** To its end, behind what is shown. */
const isRead = (asked: HeldQuestion) => asked.isLocal && (asked.wantsAll || !isOfAll(asked))

/** Neither filter nor order is set. */
const isOfAll = ({ text, sort }: HeldQuestion) => text === '' && sort === null

/**
 * Whether the loaded rows are shown until all are here: of a whole list, which has a scroll bar, and where rows that are on
 * their way would move those that somebody reads.
 */
const waitsForAll = (asked: HeldQuestion) => isOfAll(asked) || (asked.isLocal && asked.sort !== null)

/**
 * The rows of a list of which nothing is asked are wanted only where all of them are kept. Whether they are is asked once
 * its first rows are painted: until then, the window and the core have the list to open.
 */
function askWhenComplete(ask: AskRows<HeldPart>, session: ListSession): AskRows<HeldPart> {
  let isComplete = false
  return async (offset, limit, signal) => {
    if (!isComplete) {
      await firstRowsOf(session, signal)
      if (signal.aborted) return fail({ code: 'cancelled' })
      const told = await ask(0, 0, signal)
      if (!told.ok || !told.data.isComplete) return told
      isComplete = true
    }
    return ask(offset, limit, signal)
  }
}

/** Until rows of the list are painted, there are none, or nobody waits for them any more. */
function firstRowsOf({ snapshot }: ListSession, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const isOpen = () => snapshot.value.count > 0 || !['idle', 'loading'].includes(snapshot.value.state.kind)
    if (isOpen()) {
      resolve()
      return
    }
    const stop = watch(isOpen, () => {
      stop()
      afterPaint(resolve)
    })
    signal.addEventListener('abort', () => {
      stop()
      resolve()
    })
  })
}

/** The window has all rows itself. */
const isLoaded = ({ snapshot, gaps }: ListSession) => snapshot.value.state.kind === 'end' && gaps.length === 0

function rowsOf(
  pages: RowPages<HeldPart>,
  part: HeldPart,
  {
    pinned,
    asked,
    foldedAbove,
  }: {
    readonly pinned: PinnedRows
    readonly asked: HeldQuestion
    readonly foldedAbove: readonly FoldReason[]
  },
): Required<Pick<HeldView, 'shown' | 'held'>> {
  const { scam = 0, imitations = 0, isOfNewest = false } = part.folded ?? {}
  const imitationsAbove = foldedAbove.filter((reason) => reason === 'poisoning').length
  const folded = scam + imitations + foldedAbove.length
  const state = {
    held: part.held,
    isComplete: part.isComplete,
    isLocal: asked.isLocal,
    isWhole: isOfAll(asked),
    learntRows: isOfNewest ? MAX_LEARNT_ROWS : undefined,
  }
  return {
    shown: {
      count: pages.count,
      folded,
      poisoned: imitations + imitationsAbove,
      at: (index) => pages.at(index),
      indexOf: (key) => pages.indexOf(key),
      read: () => pages.read(0, pages.count),
      ...pinned,
    },
    held: {
      ...state,
      isReading: pages.isReading,
      tail: (noun) => describeHeldTail(state, { count: pages.count, folded }, noun),
      error: pages.error,
      retry: () => {
        pages.retry()
      },
      see: (first, last) => {
        pages.see(first, last)
      },
    },
  }
}

/**
 * All of a list begins as the window shows it: with pending rows, and without those that wait to be shown. What the core
 * leaves out is left out here, too; of rows that it does not know, the window tells (`folded`).
 */
function topOfSession({ rows }: ListSession, leftOut: () => ReadonlySet<string>, foldOf: RowFold) {
  let folded: FoldReason[] = []
  return {
    get folded(): readonly FoldReason[] {
      return folded
    },
    read(this: void, first: readonly GridRow[]): ResultTop {
      folded = []
      const skipped = first.findIndex(({ key }) => rows.has(key))
      const seq = rows.seqOf(first[skipped]?.key ?? '')
      if (seq === undefined) return { above: [], skipped: 0 }
      const above: GridRow[] = []
      rows.scan(rows.first, Math.min(seq, rows.first + MAX_ABOVE), (row) => {
        if (leftOut().has(row.key)) return undefined
        const reason = foldOf(row)
        if (reason === undefined) above.push(row)
        else folded.push(reason)
        return undefined
      })
      return { above, skipped }
    },
  }
}

/** While newer rows of the list wait to be shown, those among the result wait, too. */
function topInOrder(session: ListSession): (first: readonly GridRow[]) => ResultTop {
  let topKey: string | undefined
  return (first) => {
    if (session.snapshot.value.newer.count === 0) topKey = undefined
    topKey ??= first[0]?.key
    return {
      above: [],
      skipped: Math.max(
        0,
        first.findIndex(({ key }) => key === topKey),
      ),
    }
  }
}
