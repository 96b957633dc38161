/** The movements of a period as CSV, with exact amounts and times in UTC. */
import type { LedgerAsset, LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import { formatAmount, writeOut } from '#shared/units.ts'
import { CHAIN_HEADS, chainValues, createCsvTable } from '#renderer/lists/export/export-rows.ts'
import { assetName, decimalsOf, RULE_LABELS, SPAM_LABELS, timeOf, type Coin } from './ledger-labels.ts'

const HEADS = [
  'Time (UTC)',
  'Block',
  'Transaction',
  'Kind',
  'Asset',
  'Token address',
  'Token id',
  'Amount',
  'Amount in smallest unit',
  'Price (USD)',
  'Price of',
  'Counterparty',
  'Address',
  'Spam',
  'Note',
  'List',
  'Row',
  ...CHAIN_HEADS,
]

export function createLedgerFile(coin: Coin, chainId: string | undefined) {
  const table = createCsvTable(HEADS)
  const chain = chainValues({ chainId })
  return {
    add(movement: LedgerMovement, asset: LedgerAsset) {
      table.add([
        timeOf(movement),
        movement.rule === 'genesis' ? '' : String(movement.block),
        movement.transaction ?? '',
        RULE_LABELS[movement.rule],
        assetName({ ...asset, tokenId: null }, coin),
        asset.token?.address_hash ?? '',
        movement.nft ?? '',
        formatAmount(movement.amount, decimalsOf(asset, coin), ''),
        movement.amount,
        movement.price ? (writeOut(movement.price.usd) ?? '') : '',
        movement.price?.of ?? '',
        movement.counterparty?.hash ?? '',
        movement.of ?? '',
        movement.spam ? SPAM_LABELS[movement.spam] : '',
        movement.note ?? '',
        movement.list ?? '',
        movement.list === null ? '' : movement.row,
        ...chain,
      ])
    },
    end: (): Blob => table.end({ partial: false, folded: 0, unmatched: 0 }),
  }
}
