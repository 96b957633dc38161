/** Types that the parts of a filter share. */
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import type { Decoded } from '#shared/abi/decoded.ts'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { QueryContext } from '#shared/query/check-query.ts'
import type { ParsedQuery, Query, QueryError } from '#shared/query/query.ts'
import type { Queried, RowContext } from '#shared/query/row-fields.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { AnyListColumn } from '../columns/list-column.ts'

/** The part of the chunk `language.ts` that a filter calls. */
export interface FilterLanguage {
  decodedLineText: (decoded: Decoded) => string
  readFilter: (text: string, kind: Queried | undefined, own: QueryContext) => ParsedQuery
  filterBy: (
    filter: RowFilter,
    row: GridRow | undefined,
    column: AnyListColumn | undefined,
    copy: string | undefined,
    context: CellContext,
  ) => void
}

/** The loaded rows whose values complete a filter. */
export interface SeenRows {
  /** The kind of all rows, or a function where the list mixes kinds. */
  readonly kind: Queried | ((item: object) => Queried)
  readonly rows: () => Iterable<GridRow>
  /** Changes whenever the rows change. */
  readonly revision: unknown
}

/** The state of a filter's field. */
export interface TypedFilter {
  /** The text in the field. */
  readonly text: Readonly<Ref<string>>
  /** Errors of the text; empty while a person types. */
  readonly errors: ComputedRef<readonly QueryError[]>
  /** The kind of rows; undefined for rows of any kind, where a word need not fit each. */
  readonly kind: ComputedRef<Queried | undefined>
  /** Context that rows are read with. */
  readonly rowContext: ComputedRef<RowContext>
  /** Names of chains, where the rows are from several. */
  readonly chains?: ComputedRef<readonly string[]>
  /** Undefined until it is loaded. */
  readonly language: Readonly<ShallowRef<FilterLanguage | undefined>>
  readonly loadLanguage: () => Promise<FilterLanguage>
  readonly setField: (input: HTMLInputElement | null) => void
  /** Id of the element with the error message. */
  readonly errorId: string
  /** Takes the typed text, and applies it after a pause. */
  readonly type: (text: string) => void
  /** Applies a text at once. */
  readonly ask: (text: string) => void
}

/** The filter of a list. */
export interface RowFilter extends TypedFilter {
  /** The text of `query`; empty without a filter. */
  readonly asked: ComputedRef<string>
  /** The filter that the rows answer; null without one. */
  readonly query: ComputedRef<Query | null>
  readonly kind: ComputedRef<Resource>
  /** The input element while it is mounted. */
  readonly field: Readonly<ShallowRef<HTMLInputElement | null>>
}

/** The part of a filter that its condition chips use. */
export type ConditionsFilter = Pick<TypedFilter, 'text' | 'errors' | 'errorId' | 'ask' | 'kind'> &
  Pick<RowFilter, 'asked' | 'query' | 'field'>
