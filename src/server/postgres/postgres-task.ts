/** A connection to PostgreSQL for what takes as long as it takes, beside all others: in this thread, and without a limit. */
import { Socket } from 'node:net'
import { Client } from 'pg'
import { clientOptions, describeFailure } from './postgres-client.ts'
import { PostgresError, type PostgresOptions } from './postgres-database.ts'

/** Runs one statement in PostgreSQL's own SQL and gives its rows. Rejects with PostgresError. */
export type Ask = <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>

const CONNECT_TIMEOUT_MS = 5_000
/**
 * Where whoever asked is gone, so is soon what was asked for. Not every system that runs PostgreSQL can tell: there it is
 * carried out to its end.
 */
const END_WITH_CLIENT = `DO $$ BEGIN PERFORM set_config('client_connection_check_interval', '1s', false); EXCEPTION WHEN OTHERS THEN NULL; END $$`
const NO_LIMIT = 'SET statement_timeout = 0'

/** Ends the connection, and what is under way, with `signal`: `work` rejects then. Rejects with PostgresError. */
export async function withPostgres<T>(
  url: string,
  { setUp = [], connectTimeoutMs = CONNECT_TIMEOUT_MS }: PostgresOptions,
  signal: AbortSignal,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  const socket = new Socket()
  const config = clientOptions(url, { connectTimeoutMs, statementTimeoutMs: 0 })
  const client = new Client({ ...config, stream: () => socket })
  client.on('error', () => undefined)
  // A client that is told to end waits for what it has asked.
  const end = () => socket.destroy()
  const ask: Ask = async <Row extends object>(sql: string, values: readonly unknown[] = []) => {
    try {
      return (await client.query<Row>(sql, [...values])).rows
    } catch (error) {
      throw new PostgresError(describeFailure(error, signal.aborted))
    }
  }
  signal.addEventListener('abort', end, { once: true })
  try {
    try {
      signal.throwIfAborted()
      await client.connect()
    } catch (error) {
      throw new PostgresError(describeFailure(error, true))
    }
    for (const sql of [NO_LIMIT, END_WITH_CLIENT, ...setUp]) await ask(sql)
    return await work(ask)
  } finally {
    signal.removeEventListener('abort', end)
    if (!signal.aborted) await client.end().catch(() => undefined)
    end()
  }
}
