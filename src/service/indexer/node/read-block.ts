import {
  type ChainBlock,
  type ChainLog,
  type ChainTransaction,
  type ChainWithdrawal,
  HIGHEST_BLOCK,
} from '../model/chain-block.ts'
import { FieldNotes, type NotedField } from './field-notes.ts'
import { NodeFailure } from '#platform/json-rpc/node-failure.ts'
import {
  address,
  anyData,
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
  WrongValue,
  type Json,
} from '#platform/json-rpc/wire.ts'
import { hasLayerFeeInGas } from '#shared/coin-facts.ts'

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

const gasAmount = (value: unknown, what: string) => integer(value, what, 63)
const nonceOf = (value: unknown, what: string) => integer(value, what, 64)
const maybe =
  <T>(read: (value: unknown, what: string) => T) =>
  (value: unknown, what: string) =>
    optional(read, value, what)
const [maybeQuantity, maybeData, maybeNumber] = [maybe(quantity), maybe(anyData), maybe(number)]
const maybeAddress = maybe(address)
/** Some nodes write that there is no receiver as an empty text. */
const receiver = (value: unknown, what: string) =>
  value === '' || value === '0x' ? null : optional(address, value, what)

const noted = <T>(what: string, field: string, path: string, instead: T): NotedField<T> => ({
  what,
  field,
  path: [path],
  instead,
})

const NOBODY = `0x${'0'.repeat(40)}`

const BLOCK_FIELDS = {
  timestamp: noted('the time of a block', 'timestamp', 'timestamp', 0),
  miner: noted('the miner of a block', 'miner', 'miner', NOBODY),
  gasLimit: noted('the gas limit of a block', 'gasLimit', 'gas_limit', '0x0'),
  gasUsed: noted<number | bigint>('the gas used of a block', 'gasUsed', 'gas_used', 0),
  baseFee: noted('the base fee of a block', 'baseFeePerGas', 'base_fee_per_gas', null),
  difficulty: noted('the difficulty of a block', 'difficulty', 'difficulty', null),
  totalDifficulty: noted('the total difficulty of a block', 'totalDifficulty', 'total_difficulty', null),
  nonce: noted('the nonce of a block', 'nonce', 'nonce', null),
  stateRoot: noted('the state root of a block', 'stateRoot', 'state_root', null),
  extraData: noted('the extra data of a block', 'extraData', 'extra_data', null),
  size: noted('the size of a block', 'size', 'size', null),
  uncles: noted<readonly string[]>('the uncles of a block', 'uncles', 'uncles_hashes', []),
  withdrawals: noted<readonly unknown[]>('the withdrawals of a block', 'withdrawals', 'withdrawals', []),
} as const

/**
 * Puts a block and its receipts together. A field that is not what it must be is noted, and costs nothing else. Throws
 * NodeFailure `garbage` where what identifies the block, or one of its transactions, can't be read, or where the receipts
 * are of another block (the chain moved between the two requests).
 */
export function readBlock(answer: unknown, receiptAnswers: unknown): ChainBlock {
  const raw = object(answer, 'a block')
  const head = readHead(raw)
  if (head.number > HIGHEST_BLOCK) throw new NodeFailure('garbage', 'the block number is beyond any chain')
  return within(`block ${String(head.number)}`, () => {
    const transactions = inOrder(raw.transactions, 'transactionIndex', 'the transactions of a block')
    const receipts = inOrder(receiptAnswers, 'transactionIndex', 'the receipts of a block')
    if (receipts.length !== transactions.length) throw moved(head.number)
    const notes = new FieldNotes()
    const of = BLOCK_FIELDS
    return {
      ...head,
      timestamp: notes.read(seconds, raw.timestamp, of.timestamp),
      miner: notes.read(maybeAddress, raw.miner, of.miner) ?? NOBODY,
      gasLimit: notes.read(quantity, raw.gasLimit, of.gasLimit),
      gasUsed: notes.read(gasAmount, raw.gasUsed, of.gasUsed),
      baseFee: notes.read(maybeQuantity, raw.baseFeePerGas, of.baseFee),
      difficulty: notes.read(maybeQuantity, raw.difficulty, of.difficulty),
      totalDifficulty: notes.read(maybeQuantity, raw.totalDifficulty, of.totalDifficulty),
      nonce: notes.read(maybeData, raw.nonce, of.nonce),
      stateRoot: notes.read(maybeData, raw.stateRoot, of.stateRoot),
      extraData: notes.read(maybeData, raw.extraData, of.extraData),
      size: notes.read(maybeNumber, raw.size, of.size),
      uncles: notes.read(hashes, raw.uncles, of.uncles),
      transactions: transactions.map((transaction, index) =>
        readTransaction(transaction, receipts[index] ?? {}, { head, index }),
      ),
      withdrawals: notes
        .read(maybeList, raw.withdrawals, of.withdrawals)
        .map((each, index) => readWithdrawal(each, index, notes)),
      ...notes.part,
    }
  })
}

