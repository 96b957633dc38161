import { $gettext, $ngettext, type Noun } from '#shared/text/gettext.ts'
import { groupThousands } from '#shared/units.ts'

/** A count or block number, grouped: `21,204,118`. Digits only; anything else is given back as it came. */
export function formatCount(count: number | string): string {
  const text = String(count)
  return text.startsWith('-') ? `−${groupThousands(text.slice(1))}` : groupThousands(text)
}

/** `2 since block 21,000,000` where a source counts from that block on, else `2`. */
export const formatCountSince = (count: number | string, block: number | null | undefined): string =>
  block == null
    ? formatCount(count)
    : $gettext('%{count} since block %{block}', { count: formatCount(count), block: formatCount(block) })

/** `transaction` or `transactions`, in the language of the window. */
export const nounOf = (count: number, { one, many }: Noun): string => $ngettext(one, many, count)

/** `1 transaction`, `1,234 transactions`. */
export const pluralize = (count: number, noun: Noun): string =>
  $gettext('%{count} %{noun}', { count: formatCount(count), noun: nounOf(count, noun) })

/** Of a list that is read to its end: `All 6 rows loaded`, `1 row in all`, `No rows`. */
export function describeAll(count: number, noun: Noun): string {
  const name = nounOf(count, noun)
  if (count === 0) return $gettext('No %{noun}', { noun: name })
  if (count === 1) return $gettext('1 %{noun} in all', { noun: name })
  return $gettext('All %{count} %{noun} loaded', { count: formatCount(count), noun: name })
}

/** A count where there is little room: `3`, `50+` where there are more than were counted, `99+` at most. */
export const formatShortCount = (count: number, more = false) =>
  count > 99 ? '99+' : `${String(count)}${more ? '+' : ''}`

/** `61 MB`: in thousands. */
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
