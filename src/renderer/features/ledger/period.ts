/** The days of a statement, in UTC: the last one is part of it. */
export interface Period {
  readonly from: number | null
  readonly to: number | null
}

const DAY_MS = 86_400_000
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The beginning of a day that a date field gives; null for an empty one, and for what is no day. */
export function readDay(text: string): number | null {
  const time = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  return Number.isFinite(time) && time >= 0 ? time : null
}

export function readPeriod(from: string, to: string): Period {
  const last = readDay(to)
  return { from: readDay(from), to: last === null ? null : last + DAY_MS }
}

export const isBackwards = ({ from, to }: Period) => from !== null && to !== null && to <= from
