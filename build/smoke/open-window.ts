/**
 * `open-window.ts <command> [argument ...]`: starts the app, waits until it has opened a window, and ends it. Ends with 0
 * then; with 1 where no window came, or `--expect TEXT` (first) is not in what was said. What the smoke workflow runs.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A first start of a slow machine, with its runtime fetched. */
const LIMIT_MS = 300_000
const POLL_INTERVAL_MS = 250

const args = process.argv.slice(2)
const expected = args[0] === '--expect' ? args.splice(0, 2)[1] : undefined
const [command = '', ...rest] = args
const startedFile = join(mkdtempSync(join(tmpdir(), 'chainglass-smoke-')), 'started')
const child = spawn(command, rest, {
  stdio: ['ignore', 'pipe', 'pipe'],
  env: { ...process.env, CHAINGLASS_STARTED_FILE: startedFile },
  // npm on Windows is a script for its shell.
  shell: process.platform === 'win32' && command === 'npm',
  detached: process.platform !== 'win32',
})
let said = ''
for (const [stream, to] of [
  [child.stdout, process.stdout],
  [child.stderr, process.stderr],
] as const) {
  stream.setEncoding('utf8').on('data', (text: string) => {
    said += text
    to.write(text)
  })
}
const deadline = Date.now() + LIMIT_MS
const isDone = () => (expected === undefined ? existsSync(startedFile) : said.includes(expected))
while (!isDone() && child.exitCode === null && Date.now() < deadline)
  await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
const found = isDone()
endTree()
process.stdout.write(found ? '\nAs expected.\n' : '\nNot as expected.\n')
process.exit(found ? 0 : 1)

function endTree() {
  if (child.pid === undefined || child.exitCode !== null) return
  if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f'])
  else process.kill(-child.pid, 'SIGTERM')
}
