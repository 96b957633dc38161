/**
 * The contract from the asking side: typed calls and subscriptions over any port that carries JSON messages. When the
 * port is lost, running calls end as `offline`; subscriptions are asked for again by themselves when it is back.
 */
import type {
  CallInput,
  CallName,
  CallOutput,
  ClientMessage,
  CoreMessage,
  EventData,
  EventInput,
  EventName,
} from '#shared/rpc/contract.ts'
import { fail, type ChainglassError, type Result } from '#shared/rpc/errors.ts'

/** One connection to a core. Messages are sent in order; `onState` tells when it is lost and when it is back. */
export interface RpcTransport {
  send(message: ClientMessage): void
  onMessage(listener: (message: CoreMessage) => void): void
  onState(listener: (state: 'open' | 'lost') => void): void
}

export interface RpcClient {
  /** Never rejects: what can go wrong is a value. An aborted call is cancelled in the core too. */
  call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options?: { signal?: AbortSignal },
  ): Promise<Result<CallOutput<Name>>>
  /** Returns how to stop listening. */
  subscribe<Name extends EventName>(
    name: Name,
    input: EventInput<Name>,
    listener: (data: EventData<Name>) => void,
    onEnded?: (error: ChainglassError) => void,
  ): () => void
}

interface Subscription {
  readonly message: ClientMessage
  readonly listener: (data: never) => void
  readonly onEnded: ((error: ChainglassError) => void) | undefined
}

export function createRpcClient(port: RpcTransport): RpcClient {
  let lastId = 0
  let open = true
  const waiting = new Map<number, (result: Result<never>) => void>()
  const subscriptions = new Map<number, Subscription>()

  port.onMessage((message) => {
    if (message.verb === 'reply') {
      const settle = waiting.get(message.id)
      waiting.delete(message.id)
      settle?.(message.result as Result<never>)
    } else if (message.verb === 'event') {
      subscriptions.get(message.id)?.listener(message.data as never)
    } else {
      const ended = subscriptions.get(message.id)
      subscriptions.delete(message.id)
      ended?.onEnded?.(message.error)
    }
  })

  port.onState((state) => {
    const back = state === 'open' && !open
    open = state === 'open'
    if (back) for (const { message } of subscriptions.values()) port.send(message)
    if (open) return
    for (const settle of waiting.values()) settle(CORE_LOST)
    waiting.clear()
  })

  return {
    call(name, input, options) {
      if (!open) return Promise.resolve(CORE_LOST)
      if (options?.signal?.aborted) return Promise.resolve(CANCELLED)
      lastId += 1
      const id = lastId
      return new Promise((resolve) => {
        const cancel = () => {
          if (!waiting.delete(id)) return
          port.send({ verb: 'cancel', id })
          resolve(CANCELLED)
        }
        waiting.set(id, (result) => {
          options?.signal?.removeEventListener('abort', cancel)
          resolve(result)
        })
        options?.signal?.addEventListener('abort', cancel, { once: true })
        port.send({ verb: 'request', id, call: name, input })
      })
    },
    subscribe(name, input, listener, onEnded) {
      lastId += 1
      const id = lastId
      const message: ClientMessage = { verb: 'subscribe', id, event: name, input }
      subscriptions.set(id, { message, listener: listener, onEnded })
      if (open) port.send(message)
      return () => {
        if (subscriptions.delete(id) && open) port.send({ verb: 'unsubscribe', id })
      }
    },
  }
}

const CORE_LOST = fail({ code: 'offline', reason: 'core_lost' })
const CANCELLED = fail({ code: 'cancelled' })
