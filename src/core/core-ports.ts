import type { AppInfo } from '#shared/rpc/contract/app.ts'
import type { CrashGuard } from './api-client/create-api-client.ts'
import type { NodeService } from './nodes/node-handlers.ts'

/** Calls that only a host can answer. */
export type HostCallName =
  | 'open-link'
  | 'open-folder'
  | 'choose-folder'
  | 'offer-file'
  | 'limits'
  | 'notify'
  | `vault.${'kind' | 'get' | 'set' | 'remove'}`

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
