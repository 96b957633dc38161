import * as z from 'zod/mini'
import { connectNode, CONNECTION_LIMITS, type NodeConnection } from '#platform/json-rpc/node-connection.ts'
import type { NodeAccount } from '#shared/rpc/contract/nodes.ts'

const TIMEOUT_MS = 5_000
/** anvil and Hardhat have 10 or 20; nobody reads further. */
const MOST = 20

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

/** None where the node names none, or does not answer as one: it is an offer, and nothing depends on it. */
async function readAccounts(node: Pick<NodeConnection, 'request'>): Promise<readonly NodeAccount[]> {
  const named = z.safeParse(addresses, await node.request('eth_accounts', []).catch(() => []))
  const own = named.success ? named.data.slice(0, MOST) : []
  return Promise.all(
    own.map(async (address) => {
      const balance = z.safeParse(
        quantity,
        await node.request('eth_getBalance', [address, 'latest']).catch(() => undefined),
      )
      return { address, balance: balance.success ? BigInt(balance.data).toString() : null }
    }),
  )
}

const addresses = z.array(z.string().check(z.regex(/^0x[0-9a-f]{40}$/i)))
const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
