import { WebSocket } from 'ws'
import type { Call, RpcTransport, SubscriptionListener } from './rpc-transport.ts'
import { NoNodeAnswers, NodeFailure } from './node-failure.ts'
import { getUrlHost } from './url-host.ts'
import { numberOf, textOf } from './wire.ts'

const OPEN_MS = 5_000
const PING_MS = 30_000

interface Waiting {
  /** The response, and how many bytes its message had. */
  readonly onResponse: (response: unknown, bytes: number) => void
  readonly onFailure: (failure: NodeFailure) => void
}

interface Client {
  /** Returns a function that stops waiting for the response. */
  send(call: Call, waiting: Waiting): () => void
  /** To be called within `onResponse`, so that nothing of the subscription is missed. */
  listen(subscription: string, listener: SubscriptionListener): void
  close(): void
}

/**
 * JSON-RPC over one WebSocket, opened at the first call and again after it broke. A message of more than `maxBytes` ends
 * the connection when its length is known, before it is read.
 */
export function createSocketTransport(url: string, maxBytes: number): RpcTransport {
  let opening: Promise<Client> | null = null
  let closed = false

  const open = (): Promise<Client> => {
    if (closed) return Promise.reject(new NodeFailure('closed', 'the connection is closed'))
    if (opening) return opening
    const opened = openClient(url, maxBytes, () => {
      if (opening === opened) opening = null
    })
    opening = opened
    return opened
  }

  return {
    async send(calls, limits) {
      const client = await open()
      return Promise.all(calls.map((call) => callOnce(client, call, { url, ...limits })))
    },
    async subscribe(params, listener, timeoutMs) {
      const client = await open()
      const subscriptionOf = (response: unknown) => (response as { result?: unknown }).result
      const response = await callOnce(
        client,
        { method: 'eth_subscribe', params },
        {
          ...{ url, timeoutMs, maxBytes },
          onResponse(begun) {
            const subscription = subscriptionOf(begun)
            if (typeof subscription === 'string') client.listen(subscription, listener)
          },
        },
      )
      if (typeof subscriptionOf(response) !== 'string')
        throw new NodeFailure('garbage', 'no subscriptions here')
    },
    close() {
      closed = true
      opening?.then(
        (client) => {
          client.close()
        },
        () => undefined,
      )
      opening = null
    },
  }
}

interface CallLimits {
  readonly url: string
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly onBytes?: ((bytes: number) => void) | undefined
  /** At once, before the next message is read. */
  readonly onResponse?: (response: unknown) => void
}

/** Where a call is not answered in time, the connection is opened anew for the next one. */
function callOnce(
  client: Client,
  call: Call,
  { url, timeoutMs, maxBytes, onBytes, onResponse }: CallLimits,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop()
      client.close()
      reject(new NodeFailure('timeout', `the node at ${getUrlHost(url)} did not answer`))
    }, timeoutMs)
    const stop = client.send(call, {
      onResponse(response, bytes) {
        clearTimeout(timer)
        onBytes?.(bytes)
        onResponse?.(response)
        if (bytes > maxBytes) reject(tooLarge())
        else resolve(response)
      },
      onFailure(failure) {
        clearTimeout(timer)
        reject(failure)
      },
    })
  })
}

/** Rejects where no node answers. `onEnd` is called as soon as the connection is of no more use. */
function openClient(url: string, maxBytes: number, onEnd: () => void): Promise<Client> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      maxPayload: maxBytes,
      handshakeTimeout: OPEN_MS,
      followRedirects: false,
      // Unpacking would need memory of its own before its size is known.
      perMessageDeflate: false,
    })
    const leave = () => {
      onEnd()
      socket.terminate()
    }
    const conversation = createConversation(url, socket, leave)
    const ping = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN) socket.ping()
    }, PING_MS)
    let failure: NodeFailure | undefined
    socket.on('open', () => {
      resolve(conversation.client)
    })
    socket.on('message', (data, isBinary) => {
      if (isBinary || !conversation.read(data as Buffer)) {
        failure ??= new NodeFailure('garbage', `what answers at ${getUrlHost(url)} does not speak JSON-RPC`)
        leave()
      }
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      failure ??=
        error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' ? tooLarge(error) : new NoNodeAnswers(url, error)
      leave()
    })
    socket.on('close', () => {
      clearInterval(ping)
      onEnd()
      failure ??= new NoNodeAnswers(url)
      reject(failure)
      conversation.end(failure)
    })
  })
}

/** Which response belongs to which call, and what a subscription sends. */
function createConversation(url: string, socket: WebSocket, leave: () => void) {
  const waiting = new Map<number, Waiting>()
  const subscriptions = new Map<string, SubscriptionListener>()
  let lastId = 0
  const client: Client = {
    send({ method, params }, one) {
      lastId += 1
      const id = lastId
      if (socket.readyState !== WebSocket.OPEN) {
        one.onFailure(new NoNodeAnswers(url))
        return () => undefined
      }
      waiting.set(id, one)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      return () => void waiting.delete(id)
    },
    listen(subscription, listener) {
      subscriptions.set(subscription, listener)
    },
    close: leave,
  }
  return {
    client,
    /** False for what is no JSON. */
    read(data: Buffer): boolean {
      // Some nodes keep a connection open with empty messages.
      if (data.length === 0) return true
      const message = parseMessage(data.toString('utf8'))
      if (message === undefined) return false
      if (message?.method === 'eth_subscription') {
        subscriptions.get(textOf(message.params?.subscription))?.onData(message.params?.result)
        return true
      }
      const id = numberOf(message?.id)
      const one = waiting.get(id)
      waiting.delete(id)
      one?.onResponse(message, data.length)
      return true
    },
    end(failure: NodeFailure) {
      for (const one of waiting.values()) one.onFailure(failure)
      for (const one of subscriptions.values()) one.onEnd()
      waiting.clear()
      subscriptions.clear()
    },
  }
}

/** As it may be: nothing of it is certain. */
type Message = {
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: { readonly subscription?: unknown; readonly result?: unknown } | null
} | null

function parseMessage(text: string): Message | undefined {
  try {
    return JSON.parse(text) as Message
  } catch {
    return undefined
  }
}

const tooLarge = (cause?: unknown) => new NodeFailure('too_large', 'the answer is too large', cause)
