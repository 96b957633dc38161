/**
 * Reads of PostgreSQL that hold nobody up: over several connections, in the thread that asks. What reads is written as if
 * each answer were there at once, as SQLite's are. Where one is not, the reading ends at its question and begins anew when
 * the answer is there, with all the answers before: so it must do nothing but read.
 */
import { Client, Pool, type ClientConfig, type PoolClient } from 'pg'
import type { SQLInputValue } from 'node:sqlite'
import { connectionPools } from '#platform/connection-pools.ts'
import type { Database } from '#platform/sqlite/database.ts'
import {
  clientOptions,
  createStatementNames,
  createTexts,
  describeFailure,
  nameStatement,
} from './postgres-client.ts'
import { PostgresError, type PostgresOptions } from './postgres-database.ts'
import type { Sql } from '#platform/sql-dialect.ts'
import { toValue } from './row-arrays.ts'
import { type Question, Unanswered } from '#platform/unanswered.ts'

export interface PostgresReads extends Pick<Database, 'all' | 'get' | 'isOpen'> {
  /** All that `read` asks is answered from one moment. It is called again with each answer that was not there. */
  readonly snapshot: <T>(read: () => T) => Promise<T>
  /** Whether `read` of a snapshot is being called. */
  readonly isReading: boolean
  readonly close: () => Promise<void>
}

export interface PostgresReadsOptions extends PostgresOptions {
  readonly maxConnections?: number
}

/** More in work than one database takes from one reader with profit; others wait for their turn. */
const MAX_CONNECTIONS = 16
const CONNECT_TIMEOUT_MS = 2_000
const STATEMENT_TIMEOUT_MS = 10_000
/** For one of the connections. */
const MAX_WAIT_MS = 10_000
const IDLE_MS = 60_000
/** Rounds of one reading: with more, it would ask something else each time, without end. */
const MAX_ROUNDS = 5_000
const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
const NOTHING: readonly never[] = []

type Rows = readonly unknown[]
export function openPostgresReads(url: string, options: PostgresReadsOptions = {}): PostgresReads {
  const { toError = (error: unknown) => error } = options
  const connections = createConnections(url, options)
  const textOf = createTexts()
  /** By the text of the statement and its values; null while nobody reads. */
  let answers: Map<string, Rows> | null = null
  let isOpen = true

  const all: Database['all'] = <Row>(sql: Sql, ...given: readonly SQLInputValue[]) => {
    const text = textOf(sql)
    const values = given.map(toValue)
    // No text has this character. A text is told from null, and from a number of the same digits.
    const key = [
      text,
      ...values.map((value) => (typeof value === 'string' ? `'${value}` : String(value))),
    ].join('\0')
    const rows = answers?.get(key)
    if (rows === undefined) throw new Unanswered([{ text, values, key }])
    return rows as Row[]
  }

  /** The result of `read`, or the statements whose rows it still needs. */
  function attempt<T>(read: () => T, known: Map<string, Rows>): { readonly result: T } | readonly Question[] {
    const before = answers
    answers = known
    try {
      return { result: read() }
    } catch (error) {
      if (error instanceof Unanswered) return error.questions
      throw error
    } finally {
      answers = before
    }
  }

  async function snapshot<T>(read: () => T): Promise<T> {
    // A part of the one that is being read.
    if (answers !== null) return read()
    const known = new Map<string, Rows>()
    let transaction: Transaction | null = null
    try {
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const outcome = attempt(read, known)
        if ('result' in outcome) return outcome.result
        transaction ??= await connections.begin()
        const { ask } = transaction
        const found = await Promise.all(outcome.map((question) => ask(question)))
        for (const [at, { key }] of outcome.entries()) known.set(key, found[at] ?? NOTHING)
      }
      throw new Error('A reading has no end.')
    } catch (error) {
      throw toError(error)
    } finally {
      transaction?.end()
    }
  }

  return {
    all,
    get: (sql, ...values) => all<never>(sql, ...values)[0],
    snapshot,
    get isReading() {
      return answers !== null
    },
    get isOpen() {
      return isOpen
    },
    async close() {
      if (!isOpen) return
      isOpen = false
      await connections.close()
    },
  }
}

interface Transaction {
  /** Rejects with PostgresError. */
  readonly ask: (question: Question) => Promise<Rows>
  /** Nobody waits for it. */
  readonly end: () => void
}

function createConnections(url: string, options: PostgresReadsOptions) {
  const {
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    maxConnections = MAX_CONNECTIONS,
    setUp = [],
  } = options
  const config = clientOptions(url, { connectTimeoutMs, statementTimeoutMs }, (text) =>
    Buffer.from(text.slice(2), 'hex'),
  )
  const named = createStatementNames()
  const pool = new Pool({
    ...config,
    max: maxConnections,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
    connectionTimeoutMillis: MAX_WAIT_MS,
    Client: class extends Client {
      constructor(given?: ClientConfig) {
        super({ ...given, connectionTimeoutMillis: connectTimeoutMs })
      }
    },
    async onConnect(client) {
      // One that is lost is nobody's failure until it is asked something.
      client.on('error', ignore)
      for (const sql of setUp) await client.query(sql)
    },
  })
  pool.on('error', ignore)
  connectionPools.add(pool)
  /**
   * A host that is gone costs each attempt its whole timeout: as long as the last one took, its failure is that of all who
   * would have to try.
   */
  let refused: { readonly error: PostgresError; readonly until: number } | null = null

  async function connect(): Promise<PoolClient> {
    const began = performance.now()
    if (refused !== null && began < refused.until) throw refused.error
    try {
      const client = await pool.connect()
      refused = null
      return client
    } catch (error) {
      const failure = new PostgresError(describeFailure(error, true))
      const ended = performance.now()
      if (failure.isLost)
        refused = { error: failure, until: ended + Math.min(ended - began, connectTimeoutMs) }
      throw failure
    }
  }

  return {
    async begin(): Promise<Transaction> {
      const client = await connect()
      // `BEGIN` goes out together with the first question, which fails in its place.
      const begun = client.query(BEGIN)
      begun.catch(ignore)
      let failure: PostgresError | null = null
      return {
        async ask({ text, values }) {
          try {
            const [, { rows }] = await Promise.all([begun, client.query<object>(named(text, values))])
            return rows
          } catch (error) {
            nameStatement(error, text)
            throw (failure = new PostgresError(describeFailure(error, false)))
          }
        },
        end() {
          if (failure === null || !failure.isLost) client.query('ROLLBACK').catch(ignore)
          client.release(failure?.isLost === true)
        },
      }
    },
    close() {
      connectionPools.delete(pool)
      return pool.end()
    },
  }
}

const ignore = () => undefined
