/** The handle of a row's menu, and the events it emits. */
export interface RowMenuHandle {
  open(event: MouseEvent): Promise<void>
}
/** For rows: their index, and the shown column. */
export interface RowMenuEmits {
  go: [to: string]
  open: [index: number]
  copyRow: [index: number]
  filterBy: [row: number, column: number | undefined, copy: string | undefined]
}
