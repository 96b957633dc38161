/**
 * The connection to PostgreSQL, in a thread of its own: the thread that asks waits for it (postgres-database.ts).
 * A lost connection is made anew for the next statement outside a transaction, never within one: the rest of a transaction
 * must not be committed as if it were all of it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { Client, types, type QueryResult } from 'pg'
import { clientOptions, createStatementNames, describeFailure, nameStatement } from './postgres-client.ts'
import type {
  PostgresReply,
  PostgresRequest,
  PostgresStatement,
  PostgresThreadData,
} from './postgres-messages.ts'

type Result = QueryResult<unknown[]>

const data = workerData as PostgresThreadData
const { port } = data
const signal = new Int32Array(data.signal)

let client: Client | null = null
let connections = 0
const named = createStatementNames()
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
      nameStatement(error, statement.sql)
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
    if (failure !== null) return describeFailure(failure, client === null)
    // A COMMIT of a transaction in which something failed is answered by a ROLLBACK, without an error.
    if (statement?.sql === 'COMMIT' && result?.command !== 'COMMIT')
      return describeFailure(new Error('The transaction was rolled back.'), client === null)
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
    return describeFailure(failure ?? error, client === null)
  }
}

function send({ sql, values }: PostgresStatement): Promise<Result> {
  if (client === null) return Promise.reject(new Error('The connection was lost.'))
  return client.query<unknown[]>({ ...named(sql, values), rowMode: 'array' })
}

async function connect(): Promise<Client> {
  // Bytes stay texts: a thread copies a text faster than many small arrays.
  const made = new Client(clientOptions(data.url, data))
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
