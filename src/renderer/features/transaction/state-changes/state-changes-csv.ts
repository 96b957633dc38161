import { isoTime } from '#renderer/lib/iso-time.ts'
import { CHAIN_HEADS, chainValues, createCsvTable } from '#renderer/lists/export/export-rows.ts'
import type { ExportScope } from '#renderer/lists/export/export-scope.ts'
import type { UnreadRow } from '#renderer/ui/grid/grid-row.ts'
import { parseRaw } from '#shared/chain/invalid-fields.ts'
import { formatAmount } from '#shared/units.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import type { Asset } from '../assets/asset.ts'
import type { ChangeGroup } from '../state-change-groups.ts'

const HEADS = [
  'Transaction',
  'Time (UTC)',
  'Address',
  'Address name',
  'Asset',
  'Unit',
  'Token address',
  'Token id',
  'Before',
  'After',
  'Change',
  'Before (raw)',
  'After (raw)',
  'Change (raw)',
  'Decimals',
  ...CHAIN_HEADS,
]

interface StateChangesFile {
  readonly groups: readonly ChangeGroup[]
  readonly unread: readonly UnreadRow[]
  readonly nameOf: (address: AddressRef) => string | undefined
  /** Hash of the transaction. */
  readonly hash: string
  readonly time: string | null | undefined
  readonly scope: ExportScope
}

/** One line for each change, with exact amounts in whole units and raw; empty where the API gives none. */
export function stateChangesCsv({ groups, unread, nameOf, hash, time, scope }: StateChangesFile): Blob {
  const table = createCsvTable(HEADS)
  const chain = chainValues(scope)
  const start = [hash, isoTime(time)]
  for (const { address, changes } of groups)
    for (const { asset, before, after, change } of changes) {
      const amounts = [before, after, change]
      table.add([
        ...start,
        address.hash,
        nameOf(address) ?? '',
        asset.collection ?? asset.name,
        asset.token ? (asset.token.symbol ?? '') : asset.name,
        asset.token?.address_hash ?? '',
        asset.tokenId ?? '',
        ...amounts.map((amount) => exact(amount, asset)),
        ...amounts.map((amount) => (amount === undefined ? '' : String(amount))),
        asset.decimals == null ? '' : String(asset.decimals),
        ...chain,
      ])
    }
  const blanks = HEADS.slice(start.length, -chain.length).map(() => '')
  for (const { raw } of unread) table.add([...start, ...blanks, ...chain], parseRaw(raw))
  return table.end(scope)
}

const exact = (amount: bigint | undefined, { decimals }: Asset) =>
  amount === undefined ? '' : formatAmount(amount, decimals, '')
