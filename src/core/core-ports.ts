import type { NodeStatus } from '#shared/node-status.ts'
import type { AppInfo } from '#shared/rpc/contract/app.ts'
import type { CrashGuard } from './api-client/create-api-client.ts'

/** Calls that only a host can answer. */
export type HostCallName =
  | 'open-link'
  | 'open-folder'
  | 'choose-folder'
  | 'offer-file'
  | 'limits'
  | 'notify'
  | `vault.${'kind' | 'get' | 'set' | 'remove'}`

/** The host's indexer, as the core uses it. Rejects with ChainglassFailure if a node can't be followed. */
export interface NodeService {
  /** Follows a node, if that is not done yet; the base URL of the API over its index. */
  follow(node: { readonly rpcUrl: string; readonly abiDir?: string | undefined }): Promise<string>
  status(rpcUrl: string): NodeStatus | undefined
  onStatus(listener: (rpcUrl: string, status: NodeStatus) => void): () => void
  pause(rpcUrl: string): void
  resume(rpcUrl: string): void
  /** Whether metadata of NFTs may be fetched from servers a chain names, as their images are. */
  allowDownloads(allowed: boolean): void
  /** Ends following and deletes the index. */
  forget(rpcUrl: string): Promise<void>
}

/** The parts that a host provides: the place of the data, its own calls, and our own service. */
export interface CorePorts {
  /** A folder, or `:memory:`. */
  readonly dataDir: string
  readonly host: AppInfo['host']
  readonly version: string
  /** An instance to open on; the sample chain, or the last one used, where there is none. */
  readonly source?: string | undefined
  /** Rejects where the host can't do it. */
  readonly callHost: (name: HostCallName, input: unknown) => Promise<unknown>
  /** The host's, which knows whether a keyring is open, or this process's memory. */
  readonly vault: 'host' | 'session'
  readonly services: { readonly sampleUrl: () => Promise<string>; readonly nodes: NodeService }
  /** Knows which answers ended the core before; without one, none is refused. */
  readonly crashGuard?: CrashGuard
  readonly log: (line: string) => void
}
