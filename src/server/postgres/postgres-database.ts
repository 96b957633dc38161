/**
 * PostgreSQL behind the interface that SQLite has, which is synchronous. The connection is in a thread of its own, and the
 * thread that asks sleeps until the answer is there. Writes whose outcome nobody reads are sent on without waiting.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads'
import type { SQLInputValue } from 'node:sqlite'
import type { Database } from '#platform/sqlite/database.ts'
import type {
  PostgresReply,
  PostgresRequest,
  PostgresRows,
  PostgresStatement,
  PostgresThreadData,
  PostgresValue,
} from './postgres-messages.ts'
import type { Sql } from '#platform/sql-dialect.ts'
import type { LookUp } from '#service/indexer/store/index-database.ts'
import { createTexts } from './postgres-client.ts'
import type { RowWrites, RowLookup } from '#platform/table.ts'
import { arraysIn, arraysOf, inParts, rowsInPostgres, toArray, toValue } from './row-arrays.ts'

export interface PostgresDatabase extends Omit<Database, 'insert'>, RowWrites {
  /** A statement of a transaction whose outcome nobody reads: it fails with the next statement, or the commit, at the latest. */
  readonly send: (sql: Sql, ...values: readonly SQLInputValue[]) => void
  /** The rows whose key columns are one of `keys`, by one statement. */
  readonly lookUp: <Row>(look: LookUp, keys: readonly (readonly SQLInputValue[])[]) => Row[]
  /** The rows that are missing in the database, found by one statement for many rows. */
  readonly missingRows: <Row>(sought: RowLookup<Row>, rows: readonly Row[]) => readonly Row[]
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

