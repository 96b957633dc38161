/** The interface of outputs for rows, in any format. */
export const FORMATS = ['table', 'json', 'jsonl', 'csv', 'excel'] as const
export type Format = (typeof FORMATS)[number]

export interface OutputColumn {
  readonly name: string
  /** Numbers are aligned to the right, and never cut. */
  readonly isNumber?: boolean
}

export interface OutputRow {
  /** The plain JSON for programs. */
  readonly item: unknown
  /** The JSON letter by letter as the source gave it, on one line. */
  readonly line?: string
  /** Parallel to the table's columns. */
  readonly cells: readonly string[]
  /** Lines of CSV; by default the cells. */
  readonly csv?: readonly (readonly string[])[]
}

/** The row as one line of JSON. */
export const lineOf = ({ item, line }: OutputRow): string => line ?? JSON.stringify(item)

export interface RowOutput {
  write(this: void, rows: readonly OutputRow[]): Promise<void>
  /** Writes what follows the last row. */
  end(this: void): Promise<void>
}

export interface RowShape {
  readonly columns: readonly OutputColumn[]
  /** Names of the CSV columns, if they differ from the table's. */
  readonly csvColumns?: readonly string[]
}
