// Finds Electron's runtime, or fetches it once: since version 42 its package installs without it.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { dirname, join } from 'node:path'
import { findElectronProblem } from './electron-system.mjs'
import { node, ROOT } from './setup.mjs'

/** A download that failed before its first byte is not tried again for a day: each attempt keeps a person waiting. */
const RETRY_AFTER_MS = 24 * 60 * 60_000

/**
 * `{ path }` of the executable, or `{ why }` there is none, in words. Never throws. `args` are those of the app; other
 * options are for tests.
 */
export async function findElectron({
  args = [],
  folder = join(ROOT, 'node_modules', 'electron'),
  ...limits
} = {}) {
  try {
    const path = await findRuntime(folder, limits)
    const problem = process.platform === 'linux' ? findElectronProblem(path, args) : undefined
    return problem === undefined ? { path } : { why: problem }
  } catch (error) {
    return { why: error.message }
  }
}

/** Throws an Error, in words for a person, where it can't be had. */
async function findRuntime(folder, limits) {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    throw new Error('there is no display for a desktop window.')
  const there = installed(folder)
  if (there) return there
  const cache = join(dirname(folder), '.cache', 'chainglass-electron')
  const attempt = readFailedAttempt(cache)
  if (attempt) throw failure(attempt.why, true)
  console.log("Fetching Electron's runtime (once; about 110 MB) ...")
  const { why, bytes } = await fetchRuntime(folder, cache, limits)
  const path = installed(folder)
  if (path) return path
  if (bytes > 0) throw failure(`${why}, after ${megabytes(bytes)}`, false)
  writeFailedAttempt(cache, why)
  throw failure(why, true)
}

const failure = (why, isRemembered) =>
  new Error(
    `Electron's runtime could not be fetched (${why}). ${isRemembered ? 'It is tried again tomorrow, or at once' : 'The next start goes on with it, or gets it'} from the mirror that ELECTRON_MIRROR names.`,
  )

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

/** Runs fetch-electron.mjs and shows how far it is. Gives why it failed, or '', and how many bytes had come. */
async function fetchRuntime(folder, cache, limits) {
  mkdirSync(cache, { recursive: true })
  const child = spawn(
    node(),
    ['--use-system-ca', join(ROOT, 'scripts', 'fetch-electron.mjs'), folder, cache, JSON.stringify(limits)],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...proxySettings(process.env) } },
  )
  let errors = ''
  let bytes = 0
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text))
  createInterface({ input: child.stdout }).on('line', (line) => {
    bytes = Number(line)
    if (process.stdout.isTTY) process.stdout.write(`\r  ${megabytes(bytes)}  `)
  })
  // Ctrl-C ends both: what was fetched stays for the next start.
  const onInterrupt = () => {
    child.kill()
    process.exit(130)
  }
  process.once('SIGINT', onInterrupt)
  const why = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) => resolve(code === 0 ? '' : reason(errors)))
  })
  process.off('SIGINT', onInterrupt)
  if (process.stdout.isTTY && bytes > 0) process.stdout.write('\n')
  return { why, bytes }
}

const megabytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(0)} MB`

/** npm's settings of a proxy and of its certificates, in the words of Node. */
export function proxySettings(env) {
  const first = (...names) => names.map((name) => env[name]).find((value) => value)
  const settings = {
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: first('HTTP_PROXY', 'http_proxy', 'npm_config_proxy'),
    HTTPS_PROXY: first('HTTPS_PROXY', 'https_proxy', 'npm_config_https_proxy', 'npm_config_proxy'),
    NO_PROXY: first('NO_PROXY', 'no_proxy', 'npm_config_noproxy'),
    NODE_EXTRA_CA_CERTS: first('NODE_EXTRA_CA_CERTS', 'npm_config_cafile'),
  }
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}

const attemptFile = (cache) => join(cache, 'failed.json')
/** A mirror or a proxy that was set meanwhile is worth an attempt. */
const route = () => JSON.stringify([process.env.ELECTRON_MIRROR ?? '', proxySettings(process.env)])

function readFailedAttempt(cache) {
  try {
    const attempt = JSON.parse(readFileSync(attemptFile(cache), 'utf8'))
    return attempt.route === route() && Date.now() - attempt.at < RETRY_AFTER_MS ? attempt : undefined
  } catch {
    return undefined
  }
}

function writeFailedAttempt(cache, why) {
  rmSync(attemptFile(cache), { force: true })
  writeFileSync(attemptFile(cache), JSON.stringify({ at: Date.now(), why, route: route() }))
}

const reason = (errors) =>
  /(ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|no answer|it came no further|too slow|the connection broke|other side closed|checksum|Response code \d+|end of central directory|invalid[^\n]*|corrupt[^\n]*)/i.exec(
    errors,
  )?.[1] ??
  /Error: ([^\n]{1,120})/.exec(errors)?.[1] ??
  'its installer failed'
