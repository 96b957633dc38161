/** Blocks of the chain, by number and hash, and of each who mined any. */
import type { ChainReader, WireItem } from '../../../chain-reader.ts'
import type { Differences } from './differences.ts'
import { lower } from './list-rows.ts'
import type { RawBlock } from './node-data.ts'
import { ofAddress, readAll } from './read-all.ts'

export async function compareBlocks(
  reader: ChainReader,
  result: Differences,
  blocks: readonly RawBlock[],
): Promise<void> {
  const latest = await readAll(reader, 'latest-blocks', { limit: 7 })
  result.same('latest-blocks', 'the chain', latest.map(blockRow), blocks.toReversed().map(trueBlockRow))
  for (const block of blocks) {
    for (const name of [block.hash, String(Number(block.number))]) {
      const item = await reader.detail('block', { block_hash_or_number: name })
      result.same('block', name, [item && blockRow(item)], [trueBlockRow(block)])
    }
  }
  for (const miner of new Set(blocks.map((block) => lower(block.miner)))) {
    const items = await readAll(reader, 'address-blocks-validated', { params: ofAddress(miner) })
    result.same(
      'address-blocks-validated',
      miner,
      items.map(blockRow),
      blocks
        .filter((block) => lower(block.miner) === miner)
        .toReversed()
        .map(trueBlockRow),
    )
  }
}

const blockRow = (item: WireItem) => [
  item.height,
  item.hash,
  item.parent_hash,
  item.gas_used,
  item.transactions_count,
]
const trueBlockRow = (block: RawBlock) => [
  Number(block.number),
  block.hash,
  block.parentHash,
  BigInt(block.gasUsed).toString(),
  block.transactions.length,
]
