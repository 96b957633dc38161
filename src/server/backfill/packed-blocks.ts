/** Blocks as compressed bytes, for whoever reads them for another process; unpacked, they are checked as a node's answer is. */
import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'
import { readInvalidFields } from '#shared/chain/invalid-fields.ts'
import { HIGHEST_BLOCK, type ChainBlock, type ChainTransaction } from '#service/indexer/model/chain-block.ts'
import { NodeFailure } from '#platform/json-rpc/node-failure.ts'
import { readLog } from '#service/indexer/node/read-block.ts'
import {
  address,
  data,
  hash,
  integer,
  list,
  number,
  object,
  optional,
  quantity,
} from '#platform/json-rpc/wire.ts'

/** A bound against packed blocks that were made to unpack without end. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024
/** Most of what it finds the fastest level finds as well. */
const LEVEL = 1

/** Goes up with what a block says: one that another version packed lacks some of it. The first version gave no number. */
const FORMAT = 2

const deflate = promisify(deflateRaw)

export const packBlocks = (blocks: readonly ChainBlock[]): Promise<Buffer> =>
  deflate(JSON.stringify({ format: FORMAT, blocks }, withBigints), { level: LEVEL })

/** Throws NodeFailure `garbage` for what is none, or of another version. */
export function unpackBlocks(bytes: Uint8Array): ChainBlock[] {
  let unpacked: unknown
  try {
    const text = inflateRawSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }).toString('utf8')
    unpacked = JSON.parse(text)
  } catch (error) {
    throw new NodeFailure('garbage', 'the packed blocks can not be read', error)
  }
  const { format, blocks } = object(unpacked, 'packed blocks')
  if (format !== FORMAT) throw new NodeFailure('garbage', 'the blocks were packed by another version')
  return list(blocks, 'packed blocks').map(readBlock)
}

const withBigints = (_: string, value: unknown) =>
  typeof value === 'bigint' ? `0x${value.toString(16)}` : value

function readBlock(answer: unknown): ChainBlock {
  const raw = object(answer, 'a block')
  const height = number(raw.number, 'the number of a block')
  if (height > HIGHEST_BLOCK) throw new NodeFailure('garbage', 'the block number is beyond any chain')
  return {
    number: height,
    hash: hash(raw.hash, 'the hash of a block'),
    parentHash: hash(raw.parentHash, 'the parent of a block'),
    timestamp: number(raw.timestamp, 'the time of a block'),
    miner: address(raw.miner, 'the miner of a block'),
    gasLimit: quantity(raw.gasLimit, 'the gas limit of a block'),
    gasUsed: integer(raw.gasUsed, 'the gas used', 63),
    baseFee: optional(quantity, raw.baseFee, 'the base fee of a block'),
    difficulty: optional(quantity, raw.difficulty, 'the difficulty of a block'),
    totalDifficulty: optional(quantity, raw.totalDifficulty, 'the total difficulty of a block'),
    nonce: optional(data, raw.nonce, 'the nonce of a block'),
    stateRoot: optional(data, raw.stateRoot, 'the state root of a block'),
    extraData: optional(data, raw.extraData, 'the extra data of a block'),
    size: optional(number, raw.size, 'the size of a block'),
    uncles: list(raw.uncles, 'the uncles of a block').map((uncle) => hash(uncle, 'an uncle')),
    transactions: list(raw.transactions, 'the transactions of a block').map(readTransaction),
    withdrawals: list(raw.withdrawals, 'the withdrawals of a block').map((each) => {
      const withdrawal = object(each, 'a withdrawal')
      return {
        index: quantity(withdrawal.index, 'the index of a withdrawal'),
        validator: quantity(withdrawal.validator, 'the validator of a withdrawal'),
        address: address(withdrawal.address, 'the receiver of a withdrawal'),
        amount: quantity(withdrawal.amount, 'the amount of a withdrawal'),
      }
    }),
    ...invalidFieldsIn(raw),
  }
}

function readTransaction(answer: unknown): ChainTransaction {
  const raw = object(answer, 'a transaction')
  return {
    hash: hash(raw.hash, 'the hash of a transaction'),
    from: address(raw.from, 'the sender of a transaction'),
    to: optional(address, raw.to, 'the receiver of a transaction'),
    created: optional(address, raw.created, 'a created contract'),
    value: quantity(raw.value, 'the value of a transaction'),
    nonce: integer(raw.nonce, 'a nonce', 64),
    type: optional(number, raw.type, 'the type of a transaction'),
    gasLimit: quantity(raw.gasLimit, 'the gas of a transaction'),
    gasUsed: integer(raw.gasUsed, 'the gas used', 63),
    gasPrice: quantity(raw.gasPrice, 'the gas price'),
    blobFee: raw.blobFee == null ? null : BigInt(quantity(raw.blobFee, 'a fee')),
    maxFee: optional(quantity, raw.maxFee, 'the highest fee of a transaction'),
    maxTip: optional(quantity, raw.maxTip, 'the highest tip of a transaction'),
    layerFee: raw.layerFee == null ? null : BigInt(quantity(raw.layerFee, 'a fee')),
    feeToken: optional(address, raw.feeToken, 'the currency of a fee'),
    minted: optional(quantity, raw.minted, 'what a transaction mints'),
    succeeded: raw.succeeded === null ? null : raw.succeeded === true,
    input: data(raw.input, 'the input of a transaction'),
    logs: list(raw.logs, 'the logs of a transaction').map((log) => readLog(object(log, 'a log'))),
    ...(raw.authorizations !== undefined && {
      authorizations: list(raw.authorizations, 'authorizations').map((each) => {
        const signed = object(each, 'an authorization')
        return {
          authority: optional(address, signed.authority, 'who signed an authorization'),
          delegate: address(signed.delegate, 'a delegate'),
          chainId: quantity(signed.chainId, 'the chain of an authorization'),
          nonce: quantity(signed.nonce, 'the nonce of an authorization'),
        }
      }),
    }),
    ...invalidFieldsIn(raw),
  }
}

const invalidFieldsIn = ({ invalid }: { readonly invalid?: unknown }) =>
  invalid === undefined ? {} : { invalid: readInvalidFields(invalid) }
