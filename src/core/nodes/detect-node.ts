import * as z from 'zod/mini'
import { exchange } from '#platform/http/exchange.ts'
import { splitSecretUrl } from '#platform/http/secret-url.ts'
import { removeSecrets } from '#platform/log/remove-secrets.ts'
import type { FoundNode } from '#shared/rpc/contract/nodes.ts'

/** Where anvil, Hardhat, ganache and geth listen by default. */
export const DEFAULT_NODE_URL = 'http://127.0.0.1:8545'
const TIMEOUT_MS = 1_500
const MAX_BYTES = 100_000

/** The Ethereum node at a URL, or null where none responds as one. */
export async function detectNode(rpcUrl: string, signal: AbortSignal): Promise<FoundNode | null> {
  if (!URL.canParse(rpcUrl)) return null
  const url = new URL(rpcUrl.replace(/^ws/, 'http'))
  try {
    const [chainId, client] = await Promise.all([
      call(url, 'eth_chainId', signal),
      call(url, 'web3_clientVersion', signal).catch(() => 'an Ethereum node'),
    ])
    return {
      rpcUrl: splitSecretUrl(rpcUrl).publicUrl,
      chainId: BigInt(quantity.parse(chainId)).toString(),
      client: removeSecrets(text.parse(client), splitSecretUrl(rpcUrl).secrets).slice(0, 120),
    }
  } catch {
    return null
  }
}

const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
const text = z.string()
const reply = z.object({ result: z.unknown() })

async function call(url: URL, method: string, signal: AbortSignal): Promise<unknown> {
  const { body } = await exchange(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
    redirects: 'none',
    maxBytes: MAX_BYTES,
    timeouts: { totalMs: TIMEOUT_MS },
    signal,
  })
  return reply.parse(JSON.parse(body.toString('utf8'))).result
}
