/** Writes watched addresses to a file: JSON, or CSV that a spreadsheet can open without running anything. */
import { csvCell } from '#shared/text/csv-cell.ts'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import type { Watchlist } from './watchlist.ts'

export interface ExportedEntry extends Pick<
  WatchedAddress,
  'address' | 'chainId' | 'label' | 'colour' | 'groups' | 'watched'
> {
  readonly note: string
}

export const EXPORT_FORMAT = 'chainglass-watchlist'
const CSV_COLUMNS = ['address', 'chain_id', 'label', 'note', 'colour', 'groups', 'watched'] as const

/** All entries, or these, in the person's order. */
export function exportWatchlist(watchlist: Watchlist, format: 'json' | 'csv', ids?: readonly number[]) {
  const entries = exportedEntries(watchlist, ids)
  return format === 'json'
    ? { name: 'chainglass-watchlist.json', text: asJson(entries) }
    : { name: 'chainglass-watchlist.csv', text: asCsv(entries) }
}

export function exportedEntries(watchlist: Watchlist, ids?: readonly number[]): ExportedEntry[] {
  const wanted = ids && new Set(ids)
  return watchlist.index
    .all()
    .filter((entry) => !wanted || wanted.has(entry.id))
    .map(({ id, address, chainId, label, colour, groups, watched, hasNote }) => ({
      address,
      chainId,
      label,
      note: hasNote ? watchlist.read(id).note : '',
      colour,
      groups,
      watched,
    }))
}

const asJson = (entries: readonly ExportedEntry[]) =>
  `${JSON.stringify({ format: EXPORT_FORMAT, version: 1, entries }, null, 1)}\n`

function asCsv(entries: readonly ExportedEntry[]): string {
  const rows = entries.map((entry) => [
    entry.address,
    entry.chainId ?? '',
    entry.label,
    entry.note,
    entry.colour ?? '',
    entry.groups.join(';'),
    entry.watched ? 'yes' : 'no',
  ])
  return [[...CSV_COLUMNS], ...rows].map((cells) => cells.map(csvCell).join(',')).join('\r\n') + '\r\n'
}
