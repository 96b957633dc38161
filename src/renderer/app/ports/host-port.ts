import type { RpcTransport } from '#shared/rpc/client.ts'
import type { HostWord } from '#shared/host-words.ts'

/**
 * How the way to the core is. `lost`: it was there, or never came, and is tried again by itself at `retryAt` (ms since
 * 1970). `refused`: the host answers but does not take this window's token, so a fresh link is needed.
 */
export type PortStatus =
  | { readonly state: 'connecting' }
  | { readonly state: 'open' }
  | { readonly state: 'lost'; readonly retryAt: number }
  | { readonly state: 'refused' }

/** A port of the contract that can also say how it is. */
export interface HostPort extends RpcTransport {
  /** Tells the present status at once, then every change. */
  onStatus(listener: (status: PortStatus) => void): void
  /** Tries now instead of at `retryAt`; does nothing while the port is open. */
  retryNow(): void
  /** A host with a menu, and to which links are handed from outside. */
  onWord?(listener: (word: HostWord) => void): void
}
