/** CSV of groups: a line for each asset of a group, with exact amounts. */
import type { AssetSum, Group } from '#shared/query/totals.ts'
import { formatAmount } from '#shared/units.ts'
import { isoTime } from '#renderer/lib/iso-time.ts'
import { CHAIN_HEADS, chainValues, createCsvTable } from '../export/export-rows.ts'
import type { ExportScope } from '../export/export-scope.ts'

const HEADS = [
  'Rows',
  'First (UTC)',
  'Last (UTC)',
  'Asset',
  'Token address',
  'In',
  'Out',
  'Sum',
  ...CHAIN_HEADS,
]

export function totalsCsv(
  groups: readonly Group[],
  of: {
    readonly head: string
    readonly nameOf: (group: Group) => string
    readonly assetName: (sum: AssetSum) => string
    readonly scope: ExportScope
  },
): Blob {
  const table = createCsvTable([of.head, 'Address', ...HEADS])
  for (const group of groups) {
    const { party, token } = group.of
    const start = [
      of.nameOf(group),
      party?.hash ?? token?.address_hash ?? '',
      String(group.rows),
      isoTime(group.first),
      isoTime(group.last),
    ]
    const end = chainValues(of.scope)
    if (group.sums.size === 0) table.add([...start, '', '', '', '', '', ...end])
    for (const sum of group.sums.values()) {
      const amounts = [sum.in, sum.out, sum.sum].map((amount) => formatAmount(amount, sum.decimals, ''))
      table.add([...start, of.assetName(sum), sum.token?.address_hash ?? '', ...amounts, ...end])
    }
  }
  return table.end(of.scope)
}
