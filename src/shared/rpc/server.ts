/**
 * The server of the contract: validates every message of a connection, runs the handler, and replies with a value.
 * Running calls and subscriptions end with their connection.
 */
import * as z from 'zod/mini'
import {
  CALLS,
  EVENTS,
  type CallName,
  type CallOutput,
  type EventData,
  type EventName,
} from '#shared/rpc/contract.ts'
import { isFormat } from '#shared/rpc/contract/fields.ts'
import { fail, ok, type ChainglassError, type Result } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { ClientMessage, ServerMessage } from '#shared/rpc/messages.ts'

const id = z.number().check(z.int(), z.nonnegative())

/** The schema of a client's message. */
const clientMessage = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('request'), id, call: z.string(), input: z.unknown() }),
  z.object({ verb: z.literal('cancel'), id }),
  z.object({ verb: z.literal('subscribe'), id, event: z.string(), input: z.unknown() }),
  z.object({ verb: z.literal('unsubscribe'), id }),
]) satisfies z.ZodMiniType<ClientMessage>

export interface RpcContext {
  readonly signal: AbortSignal
  /** The same object for all messages of one connection. */
  readonly connection: object
}

export type Handlers = {
  readonly [Name in CallName]: (
    input: z.output<(typeof CALLS)[Name]['input']>,
    context: RpcContext,
  ) => CallOutput<Name> | Promise<CallOutput<Name>>
}

/**
 * A handler per event. It starts at the subscription, emits the current state first if there is one, and returns the
 * function that ends it.
 */
export type Streams = {
  readonly [Name in EventName]: (
    input: z.output<(typeof EVENTS)[Name]['input']>,
    emit: (data: EventData<Name>) => void,
    context: RpcContext,
  ) => () => void
}

export interface RpcServerOptions {
  readonly log: (line: string) => void
  /** Makes the short id by which an internal error is found in the log. */
  readonly createReference: () => string
}

export interface Connection {
  /** Takes a message parsed from JSON, which is not trusted. A message that is not of the contract is dropped. */
  receive(message: unknown): void
  close(): void
}

export interface RpcServer {
  connect(send: (message: ServerMessage) => void): Connection
}

/**
 * More than a window ever needs. A client that exceeds these limits is broken or hostile, and gets `rate_limited`.
 */
const MAX_RUNNING_REQUESTS = 512
const MAX_SUBSCRIPTIONS = 256
const TOO_MANY: ChainglassError = { code: 'rate_limited', retryAfterMs: 1_000, hadKey: false }

type ToError = (name: string, error: unknown) => ChainglassError
type TrySend = (name: string, message: ServerMessage) => ChainglassError | undefined

type AnyHandler = (input: unknown, context: RpcContext) => unknown
type AnyStream = (input: unknown, emit: (data: unknown) => void, context: RpcContext) => () => void

/** Converts an error to a value for the client. A bug of ours is logged under a reference. */
export const errorReporter =
  ({ log, createReference }: RpcServerOptions): ToError =>
  (name, error) => {
    if (error instanceof ChainglassFailure) return error.error
    const reference = createReference()
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    log(`internal ${reference} in ${name}: ${text}`)
    return { code: 'internal', reference }
  }

export function createRpcServer(handlers: Handlers, streams: Streams, options: RpcServerOptions): RpcServer {
  const toError = errorReporter(options)

  return {
    connect(send) {
      let isClosed = false
      const connection = {}
      /** Returns an error if the transport can't write the message, because it is nested too deep or too long. */
      const trySend = (name: string, message: ServerMessage): ChainglassError | undefined => {
        try {
          if (!isClosed) send(message)
          return undefined
        } catch (error) {
          return toError(name, error)
        }
      }
      const requests = createRequests(handlers, toError, trySend, connection)
      const subscriptions = createSubscriptions(streams, toError, trySend, connection)
      return {
        receive(raw) {
          const message = z.safeParse(clientMessage, raw)
          if (isClosed || !message.success) return
          const { data } = message
          if (data.verb === 'request') requests.start(data.id, data.call, data.input)
          else if (data.verb === 'cancel') requests.cancel(data.id)
          else if (data.verb === 'subscribe') subscriptions.start(data.id, data.event, data.input)
          else subscriptions.end(data.id)
        },
        close() {
          isClosed = true
          requests.cancelAll()
          subscriptions.endAll()
        },
      }
    },
  }
}

