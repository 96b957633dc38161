/** A transaction as a row of the table `tx`. */
import type { ChainBlock, ChainTransaction } from '../model/chain-block.ts'
import { hexToBytes } from '../model/hex.ts'
import { encodeAmount, encodeHexAmount, encodeOptionalAmount } from './amounts.ts'
import type { IndexStore } from './index-store.ts'
import { positionOf } from './positions.ts'
import { rowStatements, type RowValues } from './rows.ts'

export interface TransactionAt {
  readonly block: ChainBlock
  readonly transaction: ChainTransaction
  readonly index: number
  readonly firstLog: number
}

export const gasFee = ({ gasPrice, gasUsed }: ChainTransaction) => BigInt(gasPrice) * BigInt(gasUsed)

/** In the column `succeeded`. */
export const OUTCOME_NOT_KNOWN = 2

export const TRANSACTION = rowStatements(
  'tx',
  ['position'],
  [
    'position',
    'hash',
    'sender',
    'receiver',
    'created',
    'value',
    'nonce',
    'type',
    'gas_limit',
    'gas_used',
    'gas_price',
    'fee',
    'max_fee',
    'max_tip',
    'succeeded',
    'first_log',
    'logs',
    'transfers',
    'input',
    'fee_token',
    'minted',
  ],
)

export function transactionValues(
  { addresses }: IndexStore,
  { block, transaction, index, firstLog }: TransactionAt,
  transfers: number,
): RowValues {
  const { to, created, succeeded, feeToken, minted } = transaction
  return [
    positionOf(block.number, index),
    hexToBytes(transaction.hash),
    addresses.idOf(transaction.from),
    to === null ? null : addresses.idOf(to),
    created !== null && succeeded ? addresses.idOf(created) : null,
    encodeHexAmount(transaction.value),
    BigInt.asIntN(64, BigInt(transaction.nonce)),
    transaction.type,
    encodeHexAmount(transaction.gasLimit),
    transaction.gasUsed,
    encodeHexAmount(transaction.gasPrice),
    encodeAmount(gasFee(transaction) + (transaction.blobFee ?? 0n) + (transaction.layerFee ?? 0n)),
    encodeOptionalAmount(transaction.maxFee),
    encodeOptionalAmount(transaction.maxTip),
    succeeded === null ? OUTCOME_NOT_KNOWN : succeeded ? 1 : 0,
    positionOf(block.number, firstLog),
    transaction.logs.length,
    transfers,
    hexToBytes(transaction.input),
    feeToken == null ? null : addresses.idOf(feeToken),
    minted == null ? null : encodeHexAmount(minted),
  ]
}
