import type { ChainBlock, ChainLog, ChainTransaction, ChainWithdrawal } from '../model/chain-block.ts'
import { HIGHEST_BLOCK } from '../model/chain-block.ts'
import { NodeFailure } from './node-failure.ts'
import {
  address,
  data,
  hash,
  integer,
  list,
  number,
  numberOf,
  object,
  optional,
  quantity,
  seconds,
} from './wire.ts'
import type { Json } from './wire.ts'

/** The fields of a header that are enough to tell one chain from another. */
export interface BlockHead {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
}

export function readHead(answer: unknown): BlockHead {
  const raw = object(answer, 'a block')
  return {
    number: number(raw.number, 'the number of a block'),
    hash: hash(raw.hash, 'the hash of a block'),
    parentHash: hash(raw.parentHash, 'the parent of a block'),
  }
}

/** Hashes of the block's transactions: for requesting receipts one by one where a node has none by block. */
export const transactionHashes = (answer: unknown): string[] =>
  list(object(answer, 'a block').transactions, 'the transactions of a block').map((raw) =>
    hash(typeof raw === 'string' ? raw : object(raw, 'a transaction').hash, 'the hash of a transaction'),
  )

/**
 * Puts a block and its receipts together. Throws NodeFailure `garbage` where a field isn't what it must be, or where the
 * receipts are of another block (the chain moved between the two requests).
 */
export function readBlock(answer: unknown, receiptAnswers: unknown): ChainBlock {
  const raw = object(answer, 'a block')
  const head = readHead(raw)
  if (head.number > HIGHEST_BLOCK) throw new NodeFailure('garbage', 'the block number is beyond any chain')
  const transactions = inOrder(raw.transactions, 'transactionIndex', 'the transactions of a block')
  const receipts = inOrder(receiptAnswers, 'transactionIndex', 'the receipts of a block')
  if (receipts.length !== transactions.length) throw moved(head.number)
  return {
    ...head,
    timestamp: seconds(raw.timestamp, 'the time of a block'),
    miner: optional(address, raw.miner, 'the miner of a block') ?? `0x${'0'.repeat(40)}`,
    gasLimit: quantity(raw.gasLimit, 'the gas limit of a block'),
    gasUsed: integer(raw.gasUsed, 'the gas used of a block', 63),
    baseFee: optional(quantity, raw.baseFeePerGas, 'the base fee of a block'),
    ...readOptionalFields(raw),
    uncles: (optional(list, raw.uncles, 'the uncles of a block') ?? []).map((uncle) =>
      hash(uncle, 'an uncle'),
    ),
    transactions: transactions.map((transaction, index) =>
      readTransaction(transaction, object(receipts[index], 'a receipt'), head),
    ),
    withdrawals: (optional(list, raw.withdrawals, 'the withdrawals of a block') ?? []).map(readWithdrawal),
  }
}

/** What a block need not have; packed blocks call it the same. */
export const readOptionalFields = (raw: Json) => ({
  difficulty: optional(quantity, raw.difficulty, 'the difficulty of a block'),
  totalDifficulty: optional(quantity, raw.totalDifficulty, 'the total difficulty of a block'),
  nonce: optional(data, raw.nonce, 'the nonce of a block'),
  stateRoot: optional(data, raw.stateRoot, 'the state root of a block'),
  extraData: optional(data, raw.extraData, 'the extra data of a block'),
  size: optional(number, raw.size, 'the size of a block'),
})

function readTransaction(raw: Json, receipt: Json, block: BlockHead): ChainTransaction {
  const own = hash(raw.hash, 'the hash of a transaction')
  if (receipt.transactionHash !== raw.hash || receipt.blockHash !== block.hash) throw moved(block.number)
  const to = optional(address, raw.to, 'the receiver of a transaction')
  return {
    hash: own,
    from: address(raw.from, 'the sender of a transaction'),
    to,
    created: to === null ? optional(address, receipt.contractAddress, 'a created contract') : null,
    value: quantity(raw.value, 'the value of a transaction'),
    nonce: integer(raw.nonce, 'the nonce of a transaction', 64),
    type: optional(number, raw.type, 'the type of a transaction'),
    gasLimit: quantity(raw.gas, 'the gas of a transaction'),
    gasUsed: integer(receipt.gasUsed, 'the gas used by a transaction', 63),
    gasPrice: quantity(receipt.effectiveGasPrice ?? raw.gasPrice ?? '0x0', 'the gas price'),
    blobFee: readBlobFee(receipt),
    maxFee: optional(quantity, raw.maxFeePerGas, 'the highest fee of a transaction'),
    maxTip: optional(quantity, raw.maxPriorityFeePerGas, 'the highest tip of a transaction'),
    // Before Byzantium a receipt has a state root and no status.
    succeeded: (optional(number, receipt.status, 'the status of a transaction') ?? 1) === 1,
    input: data(raw.input ?? raw.data, 'the input of a transaction'),
    logs: inOrder(receipt.logs, 'logIndex', 'the logs of a transaction').map(readLog),
  }
}

function readBlobFee(receipt: Json): bigint | null {
  const gas = optional(quantity, receipt.blobGasUsed, 'the blob gas used by a transaction')
  const price = optional(quantity, receipt.blobGasPrice, 'the blob gas price')
  return gas === null || price === null ? null : BigInt(gas) * BigInt(price)
}

/** The objects of a list in the order of their indexes, where all of them say one: nodes may give them in any order. */
function inOrder(answer: unknown, index: 'transactionIndex' | 'logIndex', what: string): readonly Json[] {
  const all = list(answer, what).map((each) => object(each, what))
  const indexes = all.map((each) =>
    each[index] == null ? -1 : number(each[index], `the ${index} of ${what}`),
  )
  const isOrdered = indexes.every((each, at) => each === -1 || at === 0 || each >= (indexes[at - 1] ?? 0))
  if (isOrdered || indexes.includes(-1)) return all
  return all.toSorted((one, other) => numberOf(one[index]) - numberOf(other[index]))
}

export function readLog(raw: Json): ChainLog {
  return {
    address: address(raw.address, 'the address of a log'),
    topics: list(raw.topics, 'the topics of a log').map((topic) => hash(topic, 'a topic')),
    data: data(raw.data, 'the data of a log'),
  }
}

const readWithdrawal = (answer: unknown): ChainWithdrawal => {
  const raw = object(answer, 'a withdrawal')
  return readWithdrawalOf(raw, raw.validatorIndex)
}

/** Nodes and packed blocks have other words for the validator. */
export function readWithdrawalOf(raw: Json, validator: unknown): ChainWithdrawal {
  return {
    index: quantity(raw.index, 'the index of a withdrawal'),
    validator: quantity(validator, 'the validator of a withdrawal'),
    address: address(raw.address, 'the receiver of a withdrawal'),
    amount: quantity(raw.amount, 'the amount of a withdrawal'),
  }
}

/** The chain moved between two requests: the block is read again. */
const moved = (height: number) =>
  new NodeFailure('garbage', `the receipts of block ${String(height)} are not those of its transactions`)
