/**
 * The messages between a window and the core. Each travels as one JSON text, on every transport; the hosts pass it on
 * unread.
 */
import type { ChainglassError, Result } from '../errors/errors.ts'

/** From client to server. Ids are the client's. `input` is checked against the contract, by the name of the call. */
export type ClientMessage =
  | { readonly verb: 'request'; readonly id: number; readonly call: string; readonly input: unknown }
  | { readonly verb: 'cancel'; readonly id: number }
  | { readonly verb: 'subscribe'; readonly id: number; readonly event: string; readonly input: unknown }
  | { readonly verb: 'unsubscribe'; readonly id: number }

/**
 * Of one message on its way to a core, on every transport: no host takes more. An import of labels is sent in one, nothing
 * else is nearly as long.
 */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
/** Of the input of a call: its name, a number and some brackets stand around it. */
export const MAX_INPUT_BYTES = MAX_MESSAGE_BYTES - 200

/** From server to client. `ended`: a subscription that is refused or has failed. */
export type ServerMessage =
  | { readonly verb: 'reply'; readonly id: number; readonly result: Result<unknown> }
  | { readonly verb: 'event'; readonly id: number; readonly data: unknown }
  | { readonly verb: 'ended'; readonly id: number; readonly error: ChainglassError }

/** What the Electron main process itself sends to its window, on the same channel. */
export type HostMessage =
  /** The core has died and is being restarted; running calls are lost. The next message reaches the new core. */
  | { readonly verb: 'core-lost' }
  /** A link from outside, checked and rewritten by the host. It is opened if the person wants it. */
  | { readonly verb: 'ask-to-open'; readonly text: string }
  /** The subject of a notification that was clicked, on its source. */
  | { readonly verb: 'navigate'; readonly text: string; readonly source?: string | undefined }
  /** A menu item was chosen: a command of the page, by its id. A command that is not offered now does nothing. */
  | { readonly verb: 'run-command'; readonly id: string }

const HOST_VERBS: ReadonlySet<string> = new Set<HostMessage['verb']>([
  'core-lost',
  'ask-to-open',
  'navigate',
  'run-command',
])

export const isHostMessage = (message: { readonly verb: string }): message is HostMessage =>
  HOST_VERBS.has(message.verb)
