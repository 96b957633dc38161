/**
 * The connection to PostgreSQL, in a thread of its own: the thread that asks waits for it (postgres-database.ts).
 * A lost connection is made anew for the next statement outside a transaction, never within one: the rest of a transaction
 * must not be committed as if it were all of it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { Client, types, type QueryResult } from 'pg'
import type {
  PostgresFailure,
  PostgresReply,
  PostgresRequest,
  PostgresStatement,
  PostgresThreadData,
} from './postgres-messages.ts'

type Result = QueryResult<unknown[]>

const data = workerData as PostgresThreadData
const { port } = data
const signal = new Int32Array(data.signal)

/** As SQLite does: a number that JavaScript can't hold exactly is an error. What may be larger is read as text. */
function toInteger(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value)) return value
  throw new RangeError(`${text} is beyond what a number can hold exactly`)
}

/** Bytes stay texts: a thread copies a text faster than many small arrays. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [types.builtins.INT8]: toInteger,
  [types.builtins.INT4]: toInteger,
  [types.builtins.INT2]: toInteger,
  [types.builtins.NUMERIC]: toInteger,
  [types.builtins.BOOL]: (text) => (text === 't' ? 1 : 0),
}
/** Of a statement's text, in an error. */
const MAX_SHOWN = 500
const asText = (text: string) => text

let client: Client | null = null
let connections = 0
/** A name for each statement: a connection parses it once. */
const names = new Map<string, string>()
/** More than are ever in use; a bound in case SQL text is made from changing parts. What comes later has no name. */
const MAX_NAMES = 500
/** The first failure of statements that nobody waited for; the next one that is waited for reports it. */
let failure: unknown = null
let tail = Promise.resolve()
/**
 * A host that is gone costs each attempt its whole timeout, and whoever asks waits. For as long as the last attempt took,
 * its failure is that of all statements.
 */
let refused: { readonly error: unknown; readonly until: number } | null = null
const MAX_REFUSED_MS = 5_000
/** A host that is gone closes nothing. */
const MAX_GOODBYE_MS = 2_000

port.on('message', (request: PostgresRequest) => {
  tail = tail.then(() => handle(request))
})

async function handle({ kind, statements }: PostgresRequest) {
  let last: Promise<Result> | null = null
  for (const statement of statements) {
    if (client === null && !statement.inTransaction) await reconnect()
    if (client === null && statement.isEnd) continue
    last = send(statement)
    last.catch((error: unknown) => {
      if (statement.isEnd) return
      // Which statement it was: nobody who waits knows that.
      if (isOwnFault(error)) error.message += ` (${statement.sql.slice(0, MAX_SHOWN)})`
      failure ??= error
    })
  }
  if (kind === 'send') return
  const reply = await toReply(last, statements.at(-1))
  failure = null
  if (kind === 'close' && client) await end(client)
  port.postMessage(reply)
  Atomics.add(signal, 0, 1)
  Atomics.notify(signal, 0)
  if (kind === 'close') port.close()
}

async function reconnect() {
  const began = performance.now()
  if (refused !== null && began < refused.until) {
    failure ??= refused.error
    return
  }
  try {
    client = await connect()
    refused = null
  } catch (error) {
    failure ??= error
    const ended = performance.now()
    refused = { error, until: ended + Math.min(ended - began, MAX_REFUSED_MS) }
  }
}

async function toReply(
  last: Promise<Result> | null,
  statement: PostgresStatement | undefined,
): Promise<PostgresReply> {
  try {
    const result = await last
    if (failure !== null) return describeFailure(failure)
    // A COMMIT of a transaction in which something failed is answered by a ROLLBACK, without an error.
    if (statement?.sql === 'COMMIT' && result?.command !== 'COMMIT')
      return describeFailure(new Error('The transaction was rolled back.'))
    return {
      ok: true,
      columns: (result?.fields ?? []).map(({ name, dataTypeID }) => ({
        name,
        isBytes: dataTypeID === (types.builtins.BYTEA as number),
      })),
      rows: result?.rows ?? [],
      changes: result?.rowCount ?? 0,
      connections,
    }
  } catch (error) {
    return describeFailure(failure ?? error)
  }
}

function send({ sql, values }: PostgresStatement): Promise<Result> {
  if (client === null) return Promise.reject(new Error('The connection was lost.'))
  // Several statements in one text can't be prepared.
  if (values.length === 0 && sql.includes(';'))
    return client.query<unknown[]>({ text: sql, rowMode: 'array' })
  let name = names.get(sql)
  if (name === undefined && names.size < MAX_NAMES) names.set(sql, (name = `s${String(names.size)}`))
  return client.query<unknown[]>({
    ...(name !== undefined && { name }),
    text: sql,
    values: [...values],
    rowMode: 'array',
  })
}

async function connect(): Promise<Client> {
  const made = new Client({
    connectionString: data.url,
    connectionTimeoutMillis: data.connectTimeoutMs,
    statement_timeout: data.statementTimeoutMs,
    query_timeout: data.statementTimeoutMs * 2,
    keepAlive: true,
    pipeline: true,
    application_name: 'chainglass',
    types: { getTypeParser: (type: number) => PARSERS[type] ?? asText },
  })
  const lose = () => {
    if (client === made) client = null
  }
  made.on('error', lose).on('end', lose)
  try {
    await made.connect()
    for (const sql of data.setUp) await made.query(sql)
    connections += 1
    return made
  } catch (error) {
    await end(made)
    throw error
  }
}

/** One that was never open (a port that is none) does not say when it has ended. */
const end = (ended: Client) =>
  Promise.race([ended.end().catch(() => undefined), sleep(MAX_GOODBYE_MS, undefined, { ref: false })])

/** A mistake in the statement itself: a fault of this program. */
const isOwnFault = (error: unknown): error is Error =>
  error instanceof Error && String((error as { code?: unknown }).code).startsWith('42')

/** Classes of SQLSTATE: connection exceptions, and a server that ends or starts. */
const LOST = /^(?:08...|57P0[123])$/

function describeFailure(error: unknown): PostgresFailure {
  const code = (error as { code?: unknown }).code
  const message = error instanceof Error ? error.message : String(error)
  const isState = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
  return {
    ok: false,
    code: typeof code === 'string' ? code : '',
    // Of a name with several addresses each has an error of its own.
    message: message === '' && error instanceof AggregateError ? String(error.errors[0]) : message,
    isLost: isState ? LOST.test(code) : client === null || /timeout|terminated|not queryable/i.test(message),
  }
}
