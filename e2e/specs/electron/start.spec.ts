/** `npm start` and Electron's runtime: downloaded once where possible; else the loopback host, soon and with the reason. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { crc32 } from 'node:zlib'
import { expect, test } from '../../app.ts'
import { createTempFolder, removeFolder } from '../../folders.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** A mirror where nobody listens. */
const NOWHERE = 'http://127.0.0.1:2/'
const { version } = JSON.parse(
  readFileSync(join(ROOT, 'node_modules', 'electron', 'package.json'), 'utf8'),
) as { version: string }
const ARTIFACT = `electron-v${version}-${process.platform}-${process.arch}.zip`

test.describe.configure({ mode: 'parallel' })
test.skip(process.platform !== 'linux', 'the fake runtime of these tests is a shell script')

let folder: string
let checkout: string
test.beforeEach(() => {
  folder = createTempFolder()
  // Nothing may be run by way of a shell.
  checkout = join(folder, 'a checkout & more')
  mkdirSync(checkout)
})
test.afterEach(() => {
  removeFolder(folder)
})

/** Makes a checkout like this one, installed and built, but without Electron's runtime. */
function makeCheckout() {
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(ROOT, file), join(checkout, file))
  cpSync(join(ROOT, 'scripts'), join(checkout, 'scripts'), { recursive: true })
  const modules = join(checkout, 'node_modules')
  mkdirSync(join(modules, 'electron'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    // A download that failed is remembered in the cache: each checkout has its own.
    if (name !== 'electron' && name !== '.cache')
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  for (const name of ['package.json', 'install.js', 'index.js', 'checksums.json'])
    cpSync(join(ROOT, 'node_modules', 'electron', name), join(modules, 'electron', name))
  mkdirSync(join(checkout, 'out'))
  symlinkSync(join(ROOT, 'out', 'node'), join(checkout, 'out', 'node'))
  writeFileSync(join(checkout, 'out', 'built'), '')
}

interface Mirror {
  readonly url: string
  readonly requests: readonly string[]
  readonly close: () => void
}

async function startMirror(respond: (path: string, response: ServerResponse) => void): Promise<Mirror> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    respond(request.url ?? '', response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    requests,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Runs the start script to its end, or until its output matches `until`. Returns the output and the time it took. */
async function npmStart(
  mirrorUrl: string,
  options: {
    until?: RegExp
    env?: Record<string, string>
    args?: string[]
    switches?: readonly string[]
    /** Ends it then. */
    stopWhen?: () => boolean
  } = {},
) {
  const began = Date.now()
  const child = spawn(
    process.execPath,
    [
      join(checkout, 'scripts', 'start.mjs'),
      ...(options.switches ?? ROOTS_SWITCH),
      '--no-open',
      '--data-dir',
      join(checkout, 'data'),
      ...(options.args ?? []),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        DISPLAY: ':99',
        ELECTRON_MIRROR: mirrorUrl,
        electron_config_cache: join(checkout, 'cache'),
        ...options.env,
      },
    },
  )
  let output = ''
  const ended = once(child, 'exit') as Promise<[number | null]>
  const matched = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (options.until?.test(output)) resolve()
      })
  })
  const { stopWhen } = options
  if (stopWhen) {
    await expect.poll(() => stopWhen() || child.exitCode !== null).toBe(true)
    child.kill('SIGTERM')
  }
  await Promise.race([matched, ended])
  const ms = Date.now() - began
  if (options.until) {
    await expect.poll(() => output).toMatch(/Chainglass is ready: http/)
    child.kill('SIGTERM')
  }
  const [code] = await ended
  return { output, ms, code }
}

/** Electron does not run as root without it, and CI often runs as root. */
const ROOTS_SWITCH = process.getuid?.() === 0 ? ['--no-sandbox'] : []

const FALLBACK = /Opening in the browser: .*\n/

test('the runtime is downloaded once, and started with the app and its arguments', async () => {
  makeCheckout()
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" > "${join(checkout, 'arguments')}"\n`
  const zip = zipOf({ electron: script, version: `v${version}` })
  const { url, requests, close } = await startMirror((path, response) => {
    if (path.endsWith('SHASUMS256.txt'))
      response.end(`${createHash('sha256').update(zip).digest('hex')} *${ARTIFACT}\n`)
    else if (path.endsWith(ARTIFACT)) response.end(zip)
    else response.writeHead(404).end()
  })
  const env = { electron_use_remote_checksums: '1' }
  const first = await npmStart(url, { env, args: ['--source', 'http://127.0.0.1:1'] })
  expect(first.output).toContain("Fetching Electron's runtime (once")
  expect(first.code).toBe(0)
  expect(readFileSync(join(checkout, 'arguments'), 'utf8').trim().split('\n')).toEqual([
    checkout,
    ...ROOTS_SWITCH,
    '--no-open',
    '--data-dir',
    join(checkout, 'data'),
    '--source=http://127.0.0.1:1',
  ])
  const count = requests.length
  expect(requests.some((path) => path.endsWith(ARTIFACT))).toBe(true)
  const second = await npmStart(url, { env })
  expect(second.output).not.toContain('Fetching')
  expect(second.code).toBe(0)
  expect(requests).toHaveLength(count)
  close()
})

