export interface Call {
  readonly method: string
  readonly params: readonly unknown[]
}

/** Sends calls together and gives their responses, in order. */
export interface RpcTransport {
  /** Raw JSON-RPC responses, one for each call; throws NodeFailure. */
  send(calls: readonly Call[], options: { timeoutMs: number; maxBytes: number }): Promise<readonly unknown[]>
  /** Calls `onData` for what a subscription sends, `onEnd` when it ended. Absent over HTTP. */
  subscribe?(params: readonly unknown[], onData: (data: unknown) => void, onEnd: () => void): Promise<void>
  close(): void
}
