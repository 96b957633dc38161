/** The messages between the thread that asks and the thread that holds the connection. */
import type { MessagePort } from 'node:worker_threads'

export type PostgresValue = string | number | bigint | null

export interface PostgresStatement {
  readonly sql: string
  readonly values: readonly PostgresValue[]
  /** The statement belongs to a transaction that has begun, and must not run on a new connection. */
  readonly inTransaction: boolean
  /** Ends a transaction of which nothing is kept: without its connection that is done already, and its failure is nobody's. */
  readonly isEnd?: boolean
}

export interface PostgresRequest {
  /** `send`: nobody waits for results. `wait`: for that of the last statement. `close`: until the connection has ended. */
  readonly kind: 'send' | 'wait' | 'close'
  readonly statements: readonly PostgresStatement[]
}

export interface PostgresRows {
  readonly ok: true
  readonly columns: readonly { readonly name: string; readonly isBytes: boolean }[]
  readonly rows: readonly (readonly unknown[])[]
  /** Rows that were written or removed. */
  readonly changes: number
  /** How many connections were made until then. */
  readonly connections: number
}

export interface PostgresFailure {
  readonly ok: false
  /** The SQLSTATE, or a code of the system; empty where there is none. */
  readonly code: string
  readonly message: string
  /** The connection could not be made, or was lost. */
  readonly isLost: boolean
}

export type PostgresReply = PostgresRows | PostgresFailure

export interface PostgresThreadData {
  readonly url: string
  /** Statements for each new connection: it is not used where one of them fails. */
  readonly setUp: readonly string[]
  readonly connectTimeoutMs: number
  readonly statementTimeoutMs: number
  readonly port: MessagePort
  /** Four bytes: how many replies were posted. */
  readonly signal: SharedArrayBuffer
}
