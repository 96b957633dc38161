/** `npm run api` as a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { freePort } from '#platform/testing/free-port.ts'
import { builtProgram } from '#platform/testing/built-program.ts'
import { ended } from './anvil.ts'
import { until } from './until.ts'

export interface ApiProcess {
  readonly child: ChildProcess
  out: string
  errors: string
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>
  /** The entry that is run instead of the built one. */
  readonly entry?: string
}

/** Ends with the test. */
export function spawnApi(
  args: readonly string[],
  { env = {}, entry = builtProgram('service') }: StartOptions = {},
): ApiProcess {
  const child = spawn(process.execPath, [entry, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  onTestFinished(() => ended(child))
  const run = { child, out: '', errors: '' }
  child.stdout.on('data', (part: Buffer) => (run.out += part.toString()))
  child.stderr.on('data', (part: Buffer) => (run.errors += part.toString()))
  return run
}

export interface Health {
  readonly status: number
  readonly body: {
    readonly status: string
    readonly chains: readonly {
      readonly state: string
      readonly head: number | null
      readonly lag: number
      readonly seconds_behind?: number
      readonly replica_seconds_behind?: number
      readonly message?: string
    }[]
  }
}

/** A process of a cluster, at a port of its own, which it keeps when it is killed and started again. */
export class Api {
  readonly port: number
  readonly origin: string
  readonly #args: readonly string[]
  readonly #options: StartOptions
  run: ApiProcess

  private constructor(port: number, args: readonly string[], options: StartOptions) {
    this.port = port
    this.origin = `http://127.0.0.1:${String(port)}`
    this.#args = [...args, '--port', String(port)]
    this.#options = options
    this.run = spawnApi(this.#args, options)
  }

  /** Resolves when it has said that it is ready. */
  static async start(args: readonly string[], options: StartOptions = {}): Promise<Api> {
    const api = new Api(await freePort(), args, options)
    await api.ready()
    return api
  }

  /** Without waiting. */
  restart() {
    this.run = spawnApi(this.#args, this.#options)
  }

  async ready() {
    const { run } = this
    await until('the ready line', () => run.out.includes('is ready: ') || run.child.exitCode !== null)
    if (run.child.exitCode !== null) throw new Error(`It ended: ${run.errors}`)
  }

  kill(): Promise<void> {
    return ended(this.run.child)
  }

  async health(): Promise<Health> {
    const { status, text } = await this.get('/health')
    return { status, body: JSON.parse(text) as Health['body'] }
  }

  async get(path: string): Promise<{ readonly status: number; readonly text: string }> {
    const response = await fetch(`${this.origin}${path}`)
    return { status: response.status, text: await response.text() }
  }

  /** Details for the message of a test that waited in vain. */
  async seen(): Promise<unknown> {
    return [await this.health().catch(String), this.run.errors.slice(-2_000)]
  }
}

/** The process ended by itself: its exit code, and what it said. */
export async function endOf(
  run: ApiProcess,
): Promise<{ readonly code: number | null; readonly said: string }> {
  await until('it ends', () => run.child.exitCode !== null, { seen: () => run.errors })
  return { code: run.child.exitCode, said: run.errors.trim() }
}
