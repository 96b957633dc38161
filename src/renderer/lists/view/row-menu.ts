/** What the menu of a row answers to, and what it asks its list for. */
export interface RowMenuHandle {
  open(event: MouseEvent): Promise<void>
}
/** Of rows: their index, and the shown column. */
export interface RowMenuEmits {
  go: [to: string]
  open: [index: number]
  copyRow: [index: number]
  filterBy: [row: number, column: number | undefined, copy: string | undefined]
}
