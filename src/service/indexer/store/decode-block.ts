/**
 * Converts a block of a node to rows, by table. Nothing here reads or writes the index: known facts, and the ids of
 * addresses, are given. The same rows result for writing a block and for repairing one.
 */
import {
  rangeLength,
  readDeposit,
  readTokenTransfers,
  type TokenTransfer,
} from '#shared/chain/token-events.ts'
import type { ChainBlock, ChainLog, ChainTransaction } from '../model/chain-block.ts'
import { hexToBytes } from '../model/hex.ts'
import { encodeAmount, encodeHexAmount, encodeOptionalAmount } from './amounts.ts'
import { positionOf } from './positions.ts'
import {
  type BlockRow,
  type ContractRow,
  type DelegationRow,
  type DepositRow,
  type LogRow,
  OUTCOME_NOT_KNOWN,
  type TransactionRow,
  type WithdrawalRow,
} from './table-rows.ts'

/** The facts that are needed to decode a block. */
export interface DecodeFacts {
  readonly addressId: (hash: string) => number
  readonly topicId: (hash: string) => number
  /** Whether deposits at a contract mint what it is a token of; null while that is not known. */
  readonly mints: (contract: number) => boolean | null
  /** Whether the index is to have this transaction; it is the one with this index in its block. */
  readonly keepsTransaction: (transaction: ChainTransaction, index: number) => boolean
  readonly keepsAddress: (hash: string) => boolean
  /** Timestamp of the block before, if the index has it: used if the block's own can't be read. */
  readonly timeBefore: () => number | undefined
}

/** A transfer as the events tell it. Which row it becomes depends on what its token is (as-indexed.ts). */
export interface DecodedTransfer {
  readonly log: number
  readonly item: number
  readonly tx: number
  readonly token: number
  readonly sender: number
  readonly receiver: number
  readonly read: TokenTransfer
  /** The log has three topics, as the transfer of an amount. */
  readonly isAmount: boolean
}

export interface DecodedBlock {
  readonly block: BlockRow
  readonly transactions: TransactionRow[]
  readonly logs: LogRow[]
  readonly transfers: DecodedTransfer[]
  readonly withdrawals: WithdrawalRow[]
  /** Made by transactions themselves. */
  readonly contracts: ContractRow[]
  /** Transfers if their contract mints by deposits, which is not known yet. */
  readonly deposits: DepositRow[]
  readonly delegations: DelegationRow[]
  /** Tokens of which only the first of a long range of NFTs are read: they are asked for their balances. */
  readonly cut: number[]
  /** How many logs the whole block has, with those that the index does not keep. */
  readonly logCount: number
}

export function decodeBlock(block: ChainBlock, facts: DecodeFacts): DecodedBlock {
  const decoded: DecodedBlock = {
    block: decodeHeader(block, facts),
    ...{ transactions: [], logs: [], transfers: [], withdrawals: [], contracts: [], deposits: [], cut: [] },
    delegations: [],
    logCount: block.transactions.reduce((sum, { logs }) => sum + logs.length, 0),
  }
  const ranges = { left: MAX_RANGED }
  // Logs are numbered here, because some nodes number them within a transaction.
  let firstLog = 0
  block.transactions.forEach((transaction, index) => {
    if (facts.keepsTransaction(transaction, index))
      decodeTransaction({ decoded, facts, ranges, number: block.number, firstLog }, transaction, index)
    firstLog += transaction.logs.length
  })
  block.withdrawals.forEach((withdrawal, position) => {
    if (!facts.keepsAddress(withdrawal.address)) return
    decoded.withdrawals.push({
      block: block.number,
      position,
      withdrawal_index: encodeHexAmount(withdrawal.index),
      validator: encodeHexAmount(withdrawal.validator),
      receiver: facts.addressId(withdrawal.address),
      amount: encodeAmount(BigInt(withdrawal.amount) * WEI_PER_GWEI),
    })
  })
  return decoded
}

/** Withdrawals are in gwei; the API and the index use wei. */
const WEI_PER_GWEI = 1_000_000_000n
/** Gas of a transaction that runs no code. */
const PLAIN_GAS = 21_000
/** NFTs that events of ranges (ERC-2309) move in one block: such an event costs little, however many it names. */
const MAX_RANGED = 20_000

/** No transaction of the block runs code, so none has call frames. */
export const isPlain = (block: ChainBlock) =>
  block.transactions.every(
    (each) => each.gasUsed === PLAIN_GAS && each.succeeded && each.to !== null && each.input === '0x',
  )

const gasFee = ({ gasPrice, gasUsed }: ChainTransaction) => BigInt(gasPrice) * BigInt(gasUsed)

const decodeHeader = (block: ChainBlock, { addressId, timeBefore }: DecodeFacts): BlockRow => ({
  number: block.number,
  hash: hexToBytes(block.hash),
  parent_hash: hexToBytes(block.parentHash),
  // Times of a chain rise.
  timestamp:
    (block.invalid?.some(({ field }) => field === 'timestamp') ? timeBefore() : undefined) ?? block.timestamp,
  miner: addressId(block.miner),
  gas_limit: encodeHexAmount(block.gasLimit),
  gas_used: block.gasUsed,
  base_fee: encodeOptionalAmount(block.baseFee),
  difficulty: encodeOptionalAmount(block.difficulty),
  total_difficulty: encodeOptionalAmount(block.totalDifficulty),
  nonce: optionalBytes(block.nonce),
  state_root: optionalBytes(block.stateRoot),
  extra_data: optionalBytes(block.extraData),
  size: block.size,
  uncles: block.uncles.length > 0 ? Buffer.concat(block.uncles.map(hexToBytes)) : null,
  transactions: block.transactions.length,
  withdrawals: block.withdrawals.length,
  fees: encodeAmount(
    block.transactions.reduce((sum, each) => sum + (each.feeToken == null ? gasFee(each) : 0n), 0n),
  ),
  traced: isPlain(block) ? 1 : 0,
})