const hashes = (value: unknown, what: string): readonly string[] =>
  (optional(list, value, what) ?? []).map((each) => hash(each, what))
const maybeList = (value: unknown, what: string) => optional(list, value, what) ?? []

/** Names a required field with the place where it is. */
function within<T>(where: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error
    throw new NodeFailure('garbage', `${where}: ${error.message}`, error)
  }
}

const TRANSACTION_FIELDS = {
  from: noted('the sender of a transaction', 'from', 'from', NOBODY),
  to: noted('the receiver of a transaction', 'to', 'to', null),
  created: noted('a created contract', 'contractAddress', 'created_contract', null),
  value: noted('the value of a transaction', 'value', 'value', '0x0'),
  nonce: noted<number | bigint>('the nonce of a transaction', 'nonce', 'nonce', 0),
  type: noted('the type of a transaction', 'type', 'type', null),
  gasLimit: noted('the gas of a transaction', 'gas', 'gas_limit', '0x0'),
  gasUsed: noted<number | bigint>('the gas used by a transaction', 'gasUsed', 'gas_used', 0),
  gasPrice: noted('the gas price', 'gasPrice', 'gas_price', '0x0'),
  blobFee: noted('the blob gas', 'blobGasUsed', 'blob_gas_used', null),
  maxFee: noted('the highest fee of a transaction', 'maxFeePerGas', 'max_fee_per_gas', null),
  maxTip: noted('the highest tip of a transaction', 'maxPriorityFeePerGas', 'max_priority_fee_per_gas', null),
  status: noted<boolean | null>('the status of a transaction', 'status', 'status', null),
  input: noted('the input of a transaction', 'input', 'raw_input', '0x'),
  logs: noted<readonly Json[]>('the logs of a transaction', 'logs', 'logs', []),
} as const

const logsInOrder = (value: unknown, what: string) => inOrder(value, 'logIndex', what)

function readTransaction(
  raw: Json,
  receipt: Json,
  { head, index }: { readonly head: BlockHead; readonly index: number },
): ChainTransaction {
  const own = hash(raw.hash, `the hash of transaction ${String(index)}`)
  if (receipt.transactionHash !== raw.hash || receipt.blockHash !== head.hash) throw moved(head.number)
  const notes = new FieldNotes()
  const of = TRANSACTION_FIELDS
  const to = notes.read(receiver, raw.to, of.to)
  return {
    hash: own,
    from: notes.read(address, raw.from, of.from),
    to,
    created: to === null ? notes.read(maybeAddress, receipt.contractAddress, of.created) : null,
    value: notes.read(quantity, raw.value, of.value),
    nonce: notes.read(nonceOf, raw.nonce, of.nonce),
    type: notes.read(maybeNumber, raw.type, of.type),
    gasLimit: notes.read(quantity, raw.gas, of.gasLimit),
    gasUsed: notes.read(gasAmount, receipt.gasUsed, of.gasUsed),
    gasPrice: notes.read(gasPriceOf(raw), receipt.effectiveGasPrice ?? raw.gasPrice, of.gasPrice),
    blobFee: notes.read(blobFeeOf(raw), receipt, of.blobFee),
    ...readLayer(raw, receipt, notes),
    maxFee: notes.read(maybeQuantity, raw.maxFeePerGas, of.maxFee),
    maxTip: notes.read(maybeQuantity, raw.maxPriorityFeePerGas, of.maxTip),
    succeeded: notes.read(outcome, receipt.status, of.status),
    input: notes.read(anyData, raw.input ?? raw.data, of.input),
    logs: notes.read(logsInOrder, receipt.logs, of.logs).map((log, at) => noteLog(log, at, notes)),
    ...notes.part,
  }
}

