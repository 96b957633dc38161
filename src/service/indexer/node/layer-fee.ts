/**
 * Reads the fees of some chains that Ethereum does not have. The OP Stack and Scroll take `l1Fee` besides gas, and the
 * OP Stack its operator's fee since Isthmus (specification, Isthmus: scalar times gas, by a million, and a constant;
 * since Jovian the scalar counts a hundred times: receipts of Jovian have a scalar of the footprint). Celo takes fees
 * in tokens (CIP-64): the price of gas counts in them. Deposits from the layer below make coins: `mint` on the OP
 * Stack, the value on Arbitrum.
 */
import { hasLayerFeeInGas } from '#shared/coin-facts.ts'
import type { ChainTransaction } from '../model/chain-block.ts'
import type { FieldNotes, NotedField } from './field-notes.ts'
import { address, numberOf, object, optional, quantity, type Json } from '#platform/json-rpc/wire.ts'

/** Kinds of transactions: with blobs, and deposits of the OP Stack and of Arbitrum. */
const [BLOBS, OP_DEPOSIT, ARBITRUM_DEPOSIT] = [3, 0x7e, 0x64]

const noted = <T>(what: string, field: string, path: string): NotedField<T | null> => ({
  what,
  field,
  path: [path],
  instead: null,
})
const LAYER_FEE = noted<bigint>('the fee for the layer below', 'l1Fee', 'l1_fee')
const FEE_TOKEN = noted<string>('the currency of a fee', 'feeCurrency', 'celo')
const MINTED = noted<string>('what a transaction mints', 'mint', 'mint')

export function readLayer(
  raw: Json,
  receipt: Json,
  notes: FieldNotes,
): Pick<ChainTransaction, 'layerFee' | 'feeToken' | 'minted'> {
  const type = numberOf(raw.type)
  const feeToken = notes.read((value, what) => optional(address, value, what), raw.feeCurrency, FEE_TOKEN)
  return {
    feeToken,
    layerFee: feeToken === null ? notes.read(layerFeeOf(raw), receipt, LAYER_FEE) : null,
    minted:
      type === ARBITRUM_DEPOSIT
        ? notes.read(quantity, raw.value, MINTED)
        : type === OP_DEPOSIT
          ? notes.read((value, what) => optional(quantity, value, what), raw.mint, MINTED)
          : null,
  }
}

const layerFeeOf =
  (raw: Json) =>
  (answer: unknown, what: string): bigint | null => {
    const receipt = object(answer, what)
    const amount = (value: unknown) => BigInt(optional(quantity, value, what) ?? '0x0')
    const chainId = optional(quantity, raw.chainId, what)
    const isInGas = hasLayerFeeInGas(chainId === null ? undefined : String(BigInt(chainId)))
    const below = isInGas ? 0n : amount(receipt.l1Fee)
    const scalar = amount(receipt.operatorFeeScalar)
    const scaled = scalar === 0n ? 0n : amount(receipt.gasUsed) * scalar
    const operator =
      (receipt.daFootprintGasScalar == null ? scaled / 1_000_000n : scaled * 100n) +
      amount(receipt.operatorFeeConstant)
    return below + operator === 0n ? null : below + operator
  }

/** On layers 2 the gas for blobs stands for something else: only what carries blobs pays for them. */
export const blobFeeOf =
  ({ type }: Json) =>
  (answer: unknown, what: string): bigint | null => {
    if (numberOf(type) !== BLOBS) return null
    const receipt = object(answer, what)
    const gas = optional(quantity, receipt.blobGasUsed, what)
    const price = optional(quantity, receipt.blobGasPrice, what)
    return gas === null || price === null ? null : BigInt(gas) * BigInt(price)
  }
