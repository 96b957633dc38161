// Makes the checkout ready: dependencies and build. Plain Node >= 20, because it runs before anything is installed.
import { spawn } from 'node:child_process'
import {
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeNode, findNode } from './node-runtime.mjs'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

/** Where the person stands who called a command: a path that they type is meant from there. */
export const PERSONS_FOLDER = process.env.INIT_CWD ?? process.cwd()

/**
 * Runs a program to its end, never by way of a shell, so that a path may have spaces; rejects with its exit code as `code`.
 * With `onOutput` that gets the text of its stdout and stderr; with `onErrorOutput` that gets what it says on stderr, which
 * is shown as well. Other options are those of `spawn`.
 */
export function run(command, args, { onOutput, onErrorOutput, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: onOutput
        ? ['ignore', 'pipe', 'pipe']
        : ['inherit', 'inherit', onErrorOutput ? 'pipe' : 'inherit'],
      ...options,
      env: {
        ...process.env,
        PATH: `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
        ...options.env,
      },
    })
    for (const stream of onOutput ? [child.stdout, child.stderr] : [])
      stream.setEncoding('utf8').on('data', onOutput)
    if (onErrorOutput) {
      child.stderr.setEncoding('utf8').on('data', onErrorOutput)
      child.stderr.pipe(process.stderr, { end: false })
    }
    const pass = (signal) => child.kill(signal)
    process.on('SIGINT', pass)
    process.on('SIGTERM', pass)
    child.on('error', reject)
    child.on(onOutput || onErrorOutput ? 'close' : 'exit', (code, signal) => {
      process.off('SIGINT', pass)
      process.off('SIGTERM', pass)
      if (code === 0) resolve()
      else
        reject(
          Object.assign(new Error(`${describeCommand(command, args)} ended with ${signal ?? code}`), {
            code: code ?? 1,
          }),
        )
    })
  })
}

const describeCommand = (command, [first = '', second = '']) =>
  command === node() ? `${first.replace(join(ROOT, ''), '')} ${second}`.trim() : `${command} ${first}`.trim()

/** The Node that every command of the project runs with. */
export const node = () => findNode(ROOT)

/** Runs Node, with what it is to run as the first of `args`. */
export const runNode = (args, options) => run(node(), args, options)

/** Runs a program of ours that a person called: it reads the paths they typed from where they stand. */
export const runForPerson = (args, options) => runNode(args, { cwd: PERSONS_FOLDER, ...options })

/** Commands whose package has another name. */
const PACKAGES = { playwright: '@playwright/test', tsc: 'typescript-native' }

/** Runs a command of an installed package: `vitest`, `eslint`. */
export function runBin(name, args, options) {
  const folder = join(ROOT, 'node_modules', PACKAGES[name] ?? name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return runNode([join(folder, typeof bin === 'string' ? bin : bin[name]), ...args], options)
}

/** Runs npm: the one that called us, else the one beside this Node, else one on the PATH. */
export function runNpm(args, options) {
  const script = [
    process.env.npm_execpath,
    join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ].find((path) => path?.endsWith('.js') && existsSync(path))
  return script ? run(process.execPath, [script, ...args], options) : run('npm', args, options)
}

/**
 * Runs a command of package.json. A command it started that failed has said why itself, so that only its exit code is
 * passed on; any other error is printed.
 */
export async function runScript(work) {
  try {
    await work()
  } catch (error) {
    const hasExitCode = typeof error.code === 'number'
    if (!hasExitCode) console.error(error.message)
    process.exitCode = hasExitCode ? error.code : 1
  }
}

/** npm that is ended by a signal ends only the shell it started: then this process ends too, and frees its port and files. */
export function exitWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

/** What makes the checkout ready says all of it on stderr: of the command line, stdout has rows and nothing else. */
const TO_STDERR = { stdio: ['inherit', 2, 2] }

/** Installs exactly what the lock file says, if that has not been done since it changed. */
export async function ensureInstalled() {
  const installed = join(ROOT, 'node_modules', '.package-lock.json')
  const fresh =
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(ROOT, 'package-lock.json')).mtimeMs
  if (fresh || (existsSync(installed) && sameLock(installed))) return
  console.error('Installing dependencies (once; about a minute) ...')
  await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], TO_STDERR)
  const sentence = describeNode(ROOT)
  if (sentence !== undefined) console.error(sentence)
}

/** A checkout touches the lock file's time without changing it: then its packages decide. */
function sameLock(installed) {
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || have[path]?.version === version,
  )
}

/** What every build is made of. */
const SOURCES = ['src', 'build', 'package-lock.json', 'package.json', 'vite.node.config.ts']

/** Builds the app if a source is newer than the last build. */
export async function ensureBuilt() {
  if (isBuilt('built', 'electron.vite.config.ts')) return
  console.error('Building (a few seconds) ...')
  await runNode([join('scripts', 'build.mjs'), '--quiet'], TO_STDERR)
}

/** Builds the programs of Node in out/NAME if a source is newer. */
export async function ensureNodeBuilt(name) {
  if (!isBuilt(join(name, 'built'), configOf(name))) await buildNode(name, ['--logLevel', 'error'])
}

/**
 * Builds the programs of Node in out/NAME. The folder is put in place whole, so that whoever runs what is there, or builds
 * the same at the same moment, never has a half of it.
 */
export async function buildNode(name, options) {
  const from = new Date()
  const place = join(ROOT, 'out', name)
  const [draft, old] = ['draft', 'old'].map((kind) => `${place}.${kind}-${process.pid}`)
  await runBin('vite', ['build', '--config', configOf(name), '--outDir', draft, ...options], TO_STDERR)
  writeFileSync(join(draft, 'built'), '')
  // A source that was changed while it was built is newer.
  utimesSync(join(draft, 'built'), from, from)
  try {
    if (existsSync(place)) renameSync(place, old)
    renameSync(draft, place)
  } catch (error) {
    // Another one was faster, with the same.
    if (!isBuilt(join(name, 'built'), configOf(name))) throw error
  } finally {
    for (const folder of [draft, old]) rmSync(folder, { recursive: true, force: true })
  }
}

const configOf = (name) => `vite.${name}.config.ts`

function isBuilt(stamp, ...more) {
  const built = join(ROOT, 'out', stamp)
  return (
    existsSync(built) &&
    newest([...SOURCES, ...more].map((path) => join(ROOT, path))) <= statSync(built).mtimeMs
  )
}

/** Tests are in no build. */
function newest(paths) {
  return Math.max(
    ...paths.map((path) => {
      if (path.endsWith('.test.ts') || !existsSync(path)) return 0
      const stat = statSync(path)
      if (!stat.isDirectory()) return stat.mtimeMs
      return newest(readdirSync(path).map((name) => join(path, name)))
    }),
    0,
  )
}
