/**
 * The client of the contract: typed calls and subscriptions over any transport of JSON messages. If the connection is
 * lost, running calls end with `offline`, and subscriptions are sent again after reconnecting.
 */
import type {
  CallInput,
  CallName,
  CallOutput,
  EventData,
  EventInput,
  EventName,
} from '#shared/rpc/contract.ts'
import { fail, type ChainglassError, type Result } from '#shared/errors/errors.ts'
import { MAX_INPUT_BYTES, type ClientMessage, type ServerMessage } from '#shared/rpc/messages.ts'

/** One connection to a core. Messages are sent in order. */
export interface RpcTransport {
  send(message: ClientMessage): void
  onMessage(listener: (message: ServerMessage) => void): void
  /** Calls the listener when the connection is lost, and when it is back. */
  onState(listener: (state: 'open' | 'lost') => void): void
}

export interface RpcClient {
  /** Never rejects: an error is a value. Aborting a call cancels it in the core too. */
  call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options?: { signal?: AbortSignal },
  ): Promise<Result<CallOutput<Name>>>
  /** Calls `listener` with the current state, then at each change. Returns a function that ends the subscription. */
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

export function createRpcClient(transport: RpcTransport): RpcClient {
  let lastId = 0
  let isOpen = true
  const pending = new Map<number, (result: Result<never>) => void>()
  const subscriptions = new Map<number, Subscription>()

  transport.onMessage((message) => {
    if (message.verb === 'reply') {
      const resolve = pending.get(message.id)
      pending.delete(message.id)
      resolve?.(message.result as Result<never>)
    } else if (message.verb === 'event') {
      subscriptions.get(message.id)?.listener(message.data as never)
    } else {
      const ended = subscriptions.get(message.id)
      subscriptions.delete(message.id)
      ended?.onEnded?.(message.error)
    }
  })

  transport.onState((state) => {
    const isBack = state === 'open' && !isOpen
    isOpen = state === 'open'
    if (isBack) for (const { message } of subscriptions.values()) transport.send(message)
    if (isOpen) return
    for (const resolve of pending.values()) resolve(CORE_LOST)
    pending.clear()
  })

  return {
    call(name, input, options) {
      if (!isOpen) return Promise.resolve(CORE_LOST)
      if (options?.signal?.aborted) return Promise.resolve(CANCELLED)
      const text = JSON.stringify(input)
      // An upper bound: a character that is not ASCII has up to three bytes. A host would cut the connection at a
      // longer message.
      const bytes = text.length + 2 * text.replace(/[ -~]+/g, '').length
      if (bytes > MAX_INPUT_BYTES)
        return Promise.resolve(
          fail({
            code: 'invalid_input',
            reason: { kind: 'file_too_large', bytes, maxBytes: MAX_INPUT_BYTES },
          }),
        )
      lastId += 1
      const id = lastId
      return new Promise((resolve) => {
        const cancel = () => {
          if (!pending.delete(id)) return
          transport.send({ verb: 'cancel', id })
          resolve(CANCELLED)
        }
        pending.set(id, (result) => {
          options?.signal?.removeEventListener('abort', cancel)
          resolve(result)
        })
        options?.signal?.addEventListener('abort', cancel, { once: true })
        transport.send({ verb: 'request', id, call: name, input })
      })
    },
    subscribe(name, input, listener, onEnded) {
      lastId += 1
      const id = lastId
      const message: ClientMessage = { verb: 'subscribe', id, event: name, input }
      subscriptions.set(id, { message, listener, onEnded })
      if (isOpen) transport.send(message)
      return () => {
        if (subscriptions.delete(id) && isOpen) transport.send({ verb: 'unsubscribe', id })
      }
    },
  }
}

const CORE_LOST = fail({ code: 'offline', reason: 'core_lost' })
const CANCELLED = fail({ code: 'cancelled' })
