import { connectNode } from '../node/node-connection.ts'
import type { NodeConnection } from '../node/node-connection.ts'

/**
 * Tells when the node may have something new: at once where it has WebSocket heads, and by the clock besides, always:
 * a chain that is set back announces no head.
 */
export interface Heads {
  readonly way: 'websocket' | 'poll'
  /** Resolves at the next sign of something new, or when `wake` is called. */
  next(): Promise<void>
  wake(): void
  close(): void
}

const POLL_MS = { websocket: 1_000, poll: 400 }
const OPEN_MS = 1_500

export async function followHeads(connection: NodeConnection, genesis: string | null): Promise<Heads> {
  let pending = false
  let resume: (() => void) | null = null
  const wake = () => {
    pending = true
    resume?.()
  }
  let way: 'websocket' | 'poll' = 'poll'
  const socket = await subscribeHeads(connection, genesis, wake, () => {
    way = 'poll'
  })
  if (socket) way = 'websocket'
  let closed = false
  return {
    get way() {
      return way
    },
    wake,
    async next() {
      if (!pending && !closed) {
        await new Promise<void>((done) => {
          const timer = setTimeout(done, POLL_MS[way])
          resume = () => {
            clearTimeout(timer)
            done()
          }
        })
      }
      resume = null
      pending = false
    },
    close() {
      closed = true
      wake()
      socket?.close()
    },
  }
}

/** Over the connection itself where it is a socket; else a socket beside it, where the same chain answers there. */
async function subscribeHeads(
  connection: NodeConnection,
  genesis: string | null,
  onHead: () => void,
  onEnd: () => void,
): Promise<{ close(): void } | null> {
  const own = connection.subscribe !== undefined
  const socket = own
    ? connection
    : connectNode(connection.url.replace(/^http/, 'ws'), {
        timeoutMs: OPEN_MS,
        maxBytes: 1 << 20,
        parallel: 2,
        callsPerBatch: 1,
      })
  const close = () => {
    if (!own) socket.close()
  }
  try {
    if (!own && genesis !== null) {
      const answer = (await socket.request('eth_getBlockByNumber', ['0x0', false])) as {
        hash?: unknown
      } | null
      if (answer?.hash !== genesis) throw new Error('another chain')
    }
    await socket.subscribe?.(['newHeads'], onHead, onEnd)
    return { close }
  } catch {
    close()
    return null
  }
}
