/** Words for an export job. */
import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import type { ExportFormat, ExportJob } from '#shared/rpc/contract/export.ts'
import { formatBytes, pluralize } from '#renderer/lib/format-number.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { LIST_WORDS } from '../columns/list-words.ts'

export const FORMAT_NAMES: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV',
  jsonl: 'JSON Lines',
  parquet: 'Parquet',
}

/** For example `Transactions of 0x1234…abcd`. */
export function nameOfExport({ list, params }: ExportJob): string {
  const [of] = Object.values(params)
  const title = $gettext(LIST_WORDS[list].title)
  return of === undefined
    ? title
    : $gettext('%{title} of %{subject}', {
        title,
        subject: of.startsWith('0x') ? shortenAddress(of) : of,
      })
}

const ROWS = $nmsgid('row', 'rows')

export function describeExport({ state, read, rows, bytes, where }: ExportJob): string {
  const written =
    where === ''
      ? `${pluralize(rows, ROWS)}, ${formatBytes(bytes)}`
      : $gettext('%{rows} of %{all} looked at, %{size}', {
          rows: pluralize(rows, ROWS),
          all: pluralize(read, ROWS),
          size: formatBytes(bytes),
        })
  switch (state) {
    case 'waiting':
      return $gettext('Waits for its turn')
    case 'reading':
      return read === 0
        ? $gettext('Reads the list from its source')
        : $gettext('Reads the list from its source: %{rows}', { rows: pluralize(read, ROWS) })
    case 'writing':
      return $gettext('Writes: %{written}', { written })
    case 'paused':
      return rows === 0 ? $gettext('Paused') : $gettext('Paused: %{written}', { written })
    case 'failed':
      return $gettext('Stopped')
    case 'done':
      return written
  }
}

export const isRunning = ({ state }: ExportJob) =>
  state === 'waiting' || state === 'reading' || state === 'writing'
