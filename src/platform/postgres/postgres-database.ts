/**
 * PostgreSQL behind the interface that SQLite has, which is synchronous. The connection is in a thread of its own, and the
 * thread that asks sleeps until the answer is there. Writes whose outcome nobody reads are sent on without waiting.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'
import type { SQLInputValue } from 'node:sqlite'
import type { Database } from '../sqlite/database.ts'
import type {
  PostgresReply,
  PostgresRequest,
  PostgresRows,
  PostgresStatement,
  PostgresThreadData,
  PostgresValue,
} from './postgres-messages.ts'
import { sqlForPostgres } from './sql-for-postgres.ts'

export interface PostgresDatabase extends Database {
  /** A statement of a transaction whose outcome nobody reads: it fails with the next statement, or the commit, at the latest. */
  readonly send: (sql: string, ...values: readonly SQLInputValue[]) => void
  /** Grows when a lost connection was made anew, as the beginning of a transaction finds out. */
  readonly connections: number
  /** All that `read` reads is of one moment. It must not write. Inside a transaction it is a part of that one. */
  readonly snapshot: <T>(read: () => T) => T
}

export interface PostgresOptions {
  /** Statements for each new connection, in PostgreSQL's own words. A connection is not used where one of them fails. */
  readonly setUp?: readonly string[]
  readonly connectTimeoutMs?: number
  readonly statementTimeoutMs?: number
  readonly toError?: (error: unknown) => unknown
}

/** What PostgreSQL, or the way to it, refused. */
export class PostgresError extends Error {
  /** A SQLSTATE, or a code of the system; empty where there is none. */
  readonly code: string
  /** The connection could not be made, or was lost: the next statement tries to make it. */
  readonly isLost: boolean
  constructor({ code, message, isLost }: { code: string; message: string; isLost: boolean }) {
    super(message)
    this.name = 'PostgresError'
    this.code = code
    this.isLost = isLost
  }
}

const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 30_000
/** Statements are handed on in batches of this many while nobody waits. */
const MAX_UNSENT = 64

/** `url`: `postgres://USER:PASSWORD@HOST/DATABASE`. Throws what `toError` makes where the first connection fails. */
export function openPostgres(url: string, options: PostgresOptions = {}): PostgresDatabase {
  const { toError = (error: unknown) => error } = options
  const connection = createConnection(url, options)
  const { ask, queue, connections } = createStatementQueue(connection, toError)
  const texts = new Map<string, string>()
  let transaction: 'none' | 'open' = 'none'
  let isOpen = true

  function statementOf(sql: string, values: readonly SQLInputValue[]): PostgresStatement {
    let text = texts.get(sql)
    if (text === undefined) texts.set(sql, (text = sqlForPostgres(sql)))
    return { sql: text, values: values.map(toValue), inTransaction: transaction === 'open' }
  }

  function inTransaction<T>(begin: string, work: () => T): T {
    if (transaction === 'open') return work()
    // Waited for: what is known of the database may be of before another connection.
    ask(control(begin, false))
    transaction = 'open'
    let isDone = false
    try {
      const result = work()
      ask(control('COMMIT', true))
      isDone = true
      return result
    } finally {
      if (!isDone && isOpen) queue(control('ROLLBACK', true))
      transaction = 'none'
    }
  }

  const all: Database['all'] = (sql, ...values) => toRows(ask(statementOf(sql, values)))
  const get: Database['get'] = (sql, ...values) => all<never>(sql, ...values)[0]
  const database: PostgresDatabase = {
    all,
    get,
    run: (sql, ...values) => ask(statementOf(sql, values)).changes,
    send(sql, ...values) {
      // Outside a transaction nothing would tell of its failure.
      if (transaction === 'none') ask(statementOf(sql, values))
      else queue(statementOf(sql, values))
    },
    insert(sql, ...values) {
      const { rows } = ask(statementOf(`${sql} RETURNING id`, values))
      return Number(rows[0]?.[0])
    },
    exec: (sql) => void ask(control(sql, transaction === 'open')),
    transaction: (work) => inTransaction('BEGIN', work),
    snapshot: (read) => inTransaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', read),
    get connections() {
      return connections()
    },
    get isOpen() {
      return isOpen
    },
    close() {
      if (!isOpen) return
      isOpen = false
      connection.close()
    },
  }
  try {
    ask(control('SELECT 1', false))
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/** What nobody waits for is handed on in batches; what is waited for takes along what was queued before it. */
function createStatementQueue(connection: Connection, toError: (error: unknown) => unknown) {
  let unsent: PostgresStatement[] = []
  let connections = 0
  const ask = (statement: PostgresStatement): PostgresRows => {
    const statements = [...unsent, statement]
    unsent = []
    try {
      const rows = connection.ask({ kind: 'wait', statements })
      ;({ connections } = rows)
      return rows
    } catch (error) {
      throw toError(error)
    }
  }
  const queue = (statement: PostgresStatement) => {
    unsent.push(statement)
    if (unsent.length < MAX_UNSENT) return
    connection.post({ kind: 'send', statements: unsent })
    unsent = []
  }
  /** How many were made until the last reply. */
  return { ask, queue, connections: () => connections }
}

const control = (sql: string, inTransaction: boolean): PostgresStatement => ({
  sql,
  values: [],
  inTransaction,
})

const toValue = (value: SQLInputValue): PostgresValue => {
  if (value === null || typeof value !== 'object') return value
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return `\\x${bytes.toString('hex')}`
}

function toRows<Row>({ columns, rows }: PostgresRows): Row[] {
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    columns.forEach(({ name, isBytes }, at) => {
      const value = values[at]
      row[name] = isBytes && typeof value === 'string' ? Buffer.from(value.slice(2), 'hex') : (value ?? null)
    })
    return row as Row
  })
}

