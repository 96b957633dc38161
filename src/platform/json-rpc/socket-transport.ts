import type { Socket } from 'node:net'
import { getSocketRpcClient, type SocketRpcClient } from 'viem/utils'
import { WebSocket } from 'ws'
import type { Call, RpcTransport, SendOptions, SubscriptionListener } from './rpc-transport.ts'
import { NoNodeAnswers, NodeFailure } from './node-failure.ts'
import { getUrlHost } from './url-host.ts'
import { numberOf } from './wire.ts'

const OPEN_MS = 5_000
/** So often a node is asked whether it is still there. */
const BEAT_MS = 10_000

interface Connection {
  /** Says which answer is of which call, and what a subscription sends. */
  readonly client: SocketRpcClient<object>
  /** Calls. */
  waiting: number
  /** Of the message that is being handed on. */
  bytes: number
  /** Nothing came for so long: nobody is there. No shorter than any call may take. */
  patienceMs: number
  /** A call was not answered in its time: its answer may still come. */
  isOwed: boolean
}

/** The connection ended by a message that was too long, and several calls waited: each is asked again apart from the others. */
class SomeAnswerTooLarge extends NodeFailure {
  constructor(cause: unknown) {
    super('too_large', 'the answer is too large', cause)
  }
}

/**
 * JSON-RPC over one WebSocket, opened at the first call and again after it broke. A message of more than `maxBytes` ends
 * the connection when its length is known, before it is read; a call that is not answered in time ends alone.
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

/** `listener`: gets what comes besides the answer, where the call begins a subscription. */
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

/** Rejects where no node answers. `onEnd` is called as soon as the connection is of no more use. */
async function openConnection(url: string, maxBytes: number, onEnd: () => void): Promise<Connection> {
  const state = { bytes: 0, waiting: 0, patienceMs: BEAT_MS, isOwed: false }
  const failureOf = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return new NoNodeAnswers(url, error)
    return state.waiting === 1 && !state.isOwed ? tooLarge(error) : new SomeAnswerTooLarge(error)
  }
  const opening = getSocketRpcClient<object>({
    // It shares clients of one key and URL, and names the URL in its errors.
    key: `chainglass ${String(++lastConnection)}`,
    url: getUrlHost(url),
    // Its own attempts end after five, each with a line in the terminal.
    reconnect: false,
    keepAlive: { interval: BEAT_MS },
    getSocket: ({ onError, onResponse }) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(url, {
          maxPayload: maxBytes,
          handshakeTimeout: OPEN_MS,
          followRedirects: false,
          // Unpacking would need memory of its own before its size is known.
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
          // It reads what it is given unseen.
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
  /** Bytes that came so far. */
  readonly heard: () => number
  readonly patienceMs: () => number
  readonly onSilence: () => void
}

/**
 * To be called at each beat. Any byte shows that the other side is there: a long message lets no pong pass. Beats are
 * counted, since time passes as well while we are busy and read nothing.
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

/** As it may be: nothing of it is certain. */
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
