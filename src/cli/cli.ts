/** The command line, as a program. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.ts'

const ROOT = process.env.CHAINGLASS_ROOT ?? join(import.meta.dirname, '..', '..')
const BUILT = import.meta.filename.endsWith('.js')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    stopped.abort()
  })
// Whoever reads has read enough: `| head` ends so.
process.stdout.on('error', () => process.exit(0))

process.exitCode = await run(process.argv.slice(2), {
  version,
  env: process.env,
  signal: stopped.signal,
  nodeWorker: new URL(BUILT ? './node-worker.js' : '../host/node-worker.ts', import.meta.url),
  stdout: process.stdout,
  stderr: process.stderr,
})
process.exit()
