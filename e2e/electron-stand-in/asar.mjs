// Code and files out of an archive, in the main process, in a utility process and in their threads. As in Electron they
// can be read whole, listed and imported; what wants a real file (a descriptor, a database) does not find one.
import { extractFile, listPackage, statFile } from '@electron/asar'
import fs from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import { fileURLToPath } from 'node:url'
import threads from 'node:worker_threads'

/** The archive and the path in it; undefined for any other path. */
function split(path) {
  const text = path instanceof URL ? fileURLToPath(path) : typeof path === 'string' ? path : ''
  const [, archive, inside] = /^(.*?\.asar)[\\/](.+)$/.exec(text) ?? []
  return archive === undefined
    ? undefined
    : { archive, inside: inside.replaceAll('\\', '/').replace(/\/$/, '') }
}

function missing(path) {
  return Object.assign(new Error(`ENOENT: no such file or directory, open '${String(path)}'`), {
    code: 'ENOENT',
  })
}

function find({ archive, inside }) {
  try {
    return statFile(archive, inside)
  } catch {
    return undefined
  }
}

function read(at, path, options) {
  const found = find(at)
  if (!found || 'files' in found) throw missing(path)
  const bytes = extractFile(at.archive, at.inside)
  const encoding = typeof options === 'string' ? options : options?.encoding
  return encoding ? bytes.toString(encoding) : bytes
}

function list({ archive, inside }) {
  return listPackage(archive, { isPack: false })
    .filter((path) => path.startsWith(`/${inside}/`))
    .map((path) => path.slice(inside.length + 2))
    .filter((name) => !name.includes('/'))
}

const { existsSync, readFileSync, readdirSync } = fs
const { readFile } = fs.promises
Object.assign(fs, {
  existsSync: (path) => {
    const at = split(path)
    return at ? find(at) !== undefined : existsSync(path)
  },
  readFileSync: (path, options) => {
    const at = split(path)
    return at ? read(at, path, options) : readFileSync(path, options)
  },
  readdirSync: (path, options) => {
    const at = split(path)
    return at ? list(at) : readdirSync(path, options)
  },
})
fs.promises.readFile = async (path, options) => {
  const at = split(path)
  return at ? read(at, path, options) : readFile(path, options)
}

/** Node gives its threads what it was started with; one that is given other arguments needs this too. */
threads.Worker = class extends threads.Worker {
  constructor(file, options = {}) {
    const execArgv = options.execArgv ?? process.execArgv
    super(file, { ...options, execArgv: [...execArgv, '--import', import.meta.url] })
  }
}
syncBuiltinESMExports()

const inArchive = (url) => url.startsWith('file:') && split(new URL(url)) !== undefined
registerHooks({
  resolve(specifier, context, next) {
    const isPath = /^(\.{0,2}\/|file:)/.test(specifier)
    if (!isPath) return next(specifier, context)
    const { href } = new URL(specifier, context.parentURL)
    return inArchive(href) ? { url: href, shortCircuit: true } : next(specifier, context)
  },
  load(url, context, next) {
    if (!inArchive(url)) return next(url, context)
    // The app's own manifest says so of every `.js`.
    const format = url.endsWith('.cjs') ? 'commonjs' : 'module'
    return { format, source: fs.readFileSync(new URL(url), 'utf8'), shortCircuit: true }
  },
})
