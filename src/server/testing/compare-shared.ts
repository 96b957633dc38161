/** The index of a database against the node, while other processes write it. Gives what differs, and what is not whole. */
import { listSchemas } from '../store/postgres-storage.ts'
import { openSharedChain } from '../cluster/shared-chain.ts'
import { lookIntoIndex } from '#service/indexer/testing/look-into-index.ts'
import { until } from '#service/indexer/testing/until.ts'
import { ListComparison } from '#service/indexer/testing/compare/compare-lists.ts'
import { compareLogs } from '#service/indexer/testing/compare/compare-logs.ts'
import { findIncompleteBlocks } from '#service/indexer/testing/compare/incomplete-blocks.ts'
import { NodeTruth } from '#service/indexer/testing/compare/node-data.ts'
import { present } from '#service/indexer/testing/compare/present.ts'

/**
 * Waits for the call frames of all blocks. Balances of the coin are left out, and those of `asked`, tokens whose balances
 * change without an event: only a process with a node has them.
 */
export async function compareShared(
  database: string,
  nodeUrl: string,
  asked: readonly string[] = [],
): Promise<readonly string[]> {
  const open = () => lookIntoIndex(database, present(listSchemas(database).at(-1)))
  const index = open()
  try {
    const sql = 'SELECT number FROM block WHERE traced = 0 AND transactions > 0 LIMIT 1'
    await until('all blocks are traced', () => index.get(sql) === undefined, { seen: () => index.get(sql) })
  } finally {
    index.close()
  }
  const shared = await openSharedChain({ database })
  try {
    const comparison = new ListComparison(shared, nodeUrl)
    await comparison.transactions()
    await comparison.transfers()
    await compareLogs(shared, comparison.result, new NodeTruth(nodeUrl))
    await comparison.holdings()
    await comparison.internals()
    await comparison.blocks()
    const found = comparison.result.found.filter((words) => !asked.some((token) => words.includes(token)))
    return [...found, ...findIncompleteBlocks(open())]
  } finally {
    await shared.close()
  }
}
