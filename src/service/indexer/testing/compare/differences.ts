/** Counts comparisons and collects those that differ. */
export class Differences {
  /** Rows by list. */
  readonly compared: Record<string, number> = {}
  /** In words; empty where there is no difference. */
  readonly found: string[] = []

  /** Row by row; of one list only the first difference is told. */
  same(list: string, of: string, ours: readonly unknown[], theirs: readonly unknown[]) {
    this.compared[list] = (this.compared[list] ?? 0) + theirs.length
    const [left, right] = [ours.map((row) => JSON.stringify(row)), theirs.map((row) => JSON.stringify(row))]
    const rows = Math.max(left.length, right.length)
    for (let row = 0; row < rows; row++) {
      if (left[row] === right[row]) continue
      this.add(
        `${list} of ${of}, row ${String(row)}: ${left[row] ?? 'none'} but the node says ${right[row] ?? 'none'}`,
      )
      return
    }
  }

  add(words: string) {
    this.found.push(words)
    if (this.found.length > MAX_SHOWN) throw new Error(this.found.join('\n'))
  }
}

const MAX_SHOWN = 20
