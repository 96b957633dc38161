/** No worker is believed: whether what it read is the chain of the writer's own node. */
import type { ChainBlock } from '#service/indexer/model/chain-block.ts'
import { NodeFailure } from '#platform/json-rpc/node-failure.ts'
import { unpackBlocks } from './packed-blocks.ts'
import { isBlockProven } from '#platform/json-rpc/proof/block-proof.ts'
import { readBlocks, readHeadAt } from '#service/indexer/node/read-chain.ts'
import type { BlockRange, StagedRange } from './backfill-table.ts'
import { findGap } from '#service/indexer/sync/find-gap.ts'
import type { SyncContext } from '#service/indexer/sync/sync-context.ts'

type Checked =
  | { readonly blocks: readonly ChainBlock[] }
  /** The fault of the worker, as a sentence. */
  | { readonly wrong: string }
  /** The same, where the chain may have moved meanwhile. */
  | { readonly other: string }
  /** The node's chain is another one than it was when the range was planned. */
  | 'moved'

type OwnNode = Pick<SyncContext, 'connection' | 'receipts'>

/**
 * `end`: what the node said the last block's hash to be: a hash holds all before it. That transactions and receipts are
 * those of the hash was proven by the worker; of chains that hash in another way, one block is compared.
 */
export async function checkRange(
  node: OwnNode,
  { first, last }: BlockRange,
  { packed, unproven }: StagedRange,
  end: string | null,
): Promise<Checked> {
  const blocks = unpack(packed)
  if (blocks === null) return { wrong: 'stages what can not be read' }
  const newest = blocks.at(-1)
  const isWhole =
    newest !== undefined &&
    blocks.length === last - first + 1 &&
    blocks.every(({ number }, index) => number === first + index)
  const name = first === last ? `block ${String(first)}` : `the blocks ${String(first)} to ${String(last)}`
  if (!isWhole || findGap(blocks)) return { wrong: `gives ${name} not as a chain` }
  if (newest.hash !== end) {
    const now = (await readHeadAt(node.connection, last))?.hash ?? null
    if (now !== newest.hash)
      return now !== null && now === end
        ? { other: `gives ${name} otherwise than the node of this process` }
        : 'moved'
  }
  if (unproven === null || (await isAsOwn(node, blocks, unproven))) return { blocks }
  return { wrong: `gives block ${String(unproven)} not as its hash says` }
}

function unpack(packed: Uint8Array): readonly ChainBlock[] | null {
  try {
    return unpackBlocks(packed)
  } catch (error) {
    if (error instanceof NodeFailure) return null
    throw error
  }
}

/** The node's own block is no better proven, and the same. */
async function isAsOwn(
  { connection, receipts }: OwnNode,
  blocks: readonly ChainBlock[],
  height: number,
): Promise<boolean> {
  const proven: boolean[] = []
  const [own] = await readBlocks(connection, receipts, [height], {
    onRaw: (block, given) => proven.push(isBlockProven(block, given)),
  })
  const other = blocks.find(({ number }) => number === height)
  return own !== undefined && other !== undefined && proven[0] === false && areEqual(own, other)
}

const areEqual = (one: ChainBlock, other: ChainBlock) => written(one) === written(other)
const written = (block: ChainBlock) =>
  JSON.stringify(block, (_, value: unknown) =>
    typeof value === 'bigint' ? `0x${value.toString(16)}` : (value ?? undefined),
  )
