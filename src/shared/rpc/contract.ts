/**
 * All that passes between renderer and core: one typed map. Handlers, client and transports derive from it; the wire
 * knows four verbs (request, cancel, subscribe, unsubscribe) and a reply is a value, never a thrown error.
 */
import * as z from 'zod/mini'
import type { ChainglassError, Result } from './errors.ts'
import { appCalls, appEvents } from './contract/app.ts'
import { dataCalls, dataEvents } from './contract/data.ts'
import { folderCalls } from './contract/folder.ts'
import { keyCalls } from './contract/keys.ts'
import { listCalls, listEvents } from './contract/lists.ts'
import { activityCalls, activityEvents } from './contract/activity.ts'
import { nodeCalls, nodeEvents } from './contract/nodes.ts'
import { sourceCalls, sourceEvents } from './contract/sources.ts'
import { watchlistCalls, watchlistEvents } from './contract/watchlist.ts'
import type { Call, EventStream } from './contract/definition.ts'

export const CALLS = {
  ...appCalls,
  ...dataCalls,
  ...folderCalls,
  ...keyCalls,
  ...listCalls,
  ...activityCalls,
  ...nodeCalls,
  ...sourceCalls,
  ...watchlistCalls,
} as const
export const EVENTS = {
  ...appEvents,
  ...dataEvents,
  ...listEvents,
  ...activityEvents,
  ...nodeEvents,
  ...sourceEvents,
  ...watchlistEvents,
} as const

export type CallName = keyof typeof CALLS
export type EventName = keyof typeof EVENTS
export type CallInput<Name extends CallName> = z.input<(typeof CALLS)[Name]['input']>
export type CallOutput<Name extends CallName> =
  (typeof CALLS)[Name] extends Call<z.core.$ZodType, infer Output> ? Output : never
export type EventInput<Name extends EventName> = z.input<(typeof EVENTS)[Name]['input']>
export type EventData<Name extends EventName> =
  (typeof EVENTS)[Name] extends EventStream<z.core.$ZodType, infer Data> ? Data : never

/** Tells one caller from another within a connection, and frees what it holds when it goes. */
export interface CallContext {
  readonly signal: AbortSignal
}

const id = z.number().check(z.int(), z.nonnegative())

/** From renderer to core. `input` is checked against the contract afterwards, by name. */
export const clientMessage = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('request'), id, call: z.string(), input: z.unknown() }),
  z.object({ verb: z.literal('cancel'), id }),
  z.object({ verb: z.literal('subscribe'), id, event: z.string(), input: z.unknown() }),
  z.object({ verb: z.literal('unsubscribe'), id }),
])
export type ClientMessage = z.infer<typeof clientMessage>

/** From core to renderer. A subscription that can't be had is `ended` with its error; ids are the client's. */
export type CoreMessage =
  | { readonly verb: 'reply'; readonly id: number; readonly result: Result<unknown> }
  | { readonly verb: 'event'; readonly id: number; readonly data: unknown }
  | { readonly verb: 'ended'; readonly id: number; readonly error: ChainglassError }
