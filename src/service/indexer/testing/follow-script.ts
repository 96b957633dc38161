/** Follows a chain that a test writes down. */
import type { ChainReader } from '../../chain-reader.ts'
import { testFolder, testFollow, testProxy } from './fixtures.ts'
import { scriptedNode, transactionHashOf, type ScriptedBlock } from './scripted-node.ts'
import { until } from './until.ts'

const NEVER_MS = 60 * 60 * 1_000

/** The blocks after the first, which is empty, followed to the last one, with their frames. */
export async function followScript(
  blocks: ScriptedBlock[],
  other?: Parameters<typeof scriptedNode>[1],
): Promise<ChainReader> {
  blocks.unshift({})
  const proxy = await testProxy(null, scriptedNode(blocks, other))
  // Without comparisons with the node, so that faults of reading are not repaired meanwhile.
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder(), verifyStepMs: NEVER_MS })
  await until(
    'all blocks',
    () => {
      const { head, traces, node } = chain.status()
      if (head?.number !== blocks.length - 1) return false
      return node?.frames === 'none' || traces.done + traces.unavailable === traces.of
    },
    { seen: () => chain.status() },
  )
  return chain.reader
}

export const transactionAt = async (reader: ChainReader, block: number, index = 0) =>
  reader.detail('transaction', { transaction_hash: transactionHashOf(block, index) })
