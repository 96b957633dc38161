import type { RpcTransport } from '#shared/rpc/client.ts'
import type { HostWord } from '#shared/host-words.ts'
import type { Connection } from '#renderer/stores/connection.ts'

/** A port of the contract that can also say how it is. */
export interface HostPort extends RpcTransport, Connection {
  /** A host with a menu, and to which links are handed from outside. */
  onWord?(listener: (word: HostWord) => void): void
}
