/**
 * What passes between a host and its core's process. A message of the contract is inside as a frame: the host passes it
 * on unread, in the form its windows send and get it.
 */
import type { HostCallName } from '#core/create-core.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'

/** Electron's IPC takes texts. A WebSocket gives and takes bytes: as a text they would be decoded and encoded again. */
export type Frame = string | Uint8Array

/** How the core's process reads and writes the frames of its host. */
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
  /** Hashes of requests whose responses crashed the core too often: it sends them no more. */
  | { readonly kind: 'block-requests'; readonly requests: readonly string[] }
  | { readonly kind: 'shutdown' }

export type FromCore<F extends Frame> =
  | { readonly kind: 'ready' }
  /** The core can't start, and a restart would not help. */
  | { readonly kind: 'start-failed'; readonly error: ChainglassError }
  | { readonly kind: 'message'; readonly connection: number; readonly frame: F }
  /** A response is being read: if the core exits before the read has ended, it may have crashed on it. Of the request its hash. */
  | { readonly kind: 'read-started'; readonly request: string }
  | { readonly kind: 'read-ended'; readonly request: string }
  /** What only a host can do: open a link, use the keyring. */
  | { readonly kind: 'host-call'; readonly id: number; readonly name: HostCallName; readonly input: unknown }

/** How a core is started, besides where its code is. Passed as one JSON argument. */
export interface CoreStart {
  readonly dataDir: string
  readonly host: 'electron' | 'loopback'
  readonly version: string
  /** An instance to open on instead of the sample chain. */
  readonly source?: string | undefined
  /** Where keys are kept: by the host, which asks the system's keyring, or in memory for this session. */
  readonly vault: 'host' | 'session'
}
