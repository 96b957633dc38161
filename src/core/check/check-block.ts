/** Compares one block of a source with a node. */
import { number, object } from '#platform/json-rpc/wire.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { objects } from '#platform/json-rpc/proof/write-transaction.ts'
import type { Block } from '#shared/chain/block.ts'
import { isHash, readBlockEvidence, type BlockEvidence, type BlockReader } from './block-evidence.ts'
import type { Checked } from './checked.ts'
import { bigOf, compareFields, decimalOf, hexOf, timeOf, type FieldsOf, type Rule } from './compare-fields.ts'
import { UntrustedNode } from './node-problem.ts'
import { gasPriceOf } from './transaction-rules.ts'

export interface BlockOfSource {
  /** A height or a hash. */
  readonly blockId: string
  readonly item: Block
}

/**
 * Throws the errors of `readBlockEvidence`. A block requested by its height is read at that height, whatever the
 * source reports.
 */
export async function checkBlock(
  node: NodeConnection,
  { blockId, item }: BlockOfSource,
  read: BlockReader = (height) => readBlockEvidence(node, height),
): Promise<Checked> {
  const block = await read(blockId.startsWith('0x') ? await heightOf(node, blockId) : Number(blockId))
  return {
    block,
    findings: compareFields(BLOCK_RULES, {
      part: 'block',
      row: null,
      item,
      evidence: block,
      proven: block.proven,
    }),
    cut: [],
  }
}

async function heightOf(node: NodeConnection, hash: string): Promise<number> {
  const block = isHash(hash) ? await node.request('eth_getBlockByHash', [hash, false]) : null
  if (block == null) throw new UntrustedNode({ kind: 'unknown' })
  return number(object(block, 'a block').number, 'the height of a block')
}

type BlockRule = Rule<BlockEvidence>
const ofHeader = (read: (header: BlockEvidence['header']) => string | undefined): BlockRule => ({
  says: ({ header }) => read(header),
  by: ['header'],
})
const quantityOf = (field: string): BlockRule => ofHeader((header) => decimalOf(header[field]))
const bytesOf = (field: string): BlockRule => ofHeader((header) => hexOf(header[field]))

const product = (one: bigint | undefined, other: bigint | undefined) =>
  one === undefined || other === undefined ? undefined : one * other

/** The gas fees of the block's transactions; undefined if a price is unknown. */
function feesOf(block: BlockEvidence): bigint | undefined {
  let sum = 0n
  for (const [position, raw] of block.transactions.entries()) {
    const receipt = block.receipts?.[position]
    const fee = product(gasPriceOf({ raw, block, receipt, proven: block.proven }), bigOf(receipt?.gasUsed))
    if (fee === undefined) return undefined
    sum += fee
  }
  return sum
}

const burntIn = ({ header }: BlockEvidence) => product(bigOf(header.baseFeePerGas), bigOf(header.gasUsed))

/** On layer 2, sources add the layer 1 fee, which has no proof: there a value only counts if it is equal. */
const certain = (block: BlockEvidence, value: bigint | undefined, source: string | null) =>
  value === undefined || (!block.proven.has('receipt') && String(value) !== source)
    ? undefined
    : String(value)

export const BLOCK_RULES: Readonly<Record<FieldsOf<Block>, BlockRule>> = {
  hash: { says: ({ hash }) => hash, by: ['header'] },
  parent_hash: bytesOf('parentHash'),
  height: { says: ({ height }) => String(height), by: ['header'] },
  type: { cannot: 'own' },
  timestamp: { says: ({ header }) => timeOf(header.timestamp), by: ['header'], as: 'time' },
  miner: bytesOf('miner'),
  nonce: bytesOf('nonce'),
  extra_data: bytesOf('extraData'),
  state_root: bytesOf('stateRoot'),
  difficulty: quantityOf('difficulty'),
  // Not part of any hash.
  total_difficulty: { says: ({ header }) => decimalOf(header.totalDifficulty), by: [] },
  gas_limit: quantityOf('gasLimit'),
  gas_used: quantityOf('gasUsed'),
  gas_used_percentage: { cannot: 'own' },
  gas_target_percentage: { cannot: 'own' },
  burnt_fees_percentage: { cannot: 'own' },
  base_fee_per_gas: quantityOf('baseFeePerGas'),
  burnt_fees: { says: (block) => burntIn(block)?.toString(), by: ['header'] },
  priority_fee: {
    says(block, source) {
      const [fees, burnt] = [feesOf(block), burntIn(block) ?? 0n]
      return certain(block, fees === undefined ? undefined : fees - burnt, source)
    },
    by: ['header', 'place', 'receipt'],
  },
  transaction_fees: {
    says: (block, source) => certain(block, feesOf(block), source),
    by: ['header', 'place', 'receipt'],
  },
  size: { says: ({ header }) => decimalOf(header.size), by: [] },
  transactions_count: { says: ({ transactions }) => String(transactions.length), by: ['header', 'place'] },
  withdrawals_count: {
    says: ({ header }) =>
      header.withdrawals == null ? undefined : String(objects(header.withdrawals).length),
    by: ['header', 'withdrawals'],
  },
  uncles_hashes: { says: ({ header }) => JSON.stringify(header.uncles), by: [] },
  rewards: { cannot: 'own' },
}
