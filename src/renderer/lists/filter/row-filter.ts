/** What the parts of a filter share. */
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import type { Decoded } from '#shared/abi/decoded.ts'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { Asked } from '#shared/query/check-query.ts'
import type { ParsedQuery, Query, QueryError } from '#shared/query/query.ts'
import type { Queried, RowContext } from '#shared/query/row-fields.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { AnyListColumn } from '../columns/list-column.ts'

/** Of what is loaded when a filter is first used (`language.ts`). */
export interface FilterLanguage {
  decodedLineText: (decoded: Decoded) => string
  readFilter: (text: string, kind: Queried | undefined, own: Asked) => ParsedQuery
  filterBy: (
    filter: RowFilter,
    row: GridRow | undefined,
    column: AnyListColumn | undefined,
    copy: string | undefined,
    context: CellContext,
  ) => void
}

/** Rows whose values a filter can be completed with: those that are here. */
export interface SeenRows {
  /** Of each row, where they are of several kinds. */
  readonly kind: Queried | ((item: object) => Queried)
  /** In their order. */
  readonly rows: () => Iterable<GridRow>
  /** Another value whenever they are others. */
  readonly revision: unknown
}

/** What the field of a filter, and what helps to type in it, know of the filter. */
export interface TypedFilter {
  /** What stands in the field. */
  readonly text: Readonly<Ref<string>>
  /** What is wrong with it; none while it is being typed. */
  readonly errors: ComputedRef<readonly QueryError[]>
  /** The rows it is asked of; undefined: of any kind, what some have nothing for, others may have. */
  readonly kind: ComputedRef<Queried | undefined>
  /** What rows are read with. */
  readonly rowContext: ComputedRef<RowContext>
  /** Chains that can be named, where rows of several are asked. */
  readonly chains?: ComputedRef<readonly string[]>
  /** Undefined until it was needed. */
  readonly language: Readonly<ShallowRef<FilterLanguage | undefined>>
  readonly loadLanguage: () => Promise<FilterLanguage>
  readonly setField: (input: HTMLInputElement | null) => void
  /** Of the sentence that says what is wrong. */
  readonly errorId: string
  /** As it is typed: asked after a pause. */
  readonly type: (text: string) => void
  /** Asked at once. */
  readonly ask: (text: string) => void
}

/** The filter of a list. */
export interface RowFilter extends TypedFilter {
  /** The text of `query`; empty where nothing is asked. */
  readonly asked: ComputedRef<string>
  /** What is asked of the rows; null where nothing is. */
  readonly query: ComputedRef<Query | null>
  readonly kind: ComputedRef<Resource>
  /** The field, while it is there. */
  readonly field: Readonly<ShallowRef<HTMLInputElement | null>>
}

/** What its chips know of it. */
export type ConditionsFilter = Pick<TypedFilter, 'text' | 'errors' | 'errorId' | 'ask' | 'kind'> &
  Pick<RowFilter, 'asked' | 'query' | 'field'>
