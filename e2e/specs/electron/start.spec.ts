/** `npm start` and Electron's runtime: downloaded once where possible; else the loopback host, soon and with the reason. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, test } from '../../app.ts'
import { createTempFolder, removeFolder } from '../../folders.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** A mirror that hangs is given up after 8 s. A download takes minutes: the rest is for a machine under load. */
const SOON_MS = 40_000
const { version } = JSON.parse(
  readFileSync(join(ROOT, 'node_modules', 'electron', 'package.json'), 'utf8'),
) as { version: string }
const ARTIFACT = `electron-v${version}-${process.platform}-${process.arch}.zip`

test.describe.configure({ mode: 'parallel' })
test.skip(process.platform !== 'linux', 'the fake runtime of these tests is a shell script')

let checkout: string
test.beforeEach(() => {
  checkout = createTempFolder()
})
test.afterEach(() => {
  removeFolder(checkout)
})

/** Makes a checkout like this one, installed and built, but without Electron's runtime. */
function makeCheckout() {
  for (const file of ['package.json', 'package-lock.json']) cpSync(join(ROOT, file), join(checkout, file))
  cpSync(join(ROOT, 'scripts'), join(checkout, 'scripts'), { recursive: true })
  const modules = join(checkout, 'node_modules')
  mkdirSync(join(modules, 'electron'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== 'electron') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
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
  options: { until?: RegExp; env?: Record<string, string>; args?: string[] } = {},
) {
  const began = Date.now()
  const child = spawn(
    join(checkout, 'node_modules', '.bin', 'node'),
    [
      join(checkout, 'scripts', 'start.mjs'),
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
  await Promise.race([matched, ended])
  const ms = Date.now() - began
  if (options.until) {
    await expect.poll(() => output).toMatch(/Chainglass is ready: http/)
    child.kill('SIGTERM')
  }
  const [code] = await ended
  return { output, ms, code }
}

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
    '--no-open',
    '--data-dir',
    join(checkout, 'data'),
    '--source',
    'http://127.0.0.1:1',
  ])
  const count = requests.length
  expect(requests.some((path) => path.endsWith(ARTIFACT))).toBe(true)
  const second = await npmStart(url, { env })
  expect(second.output).not.toContain('Fetching')
  expect(second.code).toBe(0)
  expect(requests).toHaveLength(count)
  close()
})

test('a runtime of one’s own is used as it is', async () => {
  makeCheckout()
  const own = join(checkout, 'own')
  mkdirSync(own)
  writeFileSync(join(own, 'electron'), `#!/bin/sh\necho started "$1"\n`, { mode: 0o755 })
  const { output } = await npmStart('http://127.0.0.1:1/', { env: { ELECTRON_OVERRIDE_DIST_PATH: own } })
  expect(output.trim()).toBe(`started ${checkout}`)
})

const FAULTS: Readonly<
  Record<string, { respond: (path: string, response: ServerResponse) => void; reason: RegExp }>
> = {
  'that hangs': { respond: () => undefined, reason: /\(no answer\)/ },
  'that stops in the middle': {
    respond: (_path, response) => {
      response.writeHead(200, { 'content-length': '110000000' })
      response.write(Buffer.alloc(100_000))
    },
    reason: /\((it came no further|checksum|no answer)\)/,
  },
  'that has no such file': {
    respond: (_path, response) => void response.writeHead(404).end(),
    reason: /\(Response code 404\)/,
  },
  'that serves a damaged file': {
    respond: (_path, response) => void response.end(Buffer.alloc(50_000, 'damaged')),
    reason: /\(checksum\)/i,
  },
}
for (const [name, { respond, reason }] of Object.entries(FAULTS)) {
  test(`a mirror ${name} leads to the browser, soon and with the reason`, async () => {
    makeCheckout()
    const { url, close } = await startMirror(respond)
    const { output, ms } = await npmStart(url, { until: FALLBACK })
    expect(FALLBACK.exec(output)?.[0]).toMatch(reason)
    expect(output).toMatch(/Chainglass is ready: http:\/\/[0-9a-f]{32}\.localhost:\d+\/#code=/)
    expect(ms).toBeLessThan(SOON_MS)
    expect(existsSync(join(checkout, 'node_modules', 'electron', 'path.txt'))).toBe(false)
    close()
  })
}

test('a missing mirror leads to the browser, soon and with the reason', async () => {
  makeCheckout()
  const { output, ms } = await npmStart('http://127.0.0.1:1/', { until: FALLBACK })
  expect(FALLBACK.exec(output)?.[0]).toMatch(/could not be fetched/)
  expect(ms).toBeLessThan(SOON_MS)
})

test('a damaged zip leads to the browser, and the next start retries', async () => {
  makeCheckout()
  const zip = Buffer.alloc(50_000, 'damaged')
  const { url, requests, close } = await startMirror((path, response) => {
    if (path.endsWith('SHASUMS256.txt'))
      response.end(`${createHash('sha256').update(zip).digest('hex')} *${ARTIFACT}\n`)
    else response.end(zip)
  })
  const env = { electron_use_remote_checksums: '1' }
  const { output, ms } = await npmStart(url, { until: FALLBACK, env })
  expect(FALLBACK.exec(output)?.[0]).toMatch(/could not be fetched/)
  expect(ms).toBeLessThan(SOON_MS)
  expect(requests.length).toBeGreaterThan(0)
  const next = await npmStart(url, { until: FALLBACK, env })
  expect(next.output).toContain('Fetching')
  close()
})

test('a mirror that is too slow is given up', async () => {
  makeCheckout()
  const { url, close } = await startMirror((_path, response) => {
    response.writeHead(200, { 'content-length': '110000000' })
    const timer = setInterval(() => response.write(Buffer.alloc(20_000)), 100)
    response.on('close', () => {
      clearInterval(timer)
    })
  })
  const before = { ...process.env }
  Object.assign(process.env, {
    DISPLAY: ':99',
    ELECTRON_MIRROR: url,
    electron_config_cache: join(checkout, 'cache'),
  })
  const { findElectron } = (await import(join(checkout, 'scripts', 'electron-runtime.mjs'))) as {
    findElectron: (options: object) => Promise<{ why?: string }>
  }
  const { why } = await findElectron({ stalledMs: 8_000, timeoutMs: 4_000 })
  process.env = before
  expect(why).toMatch(/too slow: \d+ MB so far/)
  close()
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
