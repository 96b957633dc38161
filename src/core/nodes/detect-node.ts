import * as z from 'zod/mini'
import type { FoundNode } from '#shared/rpc/contract/nodes.ts'

/** Where anvil, Hardhat, ganache and geth listen unless told otherwise. */
export const DEFAULT_NODE_URL = 'http://127.0.0.1:8545'
const PATIENCE_MS = 1_500

/** The Ethereum node at a URL, or null where none answers as one. */
export async function detectNode(rpcUrl: string, signal: AbortSignal): Promise<FoundNode | null> {
  if (!URL.canParse(rpcUrl)) return null
  const url = new URL(rpcUrl.replace(/^ws/, 'http'))
  const within = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
  try {
    const [chainId, client] = await Promise.all([
      ask(url, 'eth_chainId', within),
      ask(url, 'web3_clientVersion', within).catch(() => 'an Ethereum node'),
    ])
    return {
      rpcUrl,
      chainId: BigInt(quantity.parse(chainId)).toString(),
      client: text.parse(client).slice(0, 120),
    }
  } catch {
    return null
  }
}

const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
const text = z.string()
const reply = z.object({ result: z.unknown() })

async function ask(url: URL, method: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
    redirect: 'error',
    signal,
  })
  return reply.parse(await response.json()).result
}
