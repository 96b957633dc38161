import * as z from 'zod/mini'
import { exchange } from '#platform/http/exchange.ts'
import { HttpError } from '#platform/http/http-error.ts'
import { toChainglassError } from '#platform/http/http-failure.ts'
import { readRetryAfter } from '#platform/http/limit-headers.ts'
import { splitSecretUrl } from '#platform/http/secret-url.ts'
import { removeSecrets } from '#platform/log/remove-secrets.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { FoundNode } from '#shared/rpc/contract/sources.ts'
import { createResponseError } from '../../api-client/request/error-response.ts'

/** Where anvil, Hardhat, ganache and geth listen by default. */
export const DEFAULT_NODE_URL = 'http://127.0.0.1:8545'
const TIMEOUT_MS = 1_500
const MAX_BYTES = 100_000

/** The Ethereum node at a URL, or null where none responds as one. */
export async function detectNode(rpcUrl: string, signal: AbortSignal): Promise<FoundNode | null> {
  if (!URL.canParse(rpcUrl)) return null
  return askNode(rpcUrl, signal).catch(() => null)
}

/** The same. Throws why there is none: what the network, the server or the answer said. */
export async function askNode(rpcUrl: string, signal: AbortSignal): Promise<FoundNode> {
  const url = new URL(rpcUrl.replace(/^ws/, 'http'))
  const startedAt = performance.now()
  const [chainId, client, block] = await Promise.all([
    call(url, 'eth_chainId', signal),
    call(url, 'web3_clientVersion', signal).catch(() => 'an Ethereum node'),
    call(url, 'eth_blockNumber', signal).catch(() => undefined),
  ])
  const head = z.safeParse(quantity, block)
  const { secrets, publicUrl } = splitSecretUrl(rpcUrl)
  return {
    rpcUrl: publicUrl,
    chainId: BigInt(readAs(quantity, chainId, url)).toString(),
    client: removeSecrets(readAs(text, client, url), secrets).slice(0, 120),
    ...(head.success ? { block: BigInt(head.data).toString() } : {}),
    ms: Math.round(performance.now() - startedAt),
  }
}

const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
const text = z.string()
const reply = z.object({ result: z.unknown() })

async function call(url: URL, method: string, signal: AbortSignal): Promise<unknown> {
  const { status, headers, body } = await send(url, method, signal)
  const said = body.toString('utf8')
  if (status >= 300 && status < 400)
    throw new ChainglassFailure({ code: 'bad_response', kind: 'redirect', host: url.host })
  if (status < 200 || status >= 300)
    throw new ChainglassFailure(
      createResponseError({
        ...{ status, body: '', host: url.host, key: undefined },
        retryAfterMs: readRetryAfter(headers) ?? 0,
      }),
    )
  if (said.trimStart().startsWith('<'))
    throw new ChainglassFailure({ code: 'bad_response', kind: 'html', host: url.host })
  let json: unknown
  try {
    json = JSON.parse(said)
  } catch {
    throw noNode(url)
  }
  return readAs(reply, json, url).result
}

async function send(url: URL, method: string, signal: AbortSignal) {
  try {
    return await exchange(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
      redirects: 'none',
      maxBytes: MAX_BYTES,
      timeouts: { totalMs: TIMEOUT_MS },
      signal,
    })
  } catch (error) {
    throw error instanceof HttpError
      ? new ChainglassFailure(toChainglassError(error.reason, url.host), { cause: error })
      : error
  }
}

function readAs<T>(schema: z.ZodMiniType<T>, value: unknown, url: URL): T {
  const read = z.safeParse(schema, value)
  if (read.success) return read.data
  throw noNode(url)
}

const noNode = ({ host }: URL) =>
  new ChainglassFailure({ code: 'bad_response', kind: 'not_json', reason: 'not_ethereum', host })
