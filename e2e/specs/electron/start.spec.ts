/** `npm start` and Electron's runtime: fetched once where it can be had, else the loopback host, soon and saying why. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { expect, test } from '../../app.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const SOON_MS = 15_000
const { version } = JSON.parse(
  readFileSync(join(ROOT, 'node_modules', 'electron', 'package.json'), 'utf8'),
) as { version: string }
const ARTIFACT = `electron-v${version}-${process.platform}-${process.arch}.zip`

test.describe.configure({ mode: 'parallel' })
test.skip(process.platform !== 'linux', 'the stand-in of the runtime in these tests is a shell script')

let checkout: string
test.beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'chainglass-start-'))
})
test.afterEach(() => {
  rmSync(checkout, { recursive: true, force: true, maxRetries: 5 })
})

/** A checkout like this one, installed and built, but with a package of Electron that nothing was fetched for yet. */
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
  readonly asked: readonly string[]
  close(): void
}

async function mirror(answer: (path: string, response: ServerResponse) => void): Promise<Mirror> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request.url ?? '', response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    asked,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Runs the start script to its end, or until it has said `until`; gives what it said and how long that took. */
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
  let said = ''
  const ended = once(child, 'exit') as Promise<[number | null]>
  const heard = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (options.until?.test(said)) resolve()
      })
  })
  await Promise.race([heard, ended])
  const ms = Date.now() - began
  if (options.until) {
    await expect.poll(() => said, { timeout: 20_000 }).toMatch(/Chainglass is ready: http/)
    child.kill('SIGTERM')
  }
  const [code] = await ended
  return { said, ms, code }
}

const INSTEAD = /Opening in the browser: .*\n/

test('the runtime is fetched once, and started with the app and what was said to it', async () => {
  makeCheckout()
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" > "${join(checkout, 'arguments')}"\n`
  const zip = zipOf({ electron: script, version: `v${version}` })
  const { url, asked, close } = await mirror((path, response) => {
    if (path.endsWith('SHASUMS256.txt'))
      response.end(`${createHash('sha256').update(zip).digest('hex')} *${ARTIFACT}\n`)
    else if (path.endsWith(ARTIFACT)) response.end(zip)
    else response.writeHead(404).end()
  })
  const env = { electron_use_remote_checksums: '1' }
  const first = await npmStart(url, { env, args: ['--source', 'http://127.0.0.1:1'] })
  expect(first.said).toContain("Fetching Electron's runtime (once")
  expect(first.code).toBe(0)
  expect(readFileSync(join(checkout, 'arguments'), 'utf8').trim().split('\n')).toEqual([
    checkout,
    '--no-open',
    '--data-dir',
    join(checkout, 'data'),
    '--source',
    'http://127.0.0.1:1',
  ])
  const count = asked.length
  expect(asked.some((path) => path.endsWith(ARTIFACT))).toBe(true)
  const second = await npmStart(url, { env })
  expect(second.said).not.toContain('Fetching')
  expect(second.code).toBe(0)
  expect(asked).toHaveLength(count)
  close()
})

test('a folder with a runtime of one’s own is taken as it is', async () => {
  makeCheckout()
  const own = join(checkout, 'own')
  mkdirSync(own)
  writeFileSync(join(own, 'electron'), `#!/bin/sh\necho started "$1"\n`, { mode: 0o755 })
  const { said } = await npmStart('http://127.0.0.1:1/', { env: { ELECTRON_OVERRIDE_DIST_PATH: own } })
  expect(said.trim()).toBe(`started ${checkout}`)
})

const TROUBLES: Readonly<
  Record<string, { answer: (path: string, response: ServerResponse) => void; words: RegExp }>
> = {
  'that hangs': { answer: () => undefined, words: /\(no answer\)/ },
  'that stops in the middle': {
    answer: (_path, response) => {
      response.writeHead(200, { 'content-length': '110000000' })
      response.write(Buffer.alloc(100_000))
    },
    words: /\((it came no further|checksum|no answer)\)/,
  },
  'that has no such file': {
    answer: (_path, response) => void response.writeHead(404).end(),
    words: /\(Response code 404\)/,
  },
  'that serves a damaged file': {
    answer: (_path, response) => void response.end(Buffer.alloc(50_000, 'damaged')),
    words: /\(checksum\)/i,
  },
}
for (const [name, { answer, words }] of Object.entries(TROUBLES)) {
  test(`a mirror ${name} leads to the browser, soon and with the reason`, async () => {
    makeCheckout()
    const { url, close } = await mirror(answer)
    const { said, ms } = await npmStart(url, { until: INSTEAD })
    expect(INSTEAD.exec(said)?.[0]).toMatch(words)
    expect(said).toMatch(/Chainglass is ready: http:\/\/127\.0\.0\.1:\d+\/#token=/)
    expect(ms).toBeLessThan(SOON_MS)
    expect(existsSync(join(checkout, 'node_modules', 'electron', 'path.txt'))).toBe(false)
    close()
  })
}

test('a mirror that is not there leads to the browser, soon and with the reason', async () => {
  makeCheckout()
  const { said, ms } = await npmStart('http://127.0.0.1:1/', { until: INSTEAD })
  expect(INSTEAD.exec(said)?.[0]).toMatch(/could not be fetched/)
  expect(ms).toBeLessThan(SOON_MS)
})

test('a zip that is none leads to the browser, and the next start tries again', async () => {
  makeCheckout()
  const zip = Buffer.alloc(50_000, 'damaged')
  const { url, asked, close } = await mirror((path, response) => {
    if (path.endsWith('SHASUMS256.txt'))
      response.end(`${createHash('sha256').update(zip).digest('hex')} *${ARTIFACT}\n`)
    else response.end(zip)
  })
  const env = { electron_use_remote_checksums: '1' }
  const { said, ms } = await npmStart(url, { until: INSTEAD, env })
  expect(INSTEAD.exec(said)?.[0]).toMatch(/could not be fetched/)
  expect(ms).toBeLessThan(SOON_MS)
  expect(asked.length).toBeGreaterThan(0)
  const again = await npmStart(url, { until: INSTEAD, env })
  expect(again.said).toContain('Fetching')
  close()
})

test('a mirror that trickles is given up as well', async () => {
  makeCheckout()
  const { url, close } = await mirror((_path, response) => {
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

/** A zip of small stored files; those without a dot are executable. */
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
