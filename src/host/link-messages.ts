/**
 * Messages between a host and its core's process. A message of the contract is inside as a frame, which the host
 * forwards unread, in the form that its windows use.
 */
import type { HostCallName } from '#core/create-core.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'

/** Electron's IPC transfers texts. A WebSocket transfers bytes: as texts they would be decoded and encoded again. */
export type Frame = string | Uint8Array

/** Converts between frames and texts in the core's process. */
export interface FrameCodec<F extends Frame> {
  encode(text: string): F
  decode(frame: F): string
}

export const textFrames: FrameCodec<string> = { encode: (text) => text, decode: (frame) => frame }

export const byteFrames: FrameCodec<Uint8Array> = {
  encode: (text) => Buffer.from(text),
  decode: ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength).toString(),
}

export type ToCore<F extends Frame> =
  | { readonly kind: 'open'; readonly connection: number }
  | { readonly kind: 'close'; readonly connection: number }
  | { readonly kind: 'message'; readonly connection: number; readonly frame: F }
  | { readonly kind: 'host-reply'; readonly id: number; readonly value?: unknown; readonly error?: string }
  /** Hashes of requests whose responses crashed the core too often: the core no longer sends these requests. */
  | { readonly kind: 'block-requests'; readonly requests: readonly string[] }
  | { readonly kind: 'shutdown' }

export type FromCore<F extends Frame> =
  | { readonly kind: 'ready' }
  /** The core can't start, and a restart would not help. */
  | { readonly kind: 'start-failed'; readonly error: ChainglassError }
  | { readonly kind: 'message'; readonly connection: number; readonly frame: F }
  /**
   * The core begins to read a response: if it exits before `read-ended`, the response may have crashed it. `request`
   * is the request's hash.
   */
  | { readonly kind: 'read-started'; readonly request: string }
  | { readonly kind: 'read-ended'; readonly request: string }
  /** A call of a function that only the host has: opening a link, or the keyring. */
  | { readonly kind: 'host-call'; readonly id: number; readonly name: HostCallName; readonly input: unknown }

/** Parameters of a core's start, passed as one JSON argument. */
export interface CoreStart {
  readonly dataDir: string
  readonly host: 'electron' | 'loopback'
  readonly version: string
  /** The instance to open first, in place of the sample chain. */
  readonly source?: string | undefined
  /** Where keys are stored: by the host in the system's keyring, or in memory for this session. */
  readonly vault: 'host' | 'session'
}

/** A process that runs a core: a forked Node process, or Electron's utility process. */
export interface CoreProcess<F extends Frame> {
  post(message: ToCore<F>): void
  onMessage(listener: (message: FromCore<F>) => void): void
  onExit(listener: () => void): void
  kill(): void
}
