export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
}

export interface SendOptions {
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Gets the size of each message that answers. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

export interface SubscriptionListener {
  /** For what the subscription sends. */
  readonly onData: (data: unknown) => void
  readonly onEnd: () => void
}

/** Sends calls together and gives their responses, in order. */
export interface RpcTransport {
  /**
   * Raw JSON-RPC responses, one for each call; undefined where the answer to a batch left one out. Throws NodeFailure, and
   * BatchRefused where the node does not answer so many calls at once.
   */
  send(calls: readonly Call[], options: SendOptions): Promise<readonly unknown[]>
  /** Throws NodeFailure where it is not begun in time. Absent over HTTP. */
  subscribe?(params: readonly unknown[], listener: SubscriptionListener, timeoutMs: number): Promise<void>
  close(): void
}
