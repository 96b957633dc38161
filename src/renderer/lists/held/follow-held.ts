/** Asks the core about the rows of a list that are kept, and shows what it answers in place of the loaded ones. */
import { onScopeDispose, watch, type ShallowRef } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'
import { wordsFor } from '#shared/query/check-query.ts'
import { listEndpoint } from '#shared/lists/list-table.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { ListSession } from '../session/list-session.ts'
import type { ShownRows } from '../session/row-view.ts'
import type { OpenList } from '../session/use-list.ts'
import { askHeld } from './ask-held.ts'
import type { HeldPart, HeldQuestion, HeldState } from './held-question.ts'
import { createPinnedRows, type PinnedRows } from './pinned-rows.ts'
import { RowPages, type ResultTop } from './row-pages.ts'
import { sortFieldOf } from './sort-field.ts'

/** What is shown of a list in place of its loaded rows. */
export interface HeldView {
  readonly session: ListSession
  readonly shown: ShownRows
  readonly state: HeldState
}

/** Rows at the top of a list that may be pending, or not written yet. */
const MAX_ABOVE = 200

export function followHeld(of: {
  readonly core: RpcClient
  readonly list: () => OpenList
  readonly question: () => HeldQuestion | null
  readonly view: ShallowRef<HeldView | undefined>
  /** Is told of every row that was read. */
  readonly onRow: (row: GridRow) => void
}): void {
  const { core, list, question, view, onRow } = of
  let pages: RowPages<HeldPart> | undefined

  /** Whether it is asked at all. */
  function open({ session }: OpenList, asked: HeldQuestion): boolean {
    const isWhole = asked.text === '' && asked.sort === null
    const { source, list: id, params, filters } = session.query
    const { resource, order } = listEndpoint(id)
    const foldsScam = asked.foldsScam && wordsFor(resource, { ownAddress: undefined }).includes('scam')
    const by = asked.sort && sortFieldOf(resource, asked.sort.column)
    const isLoaded = session.snapshot.value.state.kind === 'end' && session.gaps.length === 0
    if (by === undefined || isLoaded) return false
    const scope = { of: 'list', source, list: id, params: { ...params }, filters } as const
    const top = isWhole
      ? (rows: readonly GridRow[]) => topOfSession(session, rows)
      : by === null && order?.direction === 'desc'
        ? topInOrder(session)
        : () => ({ above: [], skipped: 0 })
    const opened = new RowPages(
      askHeld(
        core,
        scope,
        { ...asked, foldsScam },
        by === null ? null : { by, descending: asked.sort?.descending === true },
        (rows) => {
          rows.forEach(onRow)
        },
      ),
      top,
      publish,
    )
    const pinned = createPinnedRows(opened)
    function publish() {
      if (pages !== opened) return
      const { part } = opened
      const isShown = part?.isHeld === true && (!isWhole || part.isComplete)
      view.value = isShown ? viewOf(session, opened, part, pinned, isWhole) : undefined
    }
    pages = opened
    return true
  }

  // Its text: the same question may come as another object.
  watch(
    [() => list().session, () => JSON.stringify(question())] as const,
    ([session], [before]) => {
      pages?.close()
      pages = undefined
      const asked = question()
      const isOpen = asked !== null && open(list(), asked)
      if (session !== before || !isOpen) view.value = undefined
    },
    { immediate: true },
  )
  // What was read now is kept, too.
  watch(
    () => list().snapshot,
    () => {
      pages?.refresh()
    },
  )
  onScopeDispose(() => {
    pages?.close()
    pages = undefined
  })
}

function viewOf(
  session: ListSession,
  pages: RowPages<HeldPart>,
  part: HeldPart,
  pinned: PinnedRows,
  isWhole: boolean,
): HeldView {
  return {
    session,
    shown: {
      count: pages.count,
      folded: part.folded,
      poisoned: 0,
      at: (index) => pages.at(index),
      indexOf: (key) => pages.indexOf(key),
      read: () => pages.read(0, pages.count),
      ...pinned,
    },
    state: {
      held: part.held,
      isComplete: part.isComplete,
      isWhole,
      isReading: pages.isReading,
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

/** All of a list begins as the window shows it: with pending rows, and without those that wait to be shown. */
function topOfSession({ rows }: ListSession, first: readonly GridRow[]): ResultTop {
  const skipped = first.findIndex(({ key }) => rows.has(key))
  const seq = rows.seqOf(first[skipped]?.key ?? '')
  if (seq === undefined) return { above: [], skipped: 0 }
  const above: GridRow[] = []
  rows.scan(rows.first, Math.min(seq, rows.first + MAX_ABOVE), (row) => {
    above.push(row)
    return undefined
  })
  return { above, skipped }
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
