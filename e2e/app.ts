/**
 * What every spec starts from: the real loopback host as its own process, in a data folder of its own, and a page that
 * fails the test on any console error, uncaught error or CSP violation.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

const ROOT = join(import.meta.dirname, '..')
const NODE = join(ROOT, 'node_modules', '.bin', 'node')

export interface App {
  /** The address with its launch token. */
  readonly url: string
  readonly origin: string
  readonly process: ChildProcess
  /** Resolves when the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

export interface StartAppOptions {
  readonly source?: string
  readonly port?: number
  readonly dataDir?: string
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
}

/** Starts `npm start -- --web`'s host and waits for its ready line. Rejects with what it said where it ends instead. */
export async function startApp(options: StartAppOptions = {}): Promise<App> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'chainglass-e2e-'))
  const child = spawn(
    NODE,
    [
      join(ROOT, 'out', 'node', 'web.js'),
      '--no-open',
      '--port',
      String(options.port ?? 0),
      '--data-dir',
      dataDir,
      ...(options.source ? ['--source', options.source] : []),
      ...(options.args ?? []),
    ],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...options.env } },
  )
  const ended = once(child, 'exit')
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said += `${line}\n`
      const ready = /Chainglass is ready: (http:\S+)/.exec(line)?.[1]
      if (ready) resolve(ready)
    })
    void ended.then(() => {
      reject(new Error(`The host ended before it was ready:\n${said}`))
    })
  })
  return {
    url,
    origin: new URL(url).origin,
    process: child,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Where a place of the app is, with the token, so that a spec can open it as a first page. */
export function placeUrl(app: App, path: string): string {
  const { origin, hash } = new URL(app.url)
  return `${origin}${path}${hash}`
}

interface Fixtures {
  /** Complaints of the page that a test expects; everything else fails it. `test.use({ complaints: { expected: [...] } })` */
  readonly complaints: { readonly expected: readonly RegExp[] }
}

export const test = base.extend<Fixtures>({
  complaints: { expected: [] },
  page: async ({ page, complaints }, use) => {
    const heard = watch(page)
    await use(page)
    const unexpected = heard.filter((line) => !complaints.expected.some((pattern) => pattern.test(line)))
    expect(unexpected, 'console errors, uncaught errors and CSP violations').toEqual([])
  },
})

function watch(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}