/** Runs requests. A handler's `AbortSignal` is aborted when the caller cancels or its connection closes. */
function createRequests(handlers: Handlers, toError: ToError, trySend: TrySend, connection: object) {
  const running = new Map<number, AbortController>()

  async function run(name: string, input: unknown, signal: AbortSignal): Promise<Result<unknown>> {
    if (!Object.hasOwn(CALLS, name))
      return fail({ code: 'invalid_input', field: 'call', reason: 'no_such_call' })
    const parsed = z.safeParse(CALLS[name as CallName].input, input)
    if (!parsed.success) return fail(describeIssues(parsed.error.issues))
    try {
      const handle = handlers[name as CallName] as AnyHandler
      return ok((await handle(parsed.data, { signal, connection })) ?? null)
    } catch (error) {
      return fail(signal.aborted ? { code: 'cancelled' } : toError(name, error))
    }
  }

  function cancel(id: number) {
    running.get(id)?.abort()
    running.delete(id)
  }

  return {
    start(id: number, name: string, input: unknown) {
      if (running.has(id)) return
      if (running.size >= MAX_RUNNING_REQUESTS) {
        trySend(name, { verb: 'reply', id, result: fail(TOO_MANY) })
        return
      }
      const controller = new AbortController()
      running.set(id, controller)
      void run(name, input, controller.signal).then((result) => {
        if (!running.delete(id)) return
        const unsent = trySend(name, { verb: 'reply', id, result })
        if (unsent) trySend(name, { verb: 'reply', id, result: fail(unsent) })
      })
    },
    /** A cancelled request gets no reply. */
    cancel,
    cancelAll() {
      for (const id of [...running.keys()]) cancel(id)
    },
  }
}

function createSubscriptions(streams: Streams, toError: ToError, trySend: TrySend, connection: object) {
  const active = new Map<number, () => void>()

  function open(id: number, name: string, input: unknown): ChainglassError | undefined {
    if (!Object.hasOwn(EVENTS, name))
      return { code: 'invalid_input', field: 'event', reason: 'no_such_event' }
    if (active.size >= MAX_SUBSCRIPTIONS) return TOO_MANY
    const parsed = z.safeParse(EVENTS[name as EventName].input, input)
    if (!parsed.success) return describeIssues(parsed.error.issues)
    const controller = new AbortController()
    const { signal } = controller
    const emit = (data: unknown) => {
      if (signal.aborted) return
      const unsent = trySend(name, { verb: 'event', id, data })
      if (!unsent) return
      controller.abort()
      end(id)
      trySend(name, { verb: 'ended', id, error: unsent })
    }
    try {
      const stop = (streams[name as EventName] as AnyStream)(parsed.data, emit, { signal, connection })
      // Emitting the current state may have failed before `stop` was assigned.
      if (signal.aborted) stop()
      else
        active.set(id, () => {
          controller.abort()
          stop()
        })
      return undefined
    } catch (error) {
      return toError(name, error)
    }
  }

  function end(id: number) {
    active.get(id)?.()
    active.delete(id)
  }

  return {
    start(id: number, name: string, input: unknown) {
      if (active.has(id)) return
      const error = open(id, name, input)
      if (error) trySend(name, { verb: 'ended', id, error })
    },
    end,
    endAll() {
      for (const id of [...active.keys()]) end(id)
    },
  }
}

/** Describes the first issue, with the name of its field; the schema itself stays private. */
function describeIssues(issues: readonly z.core.$ZodIssue[]): ChainglassError {
  const [issue] = issues
  const field = issue?.path.map(String).join('.')
  return {
    code: 'invalid_input',
    ...(field ? { field } : {}),
    reason: isFormat(issue?.message)
      ? { kind: 'format_expected', format: issue.message }
      : 'unexpected_input',
  }
}
