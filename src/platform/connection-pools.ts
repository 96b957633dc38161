/** The connections to databases that this process has, for its metrics. */
export interface ConnectionPool {
  readonly totalCount: number
  readonly idleCount: number
  /** Who waits for one. */
  readonly waitingCount: number
}

/** Who opens one adds it, and takes it away when it is closed. */
export const connectionPools = new Set<ConnectionPool>()
