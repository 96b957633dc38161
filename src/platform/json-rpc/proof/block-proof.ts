/**
 * Proves a block against its hash: the header's fields hash to it, and transactions, receipts and withdrawals to the
 * roots in the header. A transaction's sender is not proven: that needs its signature (`senderOf`), which takes a
 * thousand times as long.
 */
import { keccak256 } from 'viem/utils'
import { type Json, list, numberOf, object, quantity as readQuantity } from '../wire.ts'
import { type Hex, rlp, trieRoot } from './trie-root.ts'
import { bytes, isOrdinary, objects, quantity, typed, writeTransaction } from './write-transaction.ts'

/**
 * Proves only the header, with or without its transactions. False if the input is no header, or has fields of no
 * Ethereum chain.
 */
export function isHeaderProven(answer: unknown): boolean {
  return holds(() => {
    const raw = object(answer, 'a block')
    return keccak256(rlp(headerFields(raw))) === raw.hash
  })
}

/** Proves the block with its transactions and all its receipts, as the node sent them. */
export function isBlockProven(answer: unknown, receipts: readonly unknown[]): boolean {
  return (
    isHeaderProven(answer) &&
    holds(() => {
      const raw = object(answer, 'a block')
      const transactions = inOrder(raw.transactions)
      return (
        (raw.withdrawalsRoot == null || areWithdrawalsProven(raw)) &&
        areTransactionsProven(transactions, raw.transactionsRoot) &&
        areReceiptsProven(inOrder(receipts), transactions, raw.receiptsRoot)
      )
    })
  )
}

/** `unknown`: the block contains items that other chains hash differently, so the result says nothing. */
export type Proof = 'proven' | 'unknown' | 'wrong'

export interface BlockProof {
  readonly transactions: Proof
  /** Undefined if no receipts were given. */
  readonly receipts: Proof | undefined
  readonly withdrawals: Proof
}

/** Proves the parts of a block whose header is proven. */
export function proveParts(answer: unknown, receipts: readonly unknown[] | undefined): BlockProof {
  const raw = object(answer, 'a block')
  const transactions = inOrder(raw.transactions)
  const orElse = (isProven: boolean): Proof =>
    isProven ? 'proven' : transactions.every(isOrdinary) ? 'wrong' : 'unknown'
  return {
    transactions: orElse(holds(() => areTransactionsProven(transactions, raw.transactionsRoot))),
    receipts:
      receipts && orElse(holds(() => areReceiptsProven(inOrder(receipts), transactions, raw.receiptsRoot))),
    withdrawals:
      raw.withdrawalsRoot == null ? 'unknown' : holds(() => areWithdrawalsProven(raw)) ? 'proven' : 'wrong',
  }
}

const areWithdrawalsProven = (raw: Json): boolean =>
  trieRoot(objects(raw.withdrawals).map(writeWithdrawal)) === raw.withdrawalsRoot

function areTransactionsProven(transactions: readonly Json[], root: unknown): boolean {
  const written = transactions.map(writeTransaction)
  return (
    trieRoot(written) === root &&
    written.every((bytes, index) => keccak256(bytes) === transactions[index]?.hash)
  )
}

function areReceiptsProven(receipts: readonly Json[], transactions: readonly Json[], root: unknown): boolean {
  let used = 0n
  for (const [index, receipt] of receipts.entries()) {
    const cumulative = BigInt(readQuantity(receipt.cumulativeGasUsed, 'the gas used'))
    if (cumulative - used !== BigInt(readQuantity(receipt.gasUsed, 'the gas used'))) return false
    if (receipt.transactionHash !== transactions[index]?.hash) return false
    used = cumulative
  }
  return trieRoot(receipts.map(writeReceipt)) === root
}

/** Fields that forks of the protocol added, which are at the end, in the order of the forks. */
const LATER_FIELDS = [
  ['baseFeePerGas', 'quantity'],
  ['withdrawalsRoot', 'bytes'],
  ['blobGasUsed', 'quantity'],
  ['excessBlobGas', 'quantity'],
  ['parentBeaconBlockRoot', 'bytes'],
  ['requestsHash', 'bytes'],
] as const

const headerFields = (raw: Json): readonly Hex[] => [
  ...[raw.parentHash, raw.sha3Uncles, raw.miner, raw.stateRoot, raw.transactionsRoot, raw.receiptsRoot].map(
    bytes,
  ),
  bytes(raw.logsBloom),
  ...[raw.difficulty, raw.number, raw.gasLimit, raw.gasUsed, raw.timestamp].map(quantity),
  ...[raw.extraData, raw.mixHash, raw.nonce].map(bytes),
  ...LATER_FIELDS.filter(([name]) => raw[name] != null).map(([name, kind]) =>
    kind === 'quantity' ? quantity(raw[name]) : bytes(raw[name]),
  ),
]

function writeReceipt(raw: Json): Hex {
  const logs = objects(raw.logs).map(({ address, topics, data }) => [
    bytes(address),
    list(topics, 'topics').map(bytes),
    bytes(data),
  ])
  // Before Byzantium a receipt has a state root and no status.
  const outcome = raw.status == null ? bytes(raw.root) : quantity(raw.status)
  return typed(
    Number(raw.type ?? 0),
    rlp([outcome, quantity(raw.cumulativeGasUsed), bytes(raw.logsBloom), logs]),
  )
}

const writeWithdrawal = (raw: Json): Hex =>
  rlp([quantity(raw.index), quantity(raw.validatorIndex), bytes(raw.address), quantity(raw.amount)])

/** Sorts items by index: nodes may send them in any order. */
const inOrder = (value: unknown): readonly Json[] =>
  objects(value).toSorted((one, other) => numberOf(one.transactionIndex) - numberOf(other.transactionIndex))

/** False for input that can't be read: it proves nothing. */
function holds(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
