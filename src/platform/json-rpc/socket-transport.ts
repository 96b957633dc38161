import type { Socket } from 'node:net'
import { getSocketRpcClient, type SocketRpcClient } from 'viem/utils'
import { WebSocket } from 'ws'
import type { Call, RpcTransport, SendOptions, SubscriptionListener } from './rpc-transport.ts'
import { NoNodeAnswers, NodeFailure, getUrlHost } from './node-failure.ts'
import { numberOf } from './wire.ts'

const OPEN_MS = 5_000
/** How often the node is pinged. */
const BEAT_MS = 10_000

interface Connection {
  /** Matches responses to calls, and receives the messages of subscriptions. */
  readonly client: SocketRpcClient<object>
  /** The number of running calls. */
  waiting: number
  /** The size of the message that is being handled. */
  bytes: number
  /** The connection counts as dead after this silence. Not shorter than the time limit of any call. */
  patienceMs: number
  /** Whether a call timed out: its response may still come. */
  isOwed: boolean
}

/**
 * The connection ended because of an oversized message while several calls were waiting: each is sent again
 * separately.
 */
class SomeAnswerTooLarge extends NodeFailure {
  constructor(cause: unknown) {
    super('too_large', 'the answer is too large', cause)
  }
}

/**
 * JSON-RPC over one WebSocket, which opens at the first call and again after it broke. A message of more than
 * `maxBytes` ends the connection as soon as its length is known, before it is read. A call that times out ends alone.
 */
export function createSocketTransport(url: string, maxBytes: number): RpcTransport {
  let opening: Promise<Connection> | null = null
  const own = new Set<Promise<Connection>>()
  let closed = false

  const openOne = (): Promise<Connection> => {
    if (closed) return Promise.reject(new NodeFailure('closed', 'the connection is closed'))
    const opened = openConnection(url, maxBytes, () => {
      own.delete(opened)
      if (opening === opened) opening = null
    })
    own.add(opened)
    return opened
  }
  const open = () => (opening ??= openOne())

  const sendOver = (connection: Connection, calls: readonly Call[], limits: SendOptions) =>
    Promise.all(calls.map((call) => callOnce(connection, call, { url, ...limits })))

  return {
    async send(calls, limits) {
      try {
        return await sendOver(await open(), calls, limits)
      } catch (error) {
        if (!(error instanceof SomeAnswerTooLarge)) throw error
      }
      const apart = await openOne()
      try {
        return await sendOver(apart, calls, limits)
      } finally {
        apart.client.close()
      }
    },
    async subscribe(params, listener, timeoutMs) {
      const call = { method: 'eth_subscribe', params }
      const begun = await callOnce(await open(), call, { url, timeoutMs, maxBytes }, listener)
      if (typeof begun.result !== 'string') throw new NodeFailure('garbage', 'no subscriptions here')
    },
    close() {
      closed = true
      for (const each of own)
        each.then(
          (connection) => {
            connection.client.close()
          },
          () => undefined,
        )
      opening = null
    },
  }
}

interface CallLimits extends SendOptions {
  readonly url: string
}

let lastId = 0
let lastConnection = 0

/** `listener`: gets the subscription's messages, if the call begins one. */
function callOnce(
  connection: Connection,
  { method, params }: Call,
  { url, timeoutMs, maxBytes, onBytes }: CallLimits,
  listener?: SubscriptionListener,
): Promise<Message> {
  const { client } = connection
  const id = ++lastId
  connection.patienceMs = Math.max(connection.patienceMs, timeoutMs)
  connection.waiting += 1
  return new Promise((resolve, reject) => {
    let isSettled = false
    const settle = () => {
      if (isSettled) return
      isSettled = true
      clearTimeout(timer)
      connection.waiting -= 1
    }
    const timer = setTimeout(() => {
      settle()
      connection.isOwed = true
      client.requests.delete(id)
      reject(new NodeFailure('timeout', `the node at ${getUrlHost(url)} did not answer`))
    }, timeoutMs)
    client.request({
      body: { id, method, params },
      onResponse(message: Message) {
        if (message.method === SUBSCRIBED) {
          listener?.onData(message.params?.result)
          return
        }
        settle()
        onBytes?.(connection.bytes)
        if (connection.bytes > maxBytes) reject(tooLarge())
        else resolve(message)
      },
      onError(failure) {
        settle()
        reject(failure instanceof Error ? failure : new NoNodeAnswers(url))
        listener?.onEnd()
      },
    })
  })
}