interface Connection {
  readonly post: (request: PostgresRequest) => void
  /** Throws PostgresError. */
  readonly ask: (request: PostgresRequest) => PostgresRows
  readonly close: () => void
}

function createConnection(url: string, options: PostgresOptions): Connection {
  const {
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    setUp = [],
  } = options
  /** Longer than any statement that the thread does not end by itself. */
  const limitMs = connectTimeoutMs * 2 + statementTimeoutMs * 3
  const signal = new Int32Array(new SharedArrayBuffer(4))
  let { worker, port } = start()

  function start(): { worker: Worker; port: MessagePort } {
    const { port1, port2 } = new MessageChannel()
    const workerData: PostgresThreadData = {
      ...{ url, setUp, connectTimeoutMs, statementTimeoutMs },
      port: port2,
      signal: signal.buffer,
    }
    const started = new Worker(findWorker(), { workerData, transferList: [port2], execArgv: [] })
    started.unref()
    port1.unref()
    return { worker: started, port: port1 }
  }

  /** Undefined where none comes in time. */
  function waitForReply(): PostgresReply | undefined {
    const until = performance.now() + limitMs
    for (;;) {
      const outcome = Atomics.wait(signal, 0, 0, until - performance.now())
      const received = receiveMessageOnPort(port)
      if (received) return received.message as PostgresReply
      // It can be woken by the end of the notification about the reply before.
      if (outcome === 'timed-out') return undefined
    }
  }

  function ask(request: PostgresRequest): PostgresRows {
    Atomics.store(signal, 0, 0)
    port.postMessage(request)
    const reply = waitForReply()
    if (reply === undefined) {
      void worker.terminate()
      ;({ worker, port } = start())
      throw new PostgresError({ code: '', message: 'no reply in time', isLost: true })
    }
    if (!reply.ok) throw new PostgresError(reply)
    return reply
  }

  return {
    post: (request) => {
      port.postMessage(request)
    },
    ask,
    close() {
      try {
        ask({ kind: 'close', statements: [] })
      } catch {
        // It was lost already.
      }
      void worker.terminate()
    },
  }
}

/** Beside this file, or beside the bundle that this file is a part of. */
function findWorker(): string {
  const names = ['postgres-worker.ts', 'postgres-worker.js', '../postgres-worker.js']
  const file = names.map((name) => join(import.meta.dirname, name)).find((path) => existsSync(path))
  if (file === undefined) throw new Error('The thread that talks to PostgreSQL is not there.')
  return file
}