interface Decoding {
  readonly decoded: DecodedBlock
  readonly facts: DecodeFacts
  readonly ranges: Ranges
  readonly number: number
  readonly firstLog: number
}

function decodeTransaction(decoding: Decoding, transaction: ChainTransaction, index: number) {
  const { decoded, facts, number, firstLog } = decoding
  const { addressId } = facts
  const { to, succeeded, feeToken, minted } = transaction
  const position = positionOf(number, index)
  const sender = addressId(transaction.from)
  const receiver = to === null ? null : addressId(to)
  const created = transaction.created !== null && succeeded ? addressId(transaction.created) : null
  if (created !== null) decoded.contracts.push({ address: created, creator: sender, tx: position })
  const before = decoded.transfers.length
  decodeLogs(decoding, transaction, position)
  decodeAuthorizations(decoding, transaction, position)
  decoded.transactions.push({
    ...{ position, hash: hexToBytes(transaction.hash), sender, receiver, created },
    value: encodeHexAmount(transaction.value),
    nonce: BigInt.asIntN(64, BigInt(transaction.nonce)),
    type: transaction.type,
    gas_limit: encodeHexAmount(transaction.gasLimit),
    gas_used: transaction.gasUsed,
    gas_price: encodeHexAmount(transaction.gasPrice),
    fee: encodeAmount(gasFee(transaction) + (transaction.blobFee ?? 0n) + (transaction.layerFee ?? 0n)),
    max_fee: encodeOptionalAmount(transaction.maxFee),
    max_tip: encodeOptionalAmount(transaction.maxTip),
    succeeded: succeeded === null ? OUTCOME_NOT_KNOWN : succeeded ? 1 : 0,
    first_log: positionOf(number, firstLog),
    logs: transaction.logs.length,
    transfers: decoded.transfers.length - before,
    input: hexToBytes(transaction.input),
    fee_token: feeToken == null ? null : addressId(feeToken),
    minted: minted == null ? null : encodeHexAmount(minted),
  })
}

function decodeAuthorizations(
  { decoded, facts }: Decoding,
  { authorizations = [] }: ChainTransaction,
  tx: number,
) {
  authorizations.forEach(({ authority, delegate, chainId, nonce }, item) => {
    if (authority === null) return
    decoded.delegations.push({
      ...{ tx, item, authority: facts.addressId(authority), delegate: facts.addressId(delegate) },
      chain: encodeHexAmount(chainId),
      nonce: encodeHexAmount(nonce),
    })
  })
}

function decodeLogs(
  { decoded, facts, ranges, number, firstLog }: Decoding,
  { logs }: ChainTransaction,
  tx: number,
) {
  const deposits = depositsIn(logs)
  logs.forEach((log, index) => {
    const position = positionOf(number, firstLog + index)
    const address = facts.addressId(log.address)
    const [first, ...others] = log.topics
    decoded.logs.push({
      ...{ position, address },
      topic: first === undefined ? null : facts.topicId(first),
      topics: Buffer.from(others.map((topic) => topic.slice(2)).join(''), 'hex'),
      data: hexToBytes(log.data),
    })
    const deposit = deposits.get(log)
    const mints = deposit && facts.mints(address)
    const { moved, isCut } = deposit
      ? { moved: mints ? [deposit] : [], isCut: false }
      : readWithin(log, ranges)
    const partiesOf = ({ from, to }: TokenTransfer) => ({
      sender: facts.addressId(from),
      receiver: facts.addressId(to),
    })
    if (deposit && mints === null)
      decoded.deposits.push({
        ...{ log: position, tx, depositary: address, ...partiesOf(deposit) },
        value: encodeHexAmount(deposit.value ?? '0x0'),
      })
    if (isCut) decoded.cut.push(address)
    const isAmount = log.topics.length === 3
    moved.forEach((read, item) => {
      decoded.transfers.push({
        ...{ log: position, item, tx, token: address, ...partiesOf(read), read, isAmount },
      })
    })
  })
}

/** A deposit that a transfer event of the same transaction already describes is left out. */
function depositsIn(logs: readonly ChainLog[]): ReadonlyMap<ChainLog, TokenTransfer> {
  const found = logs.flatMap((log) => {
    const deposit = readDeposit(log)
    return deposit ? [[log, deposit] as const] : []
  })
  if (found.length === 0) return NO_DEPOSITS
  const keyOf = ({ address }: ChainLog, { from, to, value }: TokenTransfer) =>
    `${address}:${from}:${to}:${String(BigInt(value ?? 0))}`
  const described = new Set(logs.flatMap((log) => readTokenTransfers(log).map((each) => keyOf(log, each))))
  return new Map(found.filter(([log, deposit]) => !described.has(keyOf(log, deposit))))
}

const NO_DEPOSITS: ReadonlyMap<ChainLog, TokenTransfer> = new Map()

/** How many more NFTs events of ranges may move in a block. */
interface Ranges {
  left: number
}

/** Only the first ids of a long range are read. */
function readWithin(log: ChainLog, ranges: Ranges) {
  const read = readTokenTransfers(log)
  const length = rangeLength(log)
  if (length < 1n) return { moved: read, isCut: false }
  const within = read.slice(0, Math.max(1, ranges.left))
  ranges.left -= within.length
  return { moved: within, isCut: BigInt(within.length) < length }
}

const optionalBytes = (hex: string | null) => (hex === null ? null : hexToBytes(hex))
