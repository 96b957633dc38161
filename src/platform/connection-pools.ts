/** The connections to databases that this process has, for its metrics. */
export interface ConnectionPool {
  readonly totalCount: number
  readonly idleCount: number
  /** Number of requests that wait for a connection. */
  readonly waitingCount: number
}

/** The code that opens a pool adds it here, and removes it when the pool is closed. */
export const connectionPools = new Set<ConnectionPool>()
