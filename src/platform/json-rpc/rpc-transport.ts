export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
}

export interface SendOptions {
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Called with the size of each response message. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

export interface SubscriptionListener {
  /** Called with each message of the subscription. */
  readonly onData: (data: unknown) => void
  readonly onEnd: () => void
}

/** Sends calls together and returns their responses, in order. */
export interface RpcTransport {
  /**
   * Returns raw JSON-RPC responses, one per call; undefined for a call that the response to a batch left out. Throws
   * NodeFailure, and BatchRefused if the node does not accept so many calls at once.
   */
  send(calls: readonly Call[], options: SendOptions): Promise<readonly unknown[]>
  /** Throws NodeFailure if the subscription does not begin in time. Absent over HTTP. */
  subscribe?(params: readonly unknown[], listener: SubscriptionListener, timeoutMs: number): Promise<void>
  close(): void
}
