/** One line of the table: what was measured, and what it should be. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** In words, as `< 2.0 x`; absent where the figure only informs. */
  readonly aim?: string
  readonly met?: boolean
}

export const below = (name: string, value: number, max: number, unit: string): Figure => ({
  name,
  value,
  unit,
  aim: `< ${String(max)} ${unit}`,
  met: value < max,
})

export const above = (name: string, value: number, min: number, unit: string): Figure => ({
  name,
  value,
  unit,
  aim: `> ${String(min)} ${unit}`,
  met: value > min,
})

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Median time of one run in ms, after warming up; runs take turns with nothing. */
export async function timed(runs: number, work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < runs; n++) {
    const from = performance.now()
    await work()
    times.push(performance.now() - from)
  }
  return median(times)
}
