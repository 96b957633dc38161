/** Runs a search over all kept rows, or over all lists of one address, and gives the rows of one kind. */
import { computed, onScopeDispose, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { MOVEMENTS } from '#shared/rpc/contract/row-limits.ts'
import type { RowsAnswer, KindCount, ListRef, ListReach, RowScope } from '#shared/rpc/contract/rows.ts'
import { ok, type ChainglassError } from '#shared/errors/errors.ts'
import type { QueryError } from '#shared/query/query.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { toGridRow } from '#renderer/lists/model/ask-rows.ts'
import { createPinnedRows, type PinnedRows } from '#renderer/lists/model/pinned-rows.ts'
import { RowWindow, type ResultPart } from '#renderer/lists/model/row-window.ts'
import { sortFieldOf } from '#renderer/lists/columns/sort-field.ts'
import type { ShownRows } from '#renderer/lists/model/shown-rows.ts'
import type { GridSort } from '#renderer/ui/grid/grid-column.ts'
import type { KeptKind } from './kept-kinds.ts'

export interface KeptQuestion {
  readonly scope: RowScope
  readonly text: string
  /** Kind of row; undefined for the one with the most rows. */
  readonly kind: KeptKind | undefined
  readonly sort: GridSort | null
  readonly zone: 'local' | 'utc'
}

export interface KeptResult {
  readonly kind: KeptKind | undefined
  readonly kinds: readonly KindCount[]
  readonly errors: readonly QueryError[]
  readonly loaded: number
  /** For all movements of an address: how far back each of its lists goes. */
  readonly reach: readonly ListReach[]
  readonly shown: ShownRows
  readonly isReading: boolean
  readonly error: ChainglassError | undefined
  readonly see: (first: number, last: number) => void
  readonly retry: () => void
}

interface KeptPart extends ResultPart {
  readonly kind: KeptKind | undefined
  readonly kinds: readonly KindCount[]
  readonly errors: readonly QueryError[]
  readonly loaded: number
}

export function useKeptSearch(question: ComputedRef<KeptQuestion>): {
  readonly result: Readonly<ShallowRef<KeptResult | undefined>>
  /** The list that a row is from. */
  readonly listOf: (item: object) => ListRef | undefined
} {
  const core = useCore()
  const result = shallowRef<KeptResult>()
  const lists = new WeakMap<object, ListRef>()
  let pages: RowWindow<KeptPart> | undefined

  function open({ scope, text, kind: wanted, sort, zone }: KeptQuestion) {
    pages?.close()
    let overview: RowsAnswer | undefined
    let reach: readonly ListReach[] = []
    const opened = new RowWindow<KeptPart>(async (offset, limit, signal) => {
      const asked = { scope, text, zone, offset, sort: null }
      // A request without a kind gives the number of rows of each kind.
      if (offset === 0 || !overview) {
        const told = await core.call('rows.find', { ...asked, limit: 0 }, { signal })
        if (!told.ok) return told
        overview = told.data
      }
      const { kinds, errors, loaded } = overview
      const first = kinds.find((one) => one.kind === wanted)?.kind ?? kinds[0]?.kind
      const kind = wanted === MOVEMENTS && kinds.length > 0 ? wanted : first
      if (kind === undefined)
        return ok({ kind, kinds, errors, loaded, count: 0, revision: overview.revision, rows: [] })
      const by = sort ? sortFieldIn(kind, sort.column) : undefined
      const order = by === undefined ? null : { by, descending: sort?.descending === true }
      const answer = await core.call('rows.find', { ...asked, kind, sort: order, limit }, { signal })
      if (!answer.ok) return answer
      reach = answer.data.reach ?? reach
      const rows = answer.data.rows.map((row) => {
        const list = answer.data.lists[row.list]
        if (row.item && list) lists.set(row.item, list)
        return toGridRow({ ...row, key: `${list?.source ?? ''} ${row.key}` })
      })
      return ok({
        kind,
        kinds,
        errors,
        loaded,
        count: answer.data.count,
        revision: answer.data.revision,
        rows,
      })
    }, publish)
    const pinned = createPinnedRows(opened)
    pages = opened
    opened.refresh({ now: true })
    function publish() {
      const { part } = opened
      if (pages !== opened || !(part ?? opened.error)) return
      result.value = resultOf(opened, pinned, reach)
    }
  }

  const key = computed(() => JSON.stringify(question.value))
  watch(
    key,
    () => {
      open(question.value)
    },
    { immediate: true },
  )
  onScopeDispose(() => {
    pages?.close()
    pages = undefined
  })
  return { result, listOf: (item) => lists.get(item) }
}

/** The field to sort by. Rows of several kinds can be sorted by time only. */
const sortFieldIn = (kind: KeptKind, column: string) =>
  kind === MOVEMENTS ? (column === 'age' ? 'time' : undefined) : sortFieldOf(kind, column)

function resultOf(pages: RowWindow<KeptPart>, pinned: PinnedRows, reach: readonly ListReach[]): KeptResult {
  const { part } = pages
  return {
    kind: part?.kind,
    kinds: part?.kinds ?? [],
    errors: part?.errors ?? [],
    loaded: part?.loaded ?? 0,
    reach,
    shown: {
      count: pages.count,
      folded: 0,
      poisoned: 0,
      at: (index) => pages.at(index),
      indexOf: (key) => pages.indexOf(key),
      ...pinned,
    },
    isReading: pages.isReading,
    error: pages.error,
    see: (first, last) => {
      pages.see(first, last)
    },
    retry: () => {
      pages.retry()
    },
  }
}
