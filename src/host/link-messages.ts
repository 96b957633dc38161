/** What passes between a host and its core's process. Contract messages stay texts: the host never reads them. */
import type { ChainglassError } from '#shared/rpc/errors.ts'

export type ToCore =
  | { readonly kind: 'open'; readonly connection: number }
  | { readonly kind: 'close'; readonly connection: number }
  | { readonly kind: 'message'; readonly connection: number; readonly text: string }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown; readonly failed?: string }
  | { readonly kind: 'shutdown' }

export type FromCore =
  | { readonly kind: 'ready' }
  /** The core can't start; the person needs to know why, and starting again would not help. */
  | { readonly kind: 'refused'; readonly error: ChainglassError }
  | { readonly kind: 'message'; readonly connection: number; readonly text: string }
  /** Something only a host can do: open a link, use the keyring. */
  | { readonly kind: 'ask'; readonly id: number; readonly what: HostAsk; readonly input: unknown }

export type HostAsk =
  'open-link' | 'vault.set' | 'vault.get' | 'vault.remove' | 'open-folder' | 'choose-folder' | 'notify'

/** How a core is started, besides where its code is. Crosses as one JSON argument. */
export interface CoreStart {
  readonly dataDir: string
  readonly host: 'electron' | 'loopback'
  readonly version: string
  /** An instance to open on instead of the sample chain. */
  readonly source?: string | undefined
  /** Where keys can be kept: a real keyring behind the host, or this session's memory. */
  readonly vault: 'keyring' | 'session'
}
