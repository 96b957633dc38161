export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
}

interface SendOptions {
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Gets the size of each message that answers. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

/** Sends calls together and gives their responses, in order. */
export interface RpcTransport {
  /**
   * Raw JSON-RPC responses, one for each call; undefined where the answer to a batch left one out. Throws NodeFailure, and
   * BatchRefused where the node does not answer so many calls at once.
   */
  send(calls: readonly Call[], options: SendOptions): Promise<readonly unknown[]>
  /** Calls `onData` for what a subscription sends, `onEnd` when it ended. Absent over HTTP. */
  subscribe?(params: readonly unknown[], onData: (data: unknown) => void, onEnd: () => void): Promise<void>
  close(): void
}
