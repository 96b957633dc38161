// Finds Electron's runtime, or fetches it once: since version 42 its package installs without it.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NODE, ROOT } from './setup.mjs'

/** After this long without a byte the download is given up, and the app opens in the browser. */
const STALLED_MS = 9_000
/** For the whole download of about 110 MB: slower than 200 kB a second is given up too. */
const TIMEOUT_MS = 10 * 60_000
const POLL_INTERVAL_MS = 500

/** `{ path }` of the executable, or `{ why }` there is none, in words. `options` are for tests. */
export async function findElectron(options = {}) {
  const folder = options.folder ?? join(ROOT, 'node_modules', 'electron')
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    return { why: 'there is no display for a desktop window.' }
  }
  const there = installed(folder)
  if (there) return { path: there }
  console.log("Fetching Electron's runtime (once; about 110 MB) ...")
  const why = await fetchRuntime(folder, {
    stalledMs: options.stalledMs ?? STALLED_MS,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
  })
  const path = installed(folder)
  return path ? { path } : { why: `Electron's runtime could not be fetched (${why}).` }
}

function installed(folder) {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }
  if (override) {
    const path = join(override, names[process.platform] ?? 'electron')
    return existsSync(path) ? path : undefined
  }
  const pointer = join(folder, 'path.txt')
  if (!existsSync(pointer)) return undefined
  const path = join(folder, 'dist', readFileSync(pointer, 'utf8').trim())
  return existsSync(path) ? path : undefined
}

/**
 * Runs the package's own install script; gives why it failed, or ''. The script is silent while it works, so its headway
 * is what it writes: the download lies in the folder for temporary files, the rest in `dist`.
 */
async function fetchRuntime(folder, { stalledMs, timeoutMs }) {
  const temporary = mkdtempSync(join(tmpdir(), 'chainglass-electron-'))
  const child = spawn(NODE, [join(folder, 'install.js')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    env: {
      ...process.env,
      TMPDIR: temporary,
      TEMP: temporary,
      TMP: temporary,
      ELECTRON_GET_NO_PROGRESS: '1',
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))

  let gaveUp = ''
  const giveUp = (why) => {
    gaveUp = why
    try {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
  const began = Date.now()
  let written = 0
  let last = began
  const watching = setInterval(() => {
    const now = bytesIn(temporary) + bytesIn(join(folder, 'dist'))
    if (now !== written) last = Date.now()
    written = now
    if (process.stdout.isTTY && written > 0) process.stdout.write(`\r  ${megabytes(written)}  `)
    if (Date.now() - last > stalledMs) giveUp(written === 0 ? 'no answer' : 'it came no further')
    else if (Date.now() - began > timeoutMs) giveUp(`too slow: ${megabytes(written)} so far`)
  }, POLL_INTERVAL_MS)
  // Ctrl-C is meant for the fetching too, which is in a process group of its own.
  const onInterrupt = () => {
    giveUp('interrupted')
    process.exit(130)
  }
  process.once('SIGINT', onInterrupt)

  const failure = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code) => resolve(code === 0 ? '' : reason(said)))
  })
  clearInterval(watching)
  process.off('SIGINT', onInterrupt)
  if (process.stdout.isTTY && written > 0) process.stdout.write('\n')
  rmSync(temporary, { recursive: true, force: true, maxRetries: 3 })
  return gaveUp || failure
}

const megabytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(0)} MB`

function bytesIn(folder) {
  let bytes = 0
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size
    }
  } catch {
    // Files come and go while it works.
  }
  return bytes
}

const reason = (said) =>
  /(ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|checksum|Response code \d+|end of central directory|invalid[^\n]*|corrupt[^\n]*)/i.exec(
    said,
  )?.[1] ??
  /Error: ([^\n]{1,120})/.exec(said)?.[1] ??
  'its installer failed'
