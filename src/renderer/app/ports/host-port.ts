import type { RpcTransport } from '#shared/rpc/client.ts'
import type { HostMessage } from '#shared/rpc/messages.ts'
import type { Connection } from '#renderer/stores/connection.ts'

/** A transport to the core that also reports the state of its connection. */
export interface HostPort extends RpcTransport, Connection {
  /** Messages of a host with a menu and with links from outside. */
  onHostMessage?(listener: (message: HostMessage) => void): void
}
