import { getWebSocketRpcClient, type SocketRpcClient } from 'viem/utils'
import type { RpcTransport } from './rpc-transport.ts'
import { NodeFailure } from './node-failure.ts'
import { getUrlHost } from './url-host.ts'

type Client = SocketRpcClient<WebSocket>
const OPEN_MS = 5_000
let sockets = 0

/** JSON-RPC over one WebSocket, opened at the first call and again after it broke. */
export function createSocketTransport(url: string): RpcTransport {
  let opening: Promise<Client> | null = null
  let closed = false

  const open = (): Promise<Client> => {
    if (closed) return Promise.reject(new NodeFailure('closed', 'the connection is closed'))
    // viem shares a socket among equal options; the interval makes each connection's its own, so that closing one closes no other.
    const interval = 30_000 + (sockets++ % 10_000)
    opening ??= within(
      OPEN_MS,
      getWebSocketRpcClient(url, { keepAlive: { interval }, reconnect: false }),
      () => unreachable(url),
    )
    return opening
  }
  const drop = () => {
    const broken = opening
    opening = null
    broken?.then(
      (client) => {
        client.close()
      },
      () => undefined,
    )
  }

  return {
    async send(calls, { timeoutMs }) {
      try {
        const client = await open()
        return await Promise.all(
          calls.map((call) => callOnce(client, call.method, call.params as unknown[], timeoutMs)),
        )
      } catch (error) {
        drop()
        throw error instanceof NodeFailure ? error : unreachable(url, error)
      }
    },
    async subscribe(params, onData, onEnd) {
      const client = await open().catch((error: unknown) => {
        drop()
        throw error
      })
      await new Promise<void>((subscribed, failed) => {
        client.request({
          body: { method: 'eth_subscribe', params: params as unknown[] },
          onError: () => {
            drop()
            onEnd()
            failed(unreachable(url))
          },
          onResponse(message: {
            error?: unknown
            method?: string | undefined
            params?: { result?: unknown }
          }) {
            if (message.error) failed(new NodeFailure('garbage', 'no subscriptions here'))
            else if (message.method === 'eth_subscription') onData(message.params?.result)
            else subscribed()
          },
        })
      })
    },
    close: () => {
      closed = true
      drop()
    },
  }
}

function callOnce(client: Client, method: string, params: unknown[], timeoutMs: number): Promise<unknown> {
  const call = new Promise<unknown>((resolve, reject) => {
    client.request({
      body: { method, params },
      onError: (error) => {
        reject(unreachable(client.url, error))
      },
      onResponse: resolve,
    })
  })
  return within(
    timeoutMs,
    call,
    () => new NodeFailure('timeout', `the node at ${getUrlHost(client.url)} did not answer`),
  )
}

async function within<T>(ms: number, work: Promise<T>, failure: () => NodeFailure): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(failure())
    }, ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const unreachable = (url: string, cause?: unknown) =>
  new NodeFailure('unreachable', `no node answers at ${getUrlHost(url)}`, cause)
