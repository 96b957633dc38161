/**
 * `chainglass self-test`: tries what an installation needs, in its place: SQLite, compression, each thread, the
 * bytecode reader, loopback, a core's socket, fonts. In an installed app, all of it is read from an archive.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { Worker } from 'node:worker_threads'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { createCore } from '#core/create-core.ts'
import { writePrivateFile } from '#platform/private-files.ts'
import { openDatabase } from '#platform/sqlite/database.ts'
import { ThreadLost, WorkerThread } from '#platform/threads/worker-thread.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import { connectToRunningCore } from './core-socket-client.ts'
import { openCoreSocket } from './core-socket.ts'
import { createLocalServices } from './local-services.ts'

export interface SelfTestReport {
  readonly ok: boolean
  readonly version: string
  readonly runtime: Readonly<Record<string, string | undefined>>
  readonly checks: readonly Check[]
}

interface Check {
  readonly name: string
  readonly ok: boolean
  readonly ms: number
  readonly error?: string
}

const MAX_CHECK_MS = 60_000

/** `programs`: the folder of the bundles. */
export async function selfTest(programs: URL, version: string): Promise<SelfTestReport> {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-self-test-'))
  const checks: Check[] = []
  try {
    for (const [name, check] of Object.entries(createChecks(fileURLToPath(programs), folder, version)))
      checks.push(await run(name, check))
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const { node, electron, chrome } = process.versions
  return { ok: checks.every(({ ok }) => ok), version, runtime: { node, electron, chrome }, checks }
}

async function run(name: string, check: () => unknown): Promise<Check> {
  const start = performance.now()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new Error('no answer'))
  }, MAX_CHECK_MS)
  const ended = (error?: unknown): Check => ({
    name,
    ok: error === undefined,
    ms: Math.round(performance.now() - start),
    ...(error === undefined ? {} : { error: error instanceof Error ? error.message : 'failed' }),
  })
  try {
    const work = async () => {
      await check()
    }
    await Promise.race([work(), late.promise])
    return ended()
  } catch (error) {
    return ended(error ?? 'failed')
  } finally {
    clearTimeout(timer)
  }
}

function createChecks(programs: string, folder: string, version: string): Record<string, () => unknown> {
  const empty = join(folder, 'empty.sqlite')
  const list = join(folder, 'list.txt')
  const ask = async (name: string, request: unknown, workerData?: unknown) => {
    const file = () => join(programs, `${name}.js`)
    const thread = new WorkerThread<unknown, unknown>({ file, workerData, resourceLimits: {} })
    try {
      return await thread.ask(request)
    } catch (error) {
      // An error as the answer is fine too: the thread was loaded and runs.
      if (error instanceof ThreadLost) throw error
      return undefined
    } finally {
      await thread.end()
    }
  }
  return {
    sqlite: () => {
      const database = openDatabase(empty)
      database.exec("CREATE VIRTUAL TABLE texts USING fts5(text); INSERT INTO texts VALUES ('a whale')")
      expect(database.get('SELECT text FROM texts WHERE texts MATCH ?', 'whale') !== undefined)
      database.close()
    },
    zstd: () => {
      const bytes = Buffer.alloc(10_000, 'chain')
      expect(zstdDecompressSync(zstdCompressSync(bytes)).equals(bytes))
    },
    'query-worker': () => ask('query-worker', {}, { path: empty }),
    'ledger-worker': () =>
      ask(
        'ledger-worker',
        { verb: 'forget', source: null, address: null },
        { archive: empty, ledgers: join(folder, 'ledgers.sqlite') },
      ),
    'list-worker': async () => {
      writePrivateFile(list, 'transfer(address,uint256)\n')
      const job = { name: 'test', source: list, bytes: 26, target: join(folder, 'list.bin') }
      expect((await ask('list-worker', job)) === 'made')
    },
    'bytecode-worker': async () => {
      expect(isDeepStrictEqual(await ask('bytecode-worker', '0x00'), []))
    },
    'svg-worker': async () => {
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
      expect((await ask('svg-worker', svg)) instanceof Uint8Array)
    },
    'node-worker': () =>
      firstMessage(join(programs, 'node-worker.js'), {
        rpcUrl: 'http://127.0.0.1:1',
        dataDir: join(folder, 'nodes'),
        mayDownload: false,
      }),
    // Uses the core's own client: its sample chain is a server on loopback.
    core: () => askCore(join(folder, 'data'), pathToFileURL(join(programs, 'node-worker.js')), version),
    fonts: () => {
      const assets = join(programs, '..', 'renderer', 'assets')
      const fonts = existsSync(assets) ? readdirSync(assets).filter((name) => name.endsWith('.woff2')) : []
      expect(fonts.length > 0)
      for (const name of fonts) expect(readFileSync(join(assets, name)).toString('latin1', 0, 4) === 'wOF2')
    },
  }
}

function expect(holds: boolean): void {
  if (!holds) throw new Error('It gave another result than it should.')
}

/** The first message of a thread. Rejects if the thread fails or ends before it. */
async function firstMessage(file: string, workerData: unknown): Promise<unknown> {
  const worker = new Worker(file, { workerData, execArgv: [], stderr: true })
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => {
        reject(new Error('The thread has ended without an answer.'))
      })
    })
  } finally {
    await worker.terminate()
  }
}

/** Starts a core over the sample chain, and calls it by its socket as another program would. */
async function askCore(dataDir: string, nodeWorker: URL, version: string): Promise<void> {
  const log = () => undefined
  const services = createLocalServices({ dataDir, worker: nodeWorker, log })
  const core = await createCore({
    dataDir,
    host: 'loopback',
    version,
    vault: 'session',
    callHost: (name) => Promise.reject(new Error(`The self-test has no ${name}.`)),
    services,
    log,
  })
  const socket = await openCoreSocket(dataDir, core.server, log)
  try {
    const transport = await connectToRunningCore(dataDir)
    if (!transport) throw new Error('The socket of the core is not heard.')
    const client = createRpcClient(transport)
    const tested = await client.call('sources.test', { id: 'sample' })
    transport.close()
    if (!tested.ok) throw new Error(`The sample chain is not read: ${tested.error.code}.`)
  } finally {
    socket?.close()
    core.close()
    await services.close()
  }
}
