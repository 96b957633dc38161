/** Parses values of options for commander. */
import { InvalidArgumentError } from 'commander'
import { parseTime } from '#shared/targets/parse-time.ts'
import { DAY_MS } from '#shared/utc-days.ts'
import { UsageError } from './output/failures.ts'

export function countOption(text: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1)
    throw new InvalidArgumentError('Expected a whole number from 1.')
  return count
}

export function portOption(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('Expected the number of a port, or 0 for any free one.')
  return port
}

export const severalOption = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  text,
]

export function timeOption(text: string): number {
  const time = parseTime(text)
  if (time == null) throw new InvalidArgumentError('Expected a time like 2026-01-31 or 2026-01-31T12:00Z.')
  return time
}

export const namesOption = (text: string): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Collects `name=value` from repeated options. */
export function pairOption(
  text: string,
  known: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('Expected name=value.')
  return { ...known, [text.slice(0, at)]: text.slice(at + 1) }
}

/** In ms since 1970, UTC; `from` is included, `to` is not: the last day is part of the period. */
export function readPeriod({ from, to }: Partial<Record<'from' | 'to', string | undefined>>) {
  const period = { from: readDay(from), to: to === undefined ? null : (readDay(to) ?? 0) + DAY_MS }
  if (period.from !== null && period.to !== null && period.to <= period.from)
    throw new UsageError('The period ends before it begins.')
  return period
}

function readDay(text: string | undefined): number | null {
  if (text === undefined) return null
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseTime(text) : null
  if (time == null || time < 0) throw new UsageError(`“${text}” is not a day. Write one like 2026-01-31.`)
  return time
}
