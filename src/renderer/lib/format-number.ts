import { $gettext, $ngettext, type Noun } from '#shared/text/gettext.ts'
import { groupThousands } from '#shared/units.ts'

/** Groups the digits of a count or block number: `21,204,118`. Returns text without digits as it is. */
export function formatCount(count: number | string): string {
  const text = String(count)
  return text.startsWith('-') ? `−${groupThousands(text.slice(1))}` : groupThousands(text)
}

/** For example `2`, or `2 since block 21,000,000` where a source counts from that block. */
export const formatCountSince = (count: number | string, block: number | null | undefined): string =>
  block == null
    ? formatCount(count)
    : $gettext('%{count} since block %{block}', { count: formatCount(count), block: formatCount(block) })

/** For example `transaction` or `transactions`, in the window's language. */
export const nounOf = (count: number, { one, many }: Noun): string => $ngettext(one, many, count)

/** For example `1 transaction` or `1,234 transactions`. */
export const pluralize = (count: number, noun: Noun): string =>
  $gettext('%{count} %{noun}', { count: formatCount(count), noun: nounOf(count, noun) })

/** Describes a list that is read to its end: `All 6 rows loaded`, `1 row in all`, `No rows`. */
export function describeAll(count: number, noun: Noun): string {
  const name = nounOf(count, noun)
  if (count === 0) return $gettext('No %{noun}', { noun: name })
  if (count === 1) return $gettext('1 %{noun} in all', { noun: name })
  return $gettext('All %{count} %{noun} loaded', { count: formatCount(count), noun: name })
}

/** A short count: `3`, `50+` where there are more, at most `99+`. */
export const formatShortCount = (count: number, more = false) =>
  count > 99 ? '99+' : `${String(count)}${more ? '+' : ''}`

/** For example `61 MB`, in decimal units. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${String(bytes)} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes / 1_000
  let unit = 0
  while (value >= 1_000 && unit < units.length - 1) {
    value /= 1_000
    unit += 1
  }
  return `${value < 10 ? value.toFixed(1) : formatCount(Math.round(value))} ${units[unit] ?? ''}`
}