/** An error of PostgreSQL, or of the connection to it. */
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
  const { ask, textOf, ...session } = createSession(connection, toError)
  let isOpen = true

  const rowsOf = (sql: Sql, values: readonly SQLInputValue[]) => ask(textOf(sql), values.map(toValue))
  const all: Database['all'] = (sql, ...values) => toRows(rowsOf(sql, values))
  const get: Database['get'] = (sql, ...values) => all<never>(sql, ...values)[0]
  const database: PostgresDatabase = {
    all,
    get,
    run: (sql, ...values) => rowsOf(sql, values).changes,
    send: session.send,
    insertRows: session.rows.insertRows,
    changeRows: session.rows.changeRows,
    lookUp<Row>({ table, key, columns }: LookUp, keys: readonly (readonly SQLInputValue[])[]) {
      const types = session.typesOf(table)
      const names = key.map((name) => `given_${name}`)
      const sql = `SELECT ${[...key, ...columns].join(', ')} FROM ${arraysOf(key, types)} AS given(${names.join(', ')})
        JOIN ${table} ON ${key.map((name) => `${name} = given_${name}`).join(' AND ')}`
      return toRows<Row>(
        ask(
          sql,
          key.map((_, at) => toArray(keys.map((values) => values[at] ?? null))),
        ),
      )
    },
    missingRows: <Row>({ name, columns, findMissing }: RowLookup<Row>, rows: readonly Row[]) => {
      return inParts(rows).flatMap((part) => {
        const sql = findMissing(arraysOf(columns, session.typesOf(name)))
        const missing = toRows<{ nth: number }>(ask(sql, arraysIn(part, columns)))
        return missing.flatMap(({ nth }) => part[nth - 1] ?? [])
      })
    },
    exec: (sql) => void ask(sql, []),
    transaction: session.inTransaction,
    snapshot: session.inSnapshot,
    get connections() {
      return session.connections()
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
    ask('SELECT 1', [])
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/** The types of a table's columns. */
const TYPES_OF = `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
  WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped`

/** The transaction that is open, if one is, and what was sent in it. */
function createSession(connection: Connection, toError: (error: unknown) => unknown) {
  const { ask: askAtOnce, queue, handOn, connections } = createStatementQueue(connection, toError)
  const types = new Map<string, ReadonlyMap<string, string>>()
  const textOf = createTexts()
  const rows = rowsInPostgres(typesOf, sendText)
  let inOpen = false

  /** After all that was sent before. */
  function ask(sql: string, values: readonly PostgresValue[]): PostgresRows {
    return askAtOnce({ sql, values, inTransaction: inOpen })
  }

  function typesOf(table: string): ReadonlyMap<string, string> {
    let found = types.get(table)
    if (found) return found
    const { rows } = askAtOnce({ sql: textOf(TYPES_OF), values: [table], inTransaction: inOpen })
    found = new Map(rows.map(([name, type]) => [String(name), String(type)]))
    types.set(table, found)
    return found
  }

  function inTransaction<T>(work: () => T): T {
    if (inOpen) return work()
    // Waited for: what is known of the database may be of before another connection.
    ask('BEGIN', [])
    inOpen = true
    let isDone = false
    try {
      const result = work()
      ask('COMMIT', [])
      isDone = true
      return result
    } finally {
      if (!isDone) end()
      inOpen = false
    }
  }

  /** Neither its beginning nor its end is waited for: the first statement takes the one along, nobody needs the other. */
  function inSnapshot<T>(read: () => T): T {
    if (inOpen) return read()
    queue({ sql: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', values: [], inTransaction: false })
    inOpen = true
    try {
      return read()
    } finally {
      end()
      inOpen = false
    }
  }

  /** Nothing of the transaction is kept. Sent at once: one that stays open keeps what others remove. */
  function end() {
    queue({ sql: 'ROLLBACK', values: [], inTransaction: true, isEnd: true })
    handOn()
  }

  function send(sql: Sql, ...values: readonly SQLInputValue[]) {
    sendText(textOf(sql), values.map(toValue))
  }

  function sendText(sql: string, values: readonly PostgresValue[]) {
    if (inOpen) queue({ sql, values, inTransaction: true })
    // Nothing would tell of its failure.
    else ask(sql, values)
  }

  return { ask, send, rows, textOf, typesOf, inTransaction, inSnapshot, connections }
}

/**
 * Sends statements without a waiting caller in batches. A statement with one is sent at once, with those queued
 * before it.
 */
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
    if (unsent.length >= MAX_UNSENT) handOn()
  }
  function handOn() {
    connection.post({ kind: 'send', statements: unsent })
    unsent = []
  }
  /** How many were made until the last reply. */
  return { ask, queue, handOn, connections: () => connections }
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
  /** How many requests were made, in four bytes as the replies are counted. */
  let requested = 0
  let { worker, port, signal } = start()

  function start(): { worker: Worker; port: MessagePort; signal: Int32Array } {
    const { port1, port2 } = new MessageChannel()
    const replies = new Int32Array(new SharedArrayBuffer(4))
    requested = 0
    const workerData: PostgresThreadData = {
      ...{ url, setUp, connectTimeoutMs, statementTimeoutMs },
      port: port2,
      signal: replies.buffer,
    }
    const started = new Worker(findWorker(), { workerData, transferList: [port2], execArgv: [] })
    started.unref()
    port1.unref()
    return { worker: started, port: port1, signal: replies }
  }

  /** Undefined where none comes in time. */
  function waitForReply(): PostgresReply | undefined {
    const until = performance.now() + limitMs
    for (;;) {
      // A reply is there before it is counted. Were it taken before, the count of it would end the wait for the next one.
      const replied = Atomics.load(signal, 0)
      if (replied === requested) return receiveMessageOnPort(port)?.message as PostgresReply | undefined
      if (Atomics.wait(signal, 0, replied, until - performance.now()) === 'timed-out') return undefined
    }
  }

  function ask(request: PostgresRequest): PostgresRows {
    requested = (requested + 1) | 0
    port.postMessage(request)
    const reply = waitForReply()
    if (reply === undefined) {
      void worker.terminate()
      ;({ worker, port, signal } = start())
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
        // The connection was lost already.
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
