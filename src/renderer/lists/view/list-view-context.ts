/**
 * The state of one list's view: `useListView` makes it, the parts of the view take it. Types only besides the key, so that
 * a part that is loaded later brings nothing else.
 */
import { inject, type ComputedRef, type InjectionKey, type Ref, type ShallowRef } from 'vue'
import type { Token } from '#shared/chain/token.ts'
import type { ListEndpoint } from '#shared/lists/list-endpoint.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { GridSort } from '#renderer/ui/grid/grid-column.ts'
import type { GridHandle, GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { ListChartState } from '../chart/use-list-chart.ts'
import type { ListWords } from '../columns/list-words.ts'
import type { ListColumns } from '../columns/use-columns.ts'
import type { ExportScope } from '../export/export-scope.ts'
import type { RowFilter } from '../filter/row-filter.ts'
import type { RowsHandle } from '../grid/rows-handle.ts'
import type { ListQuery } from '../model/list-query.ts'
import type { ListSnapshot, ListState } from '../model/list-snapshot.ts'
import type { OpenList } from '../model/open-list.ts'
import type { RowsQuestion } from '../model/rows-question.ts'
import type { ShownRows } from '../model/shown-rows.ts'
import type { ShownList } from '../model/use-shown-list.ts'
import type { Imitations } from '../poisoning/use-imitations.ts'
import type { Several } from '../several/several.ts'
import type { BesidePart } from '../side-by-side/beside-part.ts'
import type { RefusedFilters } from '../toolbar/use-refused-filters.ts'
import type { Announcement } from './use-announcer.ts'

/** What a view is told. */
export interface ListViewProps {
  source: string
  list: ListId
  params: Readonly<Record<string, string>>
  filters: Filters
  title?: string
  /** The address whose list this is: dimmed in rows, and what directions are seen from. */
  ownAddress?: string | undefined
  /** It is a list of several addresses as one: the same object for as long as they are the same. */
  several?: Several | undefined
  /** The token whose list this is, once it is known. */
  ownToken?: Token | undefined
  /** How many rows there are, where a counter of the source told. */
  total?: string | number | null
}

/** Which list it is: known before any row. */
export interface ListSubject {
  readonly props: Readonly<ListViewProps>
  /** As the address bar has them: some may be refused. */
  readonly filters: ComputedRef<Filters>
  readonly source: ComputedRef<SourceView | undefined>
  /** With the filters that its source knows. */
  readonly endpoint: ComputedRef<ListEndpoint>
  readonly presentation: ComputedRef<ListWords>
  readonly name: ComputedRef<string>
  /** Pictures or rows; undefined where a list is only rows. */
  readonly pictures: ComputedRef<'grid' | 'list' | undefined>
  /** Newer rows come by themselves. */
  readonly isLive: ComputedRef<boolean>
  readonly refused: RefusedFilters
  readonly query: ComputedRef<ListQuery>
  /** Addresses that imitate another, with the one they imitate, as far as the rows tell. */
  readonly imitations: Imitations
  /** The window has two panes. */
  readonly isSplit: ComputedRef<boolean>
  /** What is done with this list and the one in the other pane; absent until it is loaded. */
  readonly beside: ShallowRef<BesidePart | undefined>
  readonly setFilters: (filters: Filters) => void
}

/** What a person asks of it, and how its rows are read. */
export interface ListQuestion {
  readonly columns: ListColumns
  readonly context: ComputedRef<CellContext>
  readonly filter: RowFilter
  readonly sort: ShallowRef<GridSort | null>
  readonly chart: ListChartState
  readonly isTotalled: Ref<boolean>
  readonly question: ComputedRef<RowsQuestion>
  /** Its rows are filtered or sorted: what comes next may not be seen at all. */
  readonly isNarrowed: ComputedRef<boolean>
  /** All rows are to be read for what is asked, at no cost. */
  readonly wantsWhole: ComputedRef<boolean>
  /** The list once it is open: what logs mean is told of its rows around the last one seen. */
  readonly opened: ShallowRef<ShownList | undefined>
  readonly onLogReached: (lastSeen: number) => void
}

/** Its rows, and how far it is. */
export interface ListRows {
  readonly list: Readonly<ShallowRef<ShownList>>
  readonly open: ComputedRef<OpenList>
  readonly snapshot: ComputedRef<ListSnapshot>
  readonly shown: ComputedRef<ShownRows>
  readonly isBusy: ComputedRef<boolean>
  /** Of the list, of the request that would have brought what is newer than the kept rows, or of what is asked of these. */
  readonly failed: ComputedRef<ListState>
  readonly complete: ComputedRef<boolean>
  /** How many rows the list has, as the source counts them. */
  readonly counted: ComputedRef<number | undefined>
  /** Rows there will be: nobody knows how many of those that are not loaded match, or are hidden. */
  readonly expected: ComputedRef<number | undefined>
  /** No page is requested until the person says so: `loadMore`. */
  readonly isPaused: Readonly<Ref<boolean>>
  /** What stands where it has no rows, */
  readonly emptyText: ComputedRef<string>
  /** and after the last one. */
  readonly tail: ComputedRef<string | undefined>
  /** Rows without content that stand for those to come. */
  readonly skeletons: ComputedRef<number>
  /** To be called with the last row seen whenever it changes. */
  readonly onReached: (lastSeen: number) => void
  readonly loadMore: () => void
  readonly retry: () => void
}

export interface ListViewContext extends ListSubject, ListQuestion, ListRows {
  /** Null until they are drawn. */
  readonly rows: Readonly<ShallowRef<RowsHandle | null>>
  readonly grid: ComputedRef<GridHandle | null>
  readonly shownAs: ComputedRef<'rows' | 'pictures'>
  /** What was just done, for as long as it is news. */
  readonly announcement: Readonly<Ref<Announcement>>
  readonly announce: (text: string, options?: { readonly screenReaderOnly: boolean }) => void
  /** What of the list the shown rows are. */
  readonly scope: () => ExportScope
  /** A picture of it is shown: a person has asked for it, and there are rows. */
  readonly hasChart: ComputedRef<boolean>
  /** Adds the condition that a value stands for. `column`: among the shown ones; undefined in a picture. */
  readonly filterBy: (index: number, column: number | undefined, copy: string | undefined) => Promise<void>
  /** A link of this row is followed: what is known of it already is shown at once there. */
  readonly remember: (row: GridRow) => void
}

export const listViewKey: InjectionKey<ListViewContext> = Symbol('list view')

/** Of the view that the calling component is a part of; it throws outside of one. */
export function useListContext(): ListViewContext {
  const context = inject(listViewKey)
  if (!context) throw new Error('a part of a list outside of its view')
  return context
}
