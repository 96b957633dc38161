/** A running app as specs use it, whichever host runs it. */
import type { ChildProcess } from 'node:child_process'
import type {
  CallInput,
  CallName,
  CallOutput,
  EventData,
  EventInput,
  EventName,
} from '../src/shared/rpc/contract.ts'

export interface App {
  /** A link that opens it. With the loopback host it works once, and each reading gives another. */
  readonly url: string
  readonly origin: string
  readonly process: ChildProcess
  /** Ends the process; resolves when it and its data folder are gone. A `dataDir` of the caller stays. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

export interface StartAppOptions {
  readonly source?: string
  readonly port?: number
  readonly dataDir?: string
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
}

export interface CoreClient {
  /** The present state, as a window gets it when it subscribes. Rejects like `call`. */
  read<Name extends EventName>(name: Name, input: EventInput<Name>): Promise<EventData<Name>>
  /** Rejects with the name of the call and the error as JSON. */
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallOutput<Name>>
  close(): void
}
