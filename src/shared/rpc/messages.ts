/**
 * The messages between a window and the core. Each travels as one JSON text, on every transport; hosts forward it
 * without reading it.
 */
import type { ChainglassError, Result } from '../errors/errors.ts'

/** From client to server. The client assigns ids. `input` is validated by the contract's schema of the call. */
export type ClientMessage =
  | { readonly verb: 'request'; readonly id: number; readonly call: string; readonly input: unknown }
  | { readonly verb: 'cancel'; readonly id: number }
  | { readonly verb: 'subscribe'; readonly id: number; readonly event: string; readonly input: unknown }
  | { readonly verb: 'unsubscribe'; readonly id: number }

/**
 * The maximal size of one message to a core, on every transport. The longest message is an import of labels; no other
 * is nearly as long.
 */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024
/** The maximal size of a call's input: the message adds the call's name, a number and brackets. */
export const MAX_INPUT_BYTES = MAX_MESSAGE_BYTES - 200

/** From server to client. `ended`: a subscription was refused or has failed. */
export type ServerMessage =
  | { readonly verb: 'reply'; readonly id: number; readonly result: Result<unknown> }
  | { readonly verb: 'event'; readonly id: number; readonly data: unknown }
  | { readonly verb: 'ended'; readonly id: number; readonly error: ChainglassError }

/** Messages of the Electron main process to its window, on the same channel. */
export type HostMessage =
  /**
   * The core has died and is being restarted; running calls are lost. The next message reaches the new core. `error`: why
   * it could not start again this time.
   */
  | { readonly verb: 'core-lost'; readonly error?: ChainglassError | undefined }
  /**
   * A link from outside the app, which the host has checked and rewritten. The window opens it if the person agrees.
   */
  | { readonly verb: 'ask-to-open'; readonly text: string }
  /** A notification was clicked: the window opens its subject on its source. */
  | { readonly verb: 'navigate'; readonly text: string; readonly source?: string | undefined }
  /** A menu item was chosen: a command of the page, by its id. A command that is unavailable does nothing. */
  | { readonly verb: 'run-command'; readonly id: string }

const HOST_VERBS: ReadonlySet<string> = new Set<HostMessage['verb']>([
  'core-lost',
  'ask-to-open',
  'navigate',
  'run-command',
])

export const isHostMessage = (message: { readonly verb: string }): message is HostMessage =>
  HOST_VERBS.has(message.verb)