/** The first type of the layers' own transactions (EIP-2718 leaves them up to 0x7f): those pay for no gas. */
const FIRST_LAYER_TYPE = 0x60
const gasPriceOf =
  (raw: Json) =>
  (value: unknown, what: string): string =>
    quantity(value ?? (numberOf(raw.type) >= FIRST_LAYER_TYPE ? '0x0' : value), what)

/** Before Byzantium a receipt has a state root and no status: null. */
function outcome(value: unknown, what: string): boolean | null {
  const status = optional(number, value, what)
  return status === null ? null : status === 1
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
    topics: topicsOf(raw.topics, 'the topics of a log'),
    data: data(raw.data, 'the data of a log'),
  }
}

const topicsOf = (value: unknown, what: string): readonly string[] =>
  list(value, what).map((topic) => hash(topic, 'a topic'))

/** A log of which something can't be read is there, and tells of no transfer. */
function noteLog(raw: Json, index: number, notes: FieldNotes): ChainLog {
  const read = <T>(how: (value: unknown, what: string) => T, field: string, instead: T): T =>
    notes.read(how, raw[field], {
      what: `the ${field} of a log`,
      field: `logs.${String(index)}.${field}`,
      path: ['logs', String(index), field],
      instead,
    })
  const found = read(maybeLogAddress, 'address', null)
  const topics = read<readonly string[] | null>(topicsOf, 'topics', null)
  const bytes = read<string | null>(anyData, 'data', null)
  const isWhole = found !== null && topics !== null && bytes !== null
  return { address: found ?? NOBODY, topics: isWhole ? topics : [], data: bytes ?? '0x' }
}

const maybeLogAddress = (value: unknown, what: string): string | null => address(value, what)

function readWithdrawal(answer: unknown, index: number, notes: FieldNotes): ChainWithdrawal {
  const raw = typeof answer === 'object' && answer !== null ? (answer as Json) : {}
  const read = <T>(how: (value: unknown, what: string) => T, field: string, instead: T): T =>
    notes.read(how, raw[field], {
      what: `the ${field} of a withdrawal`,
      field: `withdrawals.${String(index)}.${field}`,
      path: ['withdrawals', String(index), field],
      instead,
    })
  return {
    index: read(quantity, 'index', '0x0'),
    validator: read(quantity, 'validatorIndex', '0x0'),
    address: read(address, 'address', NOBODY),
    amount: read(quantity, 'amount', '0x0'),
  }
}

/** The chain moved between two requests: the block is read again. */
const moved = (height: number) =>
  new NodeFailure('garbage', `the receipts of block ${String(height)} are not those of its transactions`)

/** Kinds of transactions: with blobs, and deposits of the OP Stack and of Arbitrum. */
const [BLOBS, OP_DEPOSIT, ARBITRUM_DEPOSIT] = [3, 0x7e, 0x64]

const LAYER_FEE = noted<bigint | null>('the fee for the layer below', 'l1Fee', 'l1_fee', null)
const FEE_TOKEN = noted<string | null>('the currency of a fee', 'feeCurrency', 'celo', null)
const MINTED = noted<string | null>('what a transaction mints', 'mint', 'mint', null)

/**
 * Reads the fees of some chains that Ethereum does not have. The OP Stack and Scroll take `l1Fee` besides gas, and
 * the OP Stack its operator's fee since Isthmus (specification, Isthmus: scalar times gas, by a million, and a
 * constant; since Jovian the scalar counts a hundred times: receipts of Jovian have a scalar of the footprint). Celo
 * takes fees in tokens (CIP-64): the price of gas counts in them. Deposits from the layer below make coins: `mint` on
 * the OP Stack, the value on Arbitrum.
 */
function readLayer(
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
const blobFeeOf =
  ({ type }: Json) =>
  (answer: unknown, what: string): bigint | null => {
    if (numberOf(type) !== BLOBS) return null
    const receipt = object(answer, what)
    const gas = optional(quantity, receipt.blobGasUsed, what)
    const price = optional(quantity, receipt.blobGasPrice, what)
    return gas === null || price === null ? null : BigInt(gas) * BigInt(price)
  }
