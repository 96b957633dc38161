// Finds Electron's runtime, or fetches it once: since version 42 its package installs without it.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NODE, ROOT } from './setup.mjs'

/** A mirror that hangs must not keep a person from their app: after this the browser opens instead. */
const STALLED_MS = 12_000

/** `{ path }` of the executable, or `{ why }` there is none, in words. */
export async function findElectron() {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    return { why: 'there is no display for a desktop window.' }
  }
  const there = installed()
  if (there) return { path: there }
  console.log("Fetching Electron's runtime (once) ...")
  const why = await fetchRuntime()
  const path = installed()
  return path ? { path } : { why: `Electron's runtime could not be fetched (${why}).` }
}

function installed() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const folder = join(ROOT, 'node_modules', 'electron')
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

/** Runs the package's own install script; gives why it failed, or ''. Ends it when it makes no headway. */
function fetchRuntime() {
  return new Promise((resolve) => {
    const child = spawn(NODE, [join(ROOT, 'node_modules', 'electron', 'install.js')], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      env: { ...process.env, ELECTRON_GET_NO_PROGRESS: '' },
    })
    let said = ''
    let stalled = false
    const give = () => {
      stalled = true
      try {
        process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
      } catch {
        // It has ended meanwhile.
      }
    }
    let timer = setTimeout(give, STALLED_MS)
    const heard = (chunk) => {
      said = (said + chunk).slice(-4000)
      clearTimeout(timer)
      timer = setTimeout(give, STALLED_MS)
    }
    child.stdout.on('data', heard)
    child.stderr.on('data', heard)
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code) => {
      clearTimeout(timer)
      if (stalled) resolve('no answer')
      else resolve(code === 0 ? '' : reason(said))
    })
  })
}

const reason = (said) =>
  /(ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|checksum|HTTPError[^\n]*|invalid[^\n]*)/i.exec(
    said,
  )?.[1] ?? 'its installer failed'
