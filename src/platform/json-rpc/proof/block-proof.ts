/**
 * Whether a block is what its hash says: the header's fields hash to it, and transactions, receipts and withdrawals to the
 * roots in the header. Who sent a transaction is not proven: that needs its signature, which takes a thousand times as long.
 */
import { keccak256 } from 'viem/utils'
import { data, type Json, list, object, quantity as readQuantity } from '../wire.ts'
import { type Hex, quantityBytes, rlp, trieRoot } from './trie-root.ts'

/** The header alone, with or without its transactions. False for what is no header, and for fields of no Ethereum chain. */
export function isHeaderProven(answer: unknown): boolean {
  return holds(() => {
    const raw = object(answer, 'a block')
    return keccak256(rlp(headerFields(raw))) === raw.hash
  })
}

/** The block with its transactions, and all its receipts, as the node gave them. */
export function isBlockProven(answer: unknown, receipts: readonly unknown[]): boolean {
  return (
    isHeaderProven(answer) &&
    holds(() => {
      const raw = object(answer, 'a block')
      const transactions = inOrder(raw.transactions)
      const { withdrawalsRoot, transactionsRoot, receiptsRoot } = raw
      if (withdrawalsRoot != null && trieRoot(withdrawalsOf(raw).map(writeWithdrawal)) !== withdrawalsRoot)
        return false
      const written = transactions.map(writeTransaction)
      return (
        trieRoot(written) === transactionsRoot &&
        written.every((bytes, index) => keccak256(bytes) === transactions[index]?.hash) &&
        areReceiptsProven(inOrder(receipts), transactions, receiptsRoot)
      )
    })
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

/** Those that a chain has since a fork of the protocol stand at the end, in the order in which they came. */
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

type Field = (transaction: Json) => Hex | readonly unknown[]
const chainId: Field = (raw) => quantity(raw.chainId)
const nonce: Field = (raw) => quantity(raw.nonce)
const fees: readonly Field[] = [
  (raw) => quantity(raw.maxPriorityFeePerGas),
  (raw) => quantity(raw.maxFeePerGas),
]
const gasPrice: Field = (raw) => quantity(raw.gasPrice)
const call: readonly Field[] = [
  (raw) => quantity(raw.gas),
  (raw) => (raw.to == null ? '0x' : bytes(raw.to)),
  (raw) => quantity(raw.value),
  (raw) => bytes(raw.input),
]
const accessList: Field = (raw) =>
  objects(raw.accessList).map(({ address, storageKeys }) => [
    bytes(address),
    list(storageKeys, 'keys of storage').map(bytes),
  ])
const blobs: readonly Field[] = [
  (raw) => quantity(raw.maxFeePerBlobGas),
  (raw) => list(raw.blobVersionedHashes, 'hashes of blobs').map(bytes),
]
const authorizations: Field = (raw) =>
  objects(raw.authorizationList).map((each) => [
    quantity(each.chainId),
    bytes(each.address),
    quantity(each.nonce),
    ...signature(each),
  ])
const signature = (raw: Json): readonly Hex[] => [
  quantity(raw.yParity ?? raw.v),
  quantity(raw.r),
  quantity(raw.s),
]

/** By the type of a transaction. */
const FIELDS: readonly (readonly Field[])[] = [
  [nonce, gasPrice, ...call],
  [chainId, nonce, gasPrice, ...call, accessList],
  [chainId, nonce, ...fees, ...call, accessList],
  [chainId, nonce, ...fees, ...call, accessList, ...blobs],
  [chainId, nonce, ...fees, ...call, accessList, authorizations],
]

function writeTransaction(raw: Json): Hex {
  const type = Number(raw.type ?? 0)
  const fields = (FIELDS[type] ?? []).map((field) => field(raw)) as Hex[]
  if (type === 0) return rlp([...fields, quantity(raw.v), quantity(raw.r), quantity(raw.s)])
  return typed(type, rlp([...fields, ...signature(raw)]))
}

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

const withdrawalsOf = (raw: Json) => objects(raw.withdrawals)
const writeWithdrawal = (raw: Json): Hex =>
  rlp([quantity(raw.index), quantity(raw.validatorIndex), bytes(raw.address), quantity(raw.amount)])

const typed = (type: number, written: Hex): Hex =>
  type === 0 ? written : `0x${type.toString(16).padStart(2, '0')}${written.slice(2)}`

const objects = (value: unknown): readonly Json[] =>
  list(value, 'a list').map((each) => object(each, 'an object'))

/** Nodes may give them in any order. */
const inOrder = (value: unknown): readonly Json[] =>
  objects(value).toSorted((one, other) => Number(one.transactionIndex) - Number(other.transactionIndex))

const quantity = (value: unknown): Hex => quantityBytes(readQuantity(value, 'a quantity'))
const bytes = (value: unknown): Hex => data(value, 'bytes') as Hex

/** False for what can't be read: that proves nothing. */
function holds(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
