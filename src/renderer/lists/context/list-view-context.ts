/**
 * The state of a list's view. `useListView` makes it, and the parts of the view inject it. Types only besides the key,
 * so that a part that is loaded later brings nothing else.
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
import type { ListWords } from '../columns/list-words.ts'
import type { CheckedPart } from './checked-part.ts'
import type { ListColumns } from '../columns/use-columns.ts'
import type { ExportScope } from '../export/export-scope.ts'
import type { RowFilter } from '../filter/row-filter.ts'
import type { RowsHandle } from '../grid/rows-handle.ts'
import type { DecodedLogs } from '../logs/use-decoded-logs.ts'
import type { ListQuery } from '../model/list-query.ts'
import type { ListSnapshot, ListState } from '../model/list-snapshot.ts'
import type { OpenList } from '../model/open-list.ts'
import type { RowsQuestion } from '../model/rows-question.ts'
import type { ShownRows } from '../model/shown-rows.ts'
import type { ShownList } from '../model/use-shown-list.ts'
import type { Imitations } from '../poisoning/use-imitations.ts'
import type { MergedAddresses } from '../columns/merged-addresses.ts'
import type { SideBySidePart } from './side-by-side-part.ts'
import type { RefusedFilters } from '../source-filters/use-refused-filters.ts'
import type { Announcement } from '#renderer/ui/use-announcer.ts'

/** Props of a list's view. */
export interface ListViewProps {
  source: string
  list: ListId
  params: Readonly<Record<string, string>>
  filters: Filters
  title?: string
  /** The address of the list. Rows dim it, and directions are seen from it. */
  ownAddress?: string | undefined
  /** Set where the list merges several addresses. Keep the same object for the same addresses. */
  merged?: MergedAddresses | undefined
  /** The token of the list; undefined until it is loaded. */
  ownToken?: Token | undefined
  /** The source's count of rows, where it has one. */
  total?: string | number | null
}

/** The list itself: everything that is known before any row. */
export interface ListSubject {
  readonly props: Readonly<ListViewProps>
  /** The filters from the URL. The source may refuse some. */
  readonly filters: ComputedRef<Filters>
  readonly source: ComputedRef<SourceView | undefined>
  /** The entry of the table of lists, with the filters that the source supports. */
  readonly endpoint: ComputedRef<ListEndpoint>
  readonly presentation: ComputedRef<ListWords>
  readonly name: ComputedRef<string>
  /** Pictures or rows; undefined for a list without pictures. */
  readonly pictures: ComputedRef<'grid' | 'list' | undefined>
  /** Newer rows are shown without a click. */
  readonly isLive: ComputedRef<boolean>
  readonly refused: RefusedFilters
  readonly query: ComputedRef<ListQuery>
  /** Imitators with the address that each imitates, as far as the rows tell. */
  readonly imitations: Imitations
  readonly isSplit: ComputedRef<boolean>
  /** Scrolling and comparing with the list in the other pane; undefined until it is loaded. */
  readonly beside: ShallowRef<SideBySidePart | undefined>
  /** The rows are being checked against a node, or were. */
  readonly isChecking: Ref<boolean>
  /** The results of checks; undefined until that part is loaded. */
  readonly checked: ShallowRef<CheckedPart | undefined>
  readonly setFilters: (filters: Filters) => void
}

/** `balance` draws the days of the source; the others draw the rows. */
type ChartKind = 'holdings' | 'activity' | 'balance'

export interface ListChartState {
  /** The kind of chart that this list has; undefined where it has none. */
  readonly kind: ComputedRef<ChartKind | undefined>
  readonly isShown: Ref<boolean>
  /** The shown chart draws rows, not days of the source. */
  readonly wantsRows: ComputedRef<boolean>
}

/** The question about the rows, and how rows are read. */
export interface ListQuestion {
  readonly columns: ListColumns
  readonly context: ComputedRef<CellContext>
  readonly filter: RowFilter
  readonly sort: ShallowRef<GridSort | null>
  readonly chart: ListChartState
  readonly isTotalled: Ref<boolean>
  readonly question: ComputedRef<RowsQuestion>
  /** The list is filtered or sorted, so the next rows may not come into view. */
  readonly isNarrowed: ComputedRef<boolean>
  /** The question needs all rows, and reading them is free. */
  readonly wantsWhole: ComputedRef<boolean>
  /** The open list. Logs are decoded for its rows around the last one in view. */
  readonly opened: ShallowRef<ShownList | undefined>
  readonly onLogReached: (lastSeen: number) => void
  readonly isAwaited: DecodedLogs['isAwaited']
}

/** The rows of the list, and its state. */
export interface ListRows {
  readonly list: Readonly<ShallowRef<ShownList>>
  readonly open: ComputedRef<OpenList>
  readonly snapshot: ComputedRef<ListSnapshot>
  readonly shown: ComputedRef<ShownRows>
  readonly isBusy: ComputedRef<boolean>
  /** The error of the list, of the request for rows newer than the kept ones, or of the question about its rows. */
  readonly failed: ComputedRef<ListState>
  readonly complete: ComputedRef<boolean>
  /** The source's count of rows; undefined where it has none. */
  readonly counted: ComputedRef<number | undefined>
  /** Expected number of rows. Undefined with a filter or folding, where it is unknown how many of the rest match. */
  readonly expected: ComputedRef<number | undefined>
  /** No page is requested until a person calls `loadMore`. */
  readonly isPaused: Readonly<Ref<boolean>>
  /** The text in place of rows. */
  readonly emptyText: ComputedRef<string>
  /** The text after the last row. */
  readonly tail: ComputedRef<string | undefined>
  /** Number of placeholder rows at the end. */
  readonly skeletons: ComputedRef<number>
  /** Call it with the last row in view whenever that changes. */
  readonly onReached: (lastSeen: number) => void
  readonly loadMore: () => void
  readonly retry: () => void
}

export interface ListViewContext extends ListSubject, ListQuestion, ListRows {
  /** Null until the rows are mounted. */
  readonly rows: Readonly<ShallowRef<RowsHandle | null>>
  readonly grid: ComputedRef<GridHandle | null>
  readonly shownAs: ComputedRef<'rows' | 'pictures'>
  /** The message about the last action, while it is shown. */
  readonly announcement: Readonly<Ref<Announcement>>
  readonly announce: (text: string, options?: { readonly screenReaderOnly: boolean }) => void
  /** Describes the contents of an export of the shown rows, and what it leaves out. */
  readonly scope: () => ExportScope
  /** The chart is shown: a person has opened it, and there are rows. */
  readonly hasChart: ComputedRef<boolean>
  /** Adds the condition for a value to the filter. `column`: index among the shown ones; undefined for a picture. */
  readonly filterBy: (index: number, column: number | undefined, copy: string | undefined) => Promise<void>
  /** Remembers a row whose link is followed, so that the next page shows its known data at once. */
  readonly remember: (row: GridRow) => void
}

export const listViewKey: InjectionKey<ListViewContext> = Symbol('list view')

/** The view that the calling component is part of. Throws outside of a view. */
export function useListContext(): ListViewContext {
  const context = inject(listViewKey)
  if (!context) throw new Error('a part of a list outside of its view')
  return context
}
