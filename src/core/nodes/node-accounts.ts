import { connectNode, CONNECTION_LIMITS } from '#platform/json-rpc/node-connection.ts'
import type { NodeAccount } from '#shared/rpc/contract/nodes.ts'
import { readAccounts } from './read-accounts.ts'

const TIMEOUT_MS = 5_000

/** The accounts that a node calls its own, with what they have: those that a new chain begins with. */
export async function askForAccounts(rpcUrl: string, signal: AbortSignal): Promise<readonly NodeAccount[]> {
  const node = connectNode(rpcUrl, { ...CONNECTION_LIMITS, timeoutMs: TIMEOUT_MS })
  const stop = () => {
    node.close()
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await readAccounts(node)
  } finally {
    signal.removeEventListener('abort', stop)
    node.close()
  }
}
