/**
 * Graph layout: a column for each hop, and in it the free rows nearest to the parent. A placed node never moves.
 * The same steps give the same picture.
 */
import type { Place } from './flow-graph.ts'

export function createPlaces() {
  const columns = new Map<number, Set<number>>()
  const taken = (hop: number) => {
    let rows = columns.get(hop)
    if (!rows) columns.set(hop, (rows = new Set()))
    return rows
  }
  const isFree = (rows: ReadonlySet<number>, first: number, count: number) => {
    for (let row = first; row < first + count; row += 1) if (rows.has(row)) return false
    return true
  }
  return {
    /** Takes consecutive free rows nearest to `around`. */
    take(hop: number, around: number, count: number): Place[] {
      const rows = taken(hop)
      const wanted = around - Math.floor((count - 1) / 2)
      let first = wanted
      for (let away = 1; !isFree(rows, first, count); away += 1) {
        const step = Math.ceil(away / 2)
        first = away % 2 === 1 ? wanted + step : wanted - step
      }
      return Array.from({ length: count }, (_, at) => {
        rows.add(first + at)
        return { hop, row: first + at }
      })
    },
  }
}
export type Places = ReturnType<typeof createPlaces>