/** A fake runtime: a shell script. */
function makeRuntime(script: string): Record<string, string> {
  const own = join(checkout, 'own')
  mkdirSync(own)
  writeFileSync(join(own, 'electron'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return { ELECTRON_OVERRIDE_DIST_PATH: own }
}

test('a runtime of one’s own is used as it is', async () => {
  makeCheckout()
  const { output } = await npmStart(NOWHERE, { env: makeRuntime('echo started "$1"') })
  expect(output.trim()).toBe(`started ${checkout}`)
})

test('an Electron that dies before its window leads to the browser, with its last words', async () => {
  makeCheckout()
  const env = makeRuntime('echo "FATAL: no usable sandbox" >&2\nkill -TRAP $$')
  const { output } = await npmStart(NOWHERE, { until: FALLBACK, env })
  expect(output).toContain(
    'Opening in the browser: Electron ended before it opened a window: FATAL: no usable sandbox\n',
  )
})

test('an Electron that opens no window leads to the browser', async () => {
  makeCheckout()
  const env = { ...makeRuntime('exec sleep 600'), CHAINGLASS_ELECTRON_START_MS: '1000' }
  const { output } = await npmStart(NOWHERE, { until: FALLBACK, env })
  expect(output).toContain('Opening in the browser: Electron opened no window in 1 seconds.\n')
})

test('an app that had opened and then dies is not opened a second time', async () => {
  makeCheckout()
  const env = makeRuntime('touch "$CHAINGLASS_STARTED_FILE"\nexit 3')
  const { output, code } = await npmStart(NOWHERE, { env })
  expect(output).not.toContain('browser')
  expect(code).toBe(3)
})

test('the app says when its window is there: then its end is its own', async () => {
  makeCheckout()
  for (const name of ['main', 'preload', 'renderer'])
    symlinkSync(join(ROOT, 'out', name), join(checkout, 'out', name))
  const standIn = join(ROOT, 'e2e', 'electron-stand-in', 'electron')
  const file = join(folder, 'started')
  const started = npmStart(NOWHERE, {
    env: {
      ...makeRuntime(
        `"${standIn}" --ozone-platform=headless "$@" & app=$!; trap 'kill $app' TERM; wait $app`,
      ),
      CHAINGLASS_STARTED_FILE: file,
    },
    stopWhen: () => existsSync(file),
  })
  expect((await started).output).not.toContain('Opening in the browser')
  expect(existsSync(file)).toBe(true)
})

test('as root, without the switch that lets it, the browser opens', async () => {
  test.skip(process.getuid?.() !== 0, 'this needs root')
  makeCheckout()
  const { output } = await npmStart(NOWHERE, {
    until: FALLBACK,
    env: makeRuntime('echo started'),
    switches: [],
  })
  expect(output).toContain('Opening in the browser: Electron does not run as root.\n')
})

test('offline, the browser opens: the second time at once', async () => {
  makeCheckout()
  const first = await npmStart(NOWHERE, { until: FALLBACK })
  expect(first.output).toContain('Fetching')
  expect(FALLBACK.exec(first.output)?.[0]).toMatch(/could not be fetched \(ECONNREFUSED\)\..*ELECTRON_MIRROR/)
  const second = await npmStart(NOWHERE, { until: FALLBACK })
  expect(second.output).not.toContain('Fetching')
  expect(FALLBACK.exec(second.output)?.[0]).toMatch(/\(ECONNREFUSED\)\. It is tried again tomorrow/)
  // Another way to it is worth an attempt.
  const third = await npmStart('http://127.0.0.1:3/', { until: FALLBACK })
  expect(third.output).toContain('Fetching')
})

/** `findElectron` of the checkout, with limits that nobody has to wait for. */
async function findElectron(
  mirrorUrl: string,
  options: { limits?: Limits; env?: Record<string, string> } = {},
): Promise<{ path?: string; why?: string }> {
  const before = { ...process.env }
  Object.assign(process.env, {
    DISPLAY: ':99',
    ELECTRON_MIRROR: mirrorUrl,
    electron_config_cache: join(checkout, 'cache'),
    ...options.env,
  })
  try {
    const scripts = (await import(pathToFileURL(join(checkout, 'scripts', 'electron-runtime.mjs')).href)) as {
      findElectron: (options: object) => Promise<{ path?: string; why?: string }>
    }
    return await scripts.findElectron({ args: ROOTS_SWITCH, ...options.limits })
  } finally {
    process.env = before
  }
}
interface Limits {
  readonly firstByteMs?: number
  readonly stalledMs?: number
  readonly totalMs?: number
}

const FAULTS: Readonly<
  Record<
    string,
    { respond: (path: string, response: ServerResponse) => void; limits?: Limits; reason: RegExp }
  >
> = {
  'that hangs': {
    respond: () => undefined,
    limits: { firstByteMs: 300 },
    reason: /\(no answer\)\. It is tried again tomorrow/,
  },
  'that stops in the middle': {
    respond: (_path, response) => {
      response.writeHead(200, { 'content-length': '110000000' })
      response.write(Buffer.alloc(2_000_000))
    },
    limits: { stalledMs: 500 },
    reason: /\(it came no further, after 2 MB\)\. The next start goes on with it/,
  },
  'that is too slow': {
    respond: (_path, response) => {
      response.writeHead(200, { 'content-length': '110000000' })
      const timer = setInterval(() => response.write(Buffer.alloc(20_000)), 20)
      response.on('close', () => {
        clearInterval(timer)
      })
    },
    limits: { totalMs: 1_000 },
    reason: /\(too slow, after \d+ MB\)/,
  },
  'that has no such file': {
    respond: (_path, response) => void response.writeHead(404).end(),
    reason: /\(Response code 404\)/,
  },
  'that serves a damaged file': {
    respond: (_path, response) => void response.end(Buffer.alloc(50_000, 'damaged')),
    reason: /\(checksum, after 0 MB\)/i,
  },
}
for (const [name, { respond, limits = {}, reason }] of Object.entries(FAULTS)) {
  test(`a mirror ${name} is given up, and the reason is said`, async () => {
    makeCheckout()
    const { url, close } = await startMirror(respond)
    const { why } = await findElectron(url, { limits })
    expect(why).toMatch(reason)
    expect(existsSync(join(checkout, 'node_modules', 'electron', 'path.txt'))).toBe(false)
    close()
  })
}

test('what broke off is gone on with, not begun again', async () => {
  makeCheckout()
  const zip = zipOf({ electron: '#!/bin/sh\n', version: `v${version}`, ballast: 'x'.repeat(300_000) })
  const asked: (string | undefined)[] = []
  const { url, close } = await startMirror((path, response) => {
    if (path.endsWith('SHASUMS256.txt')) {
      response.end(`${createHash('sha256').update(zip).digest('hex')} *${ARTIFACT}\n`)
      return
    }
    const { range } = response.req.headers
    asked.push(range)
    const from = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
    response.writeHead(range === undefined ? 200 : 206, {
      etag: '"1"',
      'content-length': String(zip.length - from),
    })
    // The connection breaks in the middle of the first attempt.
    if (asked.length === 1) response.write(zip.subarray(0, 200_000), () => response.socket?.end())
    else response.end(zip.subarray(from))
  })
  const env = { electron_use_remote_checksums: '1' }
  const { why } = await findElectron(url, { env })
  expect(why).toMatch(
    /\((?:the connection broke|other side closed|ECONNRESET), after .*The next start goes on with it/,
  )
  expect((await findElectron(url, { env })).path).toContain(join('electron', 'dist', 'electron'))
  expect(asked[0]).toBeUndefined()
  expect(asked[1]).toMatch(/^bytes=[1-9]\d+-$/)
  close()
})

test('a damaged zip is told, and the next start tries again', async () => {
  makeCheckout()
  const zip = Buffer.alloc(50_000, 'damaged')
  const { url, requests, close } = await startMirror((path, response) => {
    if (path.endsWith('SHASUMS256.txt'))
      response.end(`${createHash('sha256').update(zip).digest('hex')} *${ARTIFACT}\n`)
    else response.end(zip)
  })
  const env = { electron_use_remote_checksums: '1' }
  expect((await findElectron(url, { env })).why).toMatch(/could not be fetched/)
  const count = requests.length
  await findElectron(url, { env })
  expect(requests.length).toBeGreaterThan(count)
  close()
})

test('the runtime is fetched by the proxy that npm is set to', async () => {
  makeCheckout()
  const asked: string[] = []
  const proxy = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(404).end()
  })
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  const env = { npm_config_https_proxy: `http://127.0.0.1:${String(port)}` }
  const { why } = await findElectron('https://electron.invalid/', { env })
  expect(why).toMatch(/could not be fetched/)
  expect(asked).toEqual(['electron.invalid:443'])
  proxy.close()
})

/** Makes a zip of small uncompressed files. All are executable. */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const body = Buffer.from(text)
    const sum = crc32(body)
    const local = Buffer.alloc(30 + name.length)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt32LE(sum, 14)
    local.writeUInt32LE(body.length, 18)
    local.writeUInt32LE(body.length, 22)
    local.writeUInt16LE(name.length, 26)
    local.write(name, 30)
    const central = Buffer.alloc(46 + name.length)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(0x0314, 4) // made on Unix: the mode below counts
    central.writeUInt16LE(20, 6)
    central.writeUInt32LE(sum, 16)
    central.writeUInt32LE(body.length, 20)
    central.writeUInt32LE(body.length, 24)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE((0o100755 << 16) >>> 0, 38)
    central.writeUInt32LE(offset, 42)
    central.write(name, 46)
    parts.push(local, body)
    directory.push(central)
    offset += local.length + body.length
  }
  const size = directory.reduce((sum, one) => sum + one.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}
