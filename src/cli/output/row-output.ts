/** Rows on their way out, whatever is made of them. */
export const FORMATS = ['table', 'json', 'jsonl', 'csv'] as const
export type Format = (typeof FORMATS)[number]

export interface OutputColumn {
  readonly name: string
  /** Numbers stand at the right, and are never cut. */
  readonly isNumber?: boolean
}

export interface OutputRow {
  /** What programs get: plain JSON. */
  readonly item: unknown
  /** Parallel to the columns of the table. */
  readonly cells: readonly string[]
  /** Lines of CSV; without them the cells are. */
  readonly csv?: readonly (readonly string[])[]
}

export interface RowOutput {
  write(this: void, rows: readonly OutputRow[]): Promise<void>
  /** What stands behind the last row. */
  end(this: void): Promise<void>
}

export interface RowShape {
  readonly columns: readonly OutputColumn[]
  /** Names of the columns of CSV, where they are not those of the table. */
  readonly csvColumns?: readonly string[]
}
