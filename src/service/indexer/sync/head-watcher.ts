import { connectNode, type NodeConnection } from '#platform/json-rpc/node-connection.ts'

/**
 * Reports when the node may have a new block: by WebSocket subscription where the node has one, and always by polling,
 * because a chain that is reset to an earlier block announces no head.
 */
export interface HeadWatcher {
  readonly mode: 'websocket' | 'poll'
  /** Resolves at the next announced block, at the next poll, or when `wake` is called. */
  next(): Promise<void>
  wake(): void
  close(): void
}

const POLL_MS = { websocket: 1_000, poll: 400 }
const SOCKET_TIMEOUT_MS = 1_500
/** Between two attempts to subscribe again. */
const AGAIN_MS = 5_000

export async function watchHeads(connection: NodeConnection, genesis: string | null): Promise<HeadWatcher> {
  let pending = false
  let resume: (() => void) | null = null
  const wake = () => {
    pending = true
    resume?.()
  }
  const heads = await subscribeHeads(connection, genesis, wake)
  const mode = () => (heads?.isThere === true ? 'websocket' : 'poll')
  let closed = false
  return {
    get mode() {
      return mode()
    },
    wake,
    async next() {
      heads?.renew()
      if (!pending && !closed) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, POLL_MS[mode()])
          resume = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      resume = null
      pending = false
    },
    close() {
      closed = true
      wake()
      heads?.close()
    },
  }
}

interface HeadSubscription {
  readonly isThere: boolean
  /** Where it has ended with its connection, it is asked for again. */
  readonly renew: () => void
  readonly close: () => void
}

/** Uses the connection itself where it is a socket; else opens a second one, if the same chain responds there. */
async function subscribeHeads(
  connection: NodeConnection,
  genesis: string | null,
  onHead: () => void,
): Promise<HeadSubscription | null> {
  const isSocket = connection.subscribe !== undefined
  const socket = isSocket
    ? connection
    : connectNode(connection.url.replace(/^http/, 'ws'), {
        timeoutMs: SOCKET_TIMEOUT_MS,
        maxBytes: 1 << 20,
        parallel: 2,
        callsPerBatch: 1,
      })
  const close = () => {
    if (!isSocket) socket.close()
  }
  let state: 'asked' | 'there' | 'ended' = 'asked'
  let askedAt = -Infinity
  const onEnd = () => {
    state = 'ended'
  }
  /** The subscription may have ended right after it began. */
  const begun = () => {
    if (state === 'asked') state = 'there'
  }
  async function subscribe() {
    state = 'asked'
    if (!isSocket && genesis !== null) {
      const block = (await socket.request('eth_getBlockByNumber', ['0x0', false])) as {
        hash?: unknown
      } | null
      if (block?.hash !== genesis) throw new Error('another chain')
    }
    await socket.subscribe?.(['newHeads'], { onData: onHead, onEnd })
    begun()
  }
  try {
    await subscribe()
  } catch {
    close()
    return null
  }
  return {
    get isThere() {
      return state === 'there'
    },
    renew() {
      if (state !== 'ended' || performance.now() - askedAt < AGAIN_MS) return
      askedAt = performance.now()
      subscribe().catch(onEnd)
    },
    close,
  }
}
