/**
 * The contract from the answering side: checks every message of a connection, runs the handler, answers with a value.
 * What one connection holds (running calls, subscriptions) ends with it.
 */
import * as z from 'zod/mini'
import {
  CALLS,
  clientMessage,
  EVENTS,
  type CallName,
  type CallOutput,
  type CoreMessage,
  type EventData,
  type EventName,
} from '#shared/rpc/contract.ts'
import { isFormat } from '#shared/rpc/contract/fields.ts'
import { ChainglassFailure, fail, ok, type ChainglassError, type Result } from '#shared/rpc/errors.ts'

export type Handlers = {
  readonly [Name in CallName]: (
    input: z.output<(typeof CALLS)[Name]['input']>,
    context: { readonly signal: AbortSignal },
  ) => CallOutput<Name> | Promise<CallOutput<Name>>
}

/** A stream starts when subscribed to, calls `emit` as often as it likes, and ends by the function it returns. */
export type Streams = {
  readonly [Name in EventName]: (
    input: z.output<(typeof EVENTS)[Name]['input']>,
    emit: (data: EventData<Name>) => void,
    context: { readonly signal: AbortSignal },
  ) => () => void
}

export interface Connection {
  /** Anything that came over the wire, already parsed from JSON, not yet trusted. */
  receive(message: unknown): void
  close(): void
}

export interface RpcServer {
  connect(send: (message: CoreMessage) => void): Connection
}

/** More than a window ever needs; a renderer that asks for more is broken or hostile, and is told so. */
const MAX_RUNNING_REQUESTS = 512
const MAX_SUBSCRIPTIONS = 256

export function createRpcServer(
  handlers: Handlers,
  streams: Streams,
  /** `reference` makes the short id by which an internal error is found in the log. */
  options: { readonly log: (line: string) => void; readonly reference: () => string },
): RpcServer {
  const failure = (name: string, error: unknown): ChainglassError => {
    if (error instanceof ChainglassFailure) return error.error
    const reference = options.reference()
    options.log(
      `internal ${reference} in ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
    return { code: 'internal', reference }
  }

  async function run(name: string, input: unknown, signal: AbortSignal): Promise<Result<unknown>> {
    if (!Object.hasOwn(CALLS, name))
      return fail({ code: 'invalid_input', field: 'call', reason: 'no_such_call' })
    const known = name as CallName
    const parsed = z.safeParse(CALLS[known].input, input)
    if (!parsed.success) return fail(invalid(parsed.error.issues))
    try {
      const handle = handlers[known] as (input: unknown, context: { signal: AbortSignal }) => unknown
      return ok((await handle(parsed.data, { signal })) ?? null)
    } catch (error) {
      return fail(signal.aborted ? { code: 'cancelled' } : failure(name, error))
    }
  }

  return {
    connect(send) {
      const running = new Map<number, AbortController>()
      const subscribed = new Map<number, () => void>()
      let closed = false
      const reply = (message: CoreMessage) => {
        if (!closed) send(message)
      }

      function request(id: number, name: string, input: unknown) {
        if (running.has(id)) return
        if (running.size >= MAX_RUNNING_REQUESTS) {
          reply({
            verb: 'reply',
            id,
            result: fail({ code: 'rate_limited', retryAfterMs: 1_000, hadKey: false }),
          })
          return
        }
        const controller = new AbortController()
        running.set(id, controller)
        void run(name, input, controller.signal).then((result) => {
          if (running.delete(id)) reply({ verb: 'reply', id, result })
        })
      }

      function subscribe(id: number, name: string, input: unknown) {
        const refuse = (error: ChainglassError) => {
          reply({ verb: 'ended', id, error })
        }
        if (subscribed.has(id)) return
        if (!Object.hasOwn(EVENTS, name)) {
          refuse({ code: 'invalid_input', field: 'event', reason: 'no_such_event' })
          return
        }
        if (subscribed.size >= MAX_SUBSCRIPTIONS) {
          refuse({ code: 'rate_limited', retryAfterMs: 1_000, hadKey: false })
          return
        }
        const known = name as EventName
        const parsed = z.safeParse(EVENTS[known].input, input)
        if (!parsed.success) {
          refuse(invalid(parsed.error.issues))
          return
        }
        const controller = new AbortController()
        try {
          const start = streams[known] as (
            input: unknown,
            emit: (data: unknown) => void,
            context: { signal: AbortSignal },
          ) => () => void
          const emit = (data: unknown) => {
            if (!controller.signal.aborted) reply({ verb: 'event', id, data })
          }
          const end = start(parsed.data, emit, { signal: controller.signal })
          subscribed.set(id, () => {
            controller.abort()
            end()
          })
        } catch (error) {
          refuse(failure(name, error))
        }
      }

      return {
        receive(raw) {
          const message = z.safeParse(clientMessage, raw)
          if (closed || !message.success) return
          const { data } = message
          if (data.verb === 'request') request(data.id, data.call, data.input)
          else if (data.verb === 'subscribe') subscribe(data.id, data.event, data.input)
          else if (data.verb === 'cancel') {
            running.get(data.id)?.abort()
            running.delete(data.id)
          } else {
            subscribed.get(data.id)?.()
            subscribed.delete(data.id)
          }
        },
        close() {
          closed = true
          for (const controller of running.values()) controller.abort()
          for (const end of subscribed.values()) end()
          running.clear()
          subscribed.clear()
        },
      }
    },
  }
}

/** The first thing wrong, by the name of the field; never the schema itself. */
function invalid(issues: readonly z.core.$ZodIssue[]): ChainglassError {
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
