import { csvLine } from '#renderer/lists/export/export-rows.ts'
import { formatAmount } from '#shared/units.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import type { Asset } from '../assets/asset.ts'
import type { ChangeGroup } from './state-change-groups.ts'

const HEADER = ['Address', 'Name', 'Asset', 'Token', 'Id', 'Before', 'After', 'Change']

/** One line per change, with exact amounts in whole units; empty where the API gives none. */
export function stateChangesCsv(
  groups: readonly ChangeGroup[],
  nameOf: (address: AddressRef) => string | undefined,
): Blob {
  const lines = groups.flatMap(({ address, changes }) =>
    changes.map(({ asset, before, after, change }) =>
      csvLine([
        address.hash,
        nameOf(address) ?? '',
        asset.collection ?? asset.name,
        asset.token?.address_hash ?? '',
        asset.tokenId ?? '',
        ...[before, after, change].map((amount) => exact(amount, asset)),
      ]),
    ),
  )
  return new Blob([csvLine(HEADER), ...lines], { type: 'text/csv;charset=utf-8' })
}

const exact = (amount: bigint | undefined, { decimals }: Asset) =>
  amount === undefined ? '' : formatAmount(amount, decimals, '')
