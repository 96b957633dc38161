/** An export in words. */
import type { ExportFormat, ExportJob } from '#shared/rpc/contract/export.ts'
import { formatBytes, pluralize } from '#renderer/lib/format-number.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import { LIST_PRESENTATIONS } from '../columns/list-presentations.ts'

export const FORMAT_NAMES: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV',
  jsonl: 'JSON Lines',
  parquet: 'Parquet',
}

/** `Transactions of 0x1234…abcd`. */
export function nameOfExport({ list, params }: ExportJob): string {
  const [of] = Object.values(params)
  const { title } = LIST_PRESENTATIONS[list]
  return of === undefined ? title : `${title} of ${of.startsWith('0x') ? shortenAddress(of) : of}`
}

const ROWS = { one: 'row', many: 'rows' }

export function describeExport({ state, read, rows, bytes, where }: ExportJob): string {
  const written = `${pluralize(rows, ROWS)}${where !== '' ? ` of ${pluralize(read, ROWS)} looked at` : ''}, ${formatBytes(bytes)}`
  switch (state) {
    case 'waiting':
      return 'Waits for its turn'
    case 'reading':
      return read === 0
        ? 'Reads the list from its source'
        : `Reads the list from its source: ${pluralize(read, ROWS)}`
    case 'writing':
      return `Writes: ${written}`
    case 'paused':
      return rows === 0 ? 'Paused' : `Paused: ${written}`
    case 'failed':
      return 'Stopped'
    case 'done':
      return written
  }
}

export const isGoingOn = ({ state }: ExportJob) =>
  state === 'waiting' || state === 'reading' || state === 'writing'