/** Rejects if no node answers. `onEnd` is called as soon as the connection is unusable. */
async function openConnection(url: string, maxBytes: number, onEnd: () => void): Promise<Connection> {
  const state = { bytes: 0, waiting: 0, patienceMs: BEAT_MS, isOwed: false }
  const failureOf = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return new NoNodeAnswers(url, error)
    return state.waiting === 1 && !state.isOwed ? tooLarge(error) : new SomeAnswerTooLarge(error)
  }
  const opening = getSocketRpcClient<object>({
    // viem shares clients with the same key and URL, and includes the URL in its errors.
    key: `chainglass ${String(++lastConnection)}`,
    url: getUrlHost(url),
    // viem's own attempts end after five, and write a line to the terminal for each.
    reconnect: false,
    keepAlive: { interval: BEAT_MS },
    getSocket: ({ onError, onResponse }) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(url, {
          maxPayload: maxBytes,
          handshakeTimeout: OPEN_MS,
          followRedirects: false,
          // Decompression would need memory before the size is known.
          perMessageDeflate: false,
        })
        let failure: NodeFailure | undefined
        const leave = (because: NodeFailure) => {
          failure ??= because
          onEnd()
          socket.terminate()
        }
        let wire: Pick<Socket, 'bytesRead'> | undefined
        socket.on('upgrade', ({ socket: raw }) => (wire = raw))
        socket.on('open', () => {
          resolve({
            close() {
              leave(new NoNodeAnswers(url))
            },
            ping: createHeartbeat(socket, {
              heard: () => wire?.bytesRead ?? 0,
              patienceMs: () => state.patienceMs,
              onSilence() {
                leave(new NoNodeAnswers(url))
              },
            }),
            request({ body }) {
              if (socket.readyState !== WebSocket.OPEN) throw new NoNodeAnswers(url)
              socket.send(JSON.stringify(body))
            },
          })
        })
        socket.on('message', (data: Buffer, isBinary) => {
          // Some nodes keep a connection open with empty messages.
          if (data.length === 0) return
          const message = isBinary ? undefined : parseMessage(data.toString('utf8'))
          if (message === undefined) {
            leave(new NodeFailure('garbage', `what answers at ${getUrlHost(url)} does not speak JSON-RPC`))
            return
          }
          // viem uses the message without checking it.
          if (message === null || (message.method === SUBSCRIBED && !message.params)) return
          state.bytes = data.length
          onResponse((message.id === undefined ? message : { ...message, id: numberOf(message.id) }) as never)
        })
        socket.on('error', (error) => {
          leave(failureOf(error))
        })
        socket.on('close', () => {
          failure ??= new NoNodeAnswers(url)
          reject(failure)
          onError(failure)
          onEnd()
          void opening.then(
            (client) => {
              client.close()
            },
            () => undefined,
          )
        })
      }),
  })
  return Object.assign(state, { client: await opening })
}

interface Heartbeat {
  /** The number of bytes received so far. */
  readonly heard: () => number
  readonly patienceMs: () => number
  readonly onSilence: () => void
}

/**
 * Call it at each beat. Any byte shows that the other side is alive: during a long message no pong arrives. It counts
 * beats, because time also passes while this process is busy and reads nothing.
 */
function createHeartbeat(socket: WebSocket, { heard, patienceMs, onSilence }: Heartbeat): () => void {
  let before = 0
  let silent = 0
  return () => {
    const now = heard()
    silent = now === before ? silent + 1 : 0
    before = now
    if (silent * BEAT_MS > patienceMs()) onSilence()
    else socket.ping()
  }
}

const SUBSCRIBED = 'eth_subscription'

/** A message before validation: any field may be anything. */
interface Message {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: { readonly result?: unknown } | null
  readonly result?: unknown
}

function parseMessage(text: string): Message | null | undefined {
  try {
    return JSON.parse(text) as Message | null
  } catch {
    return undefined
  }
}

const tooLarge = (cause?: unknown) => new NodeFailure('too_large', 'the answer is too large', cause)
