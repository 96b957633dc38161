import { request } from 'node:http'
import { mkdtempSync, writeFileSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { linkTo, startLoopbackHost, type LoopbackHost, type LoopbackHostOptions } from './loopback-host.ts'
import { createOfferedFiles, type OfferedFiles } from './offered-files.ts'
import { readRendererFiles } from './renderer-files.ts'
import { bridgeOf, openLinkAsPage } from './testing/enter-host.ts'

let host: LoopbackHost
let folder: string
let theme: 'light' | undefined
let offered: OfferedFiles
/** The time of the offers' clock, in ms. */
let time = 0
const heard: string[] = []
const logged: string[] = []
/** Errors that would have ended the process. */
const uncaught: unknown[] = []
const onUncaught = (error: unknown) => void uncaught.push(error)
let lose: (error?: ChainglassError) => void = () => undefined

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-web-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(
    join(folder, 'index.html'),
    '<html lang="en"><meta name="csp-nonce" content="%CSP_NONCE%"><p>page</p>',
  )
  writeFileSync(join(folder, 'assets', 'a-1.js'), `/* ${'x'.repeat(4_000)} */`)
  theme = 'light'
  offered = createOfferedFiles(folder, () => time)
  heard.length = 0
  logged.length = 0
  uncaught.length = 0
  process.on('uncaughtException', onUncaught)
  host = await start({ headersMs: 1_000 })
})

afterEach(async () => {
  await host.close()
  process.off('uncaughtException', onUncaught)
  expect(uncaught).toEqual([])
  rmSync(folder, { recursive: true })
})

const start = (limits: NonNullable<LoopbackHostOptions['limits']>) =>
  startLoopbackHost({
    port: 0,
    files: readRendererFiles(folder),
    offered,
    theme: () => theme,
    log: (line) => logged.push(line),
    limits,
    link: {
      connect: (window) => {
        lose = window.onLost
        return {
          receive: (frame) => {
            const text = Buffer.from(frame).toString()
            heard.push(text)
            window.send(Buffer.from(`echo ${text}`))
          },
          close: () => heard.push('closed'),
        }
      },
    },
  })

function get(path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      request({ host: '127.0.0.1', port: host.port, path, ...options }, (response) => {
        let body = ''
        response.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')))
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
        })
      })
        .on('error', reject)
        .end()
    },
  )
}

/** The result of a WebSocket attempt: `open`, or the HTTP status of its refusal. */
function attempt(path: string, protocols: string[], origin?: string, hostHeader?: string): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${String(host.port)}${path}`, protocols, {
    ...(origin === undefined ? {} : { origin }),
    ...(hostHeader === undefined ? {} : { headers: { host: hostHeader } }),
  })
  return new Promise((resolve) => {
    socket.on('open', () => {
      socket.close()
      resolve('open')
    })
    socket.on('unexpected-response', (_, response) => {
      resolve(String(response.statusCode))
    })
    socket.on('error', () => undefined)
  })
}

const origin = () => host.origins.plain
const openedLink = () => linkTo(origin(), host.createCode())

/** The protocols of a page that was opened by a fresh link. */
async function proven(link = openedLink()): Promise<string[]> {
  const admission = await openLinkAsPage(link)()
  if (admission.kind !== 'proven') throw new Error(admission.kind)
  return [...admission.protocols]
}

async function openBridge(): Promise<WebSocket> {
  const link = openedLink()
  const { url, headers } = bridgeOf(link)
  const socket = new WebSocket(url, await proven(link), { headers })
  await once(socket, 'open')
  return socket
}

describe('the page', () => {
  it('is served at every path of the router, with a strict policy and a fresh nonce each time', async () => {
    const first = await get('/s/sample/address/0x00')
    const second = await get('/')
    expect(first.status).toBe(200)
    const policy = String(first.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('unsafe')
    const nonce = /content="([^"]+)"/.exec(first.body)?.[1] ?? ''
    expect(policy).toContain(`'nonce-${nonce}'`)
    expect(second.body).not.toContain(nonce)
    expect(first.headers['access-control-allow-origin']).toBeUndefined()
    expect(first.headers['x-content-type-options']).toBe('nosniff')
  })

  it('serves only what was built, GET and HEAD, and gzip where it is taken', async () => {
    expect((await get('/assets/a-1.js')).body).toHaveLength(4_006)
    expect(
      (await get('/assets/a-1.js', { headers: { 'accept-encoding': 'gzip' } })).headers['content-encoding'],
    ).toBe('gzip')
    expect((await get('/assets/a-1.js', { method: 'HEAD' })).body).toBe('')
    for (const path of [
      '/../../package.json',
      '/%2e%2e/%2e%2e/package.json',
      '/assets/..%2f..%2fx.js',
      '/missing.js',
    ])
      expect((await get(path)).status, path).toBe(404)
    expect((await get('/', { method: 'POST' })).status).toBe(405)
  })

  it('answers to its own name only, so that a rebound DNS name reads nothing', async () => {
    expect((await get('/', { headers: { host: 'evil.example' } })).status).toBe(421)
    for (const name of ['localhost', 'f00.localhost'])
      expect((await get('/', { headers: { host: `${name}:${String(host.port)}` } })).status, name).toBe(421)
    expect((await get('/', { headers: { host: new URL(host.origins.named).host } })).status).toBe(200)
    expect((await get('/probe.gif')).headers['content-type']).toBe('image/gif')
  })

  it('takes no other form of its name, nor upgrades where page and host are named alike', async () => {
    const port = String(host.port)
    const { host: named } = new URL(host.origins.named)
    const protocols = await proven()
    for (const name of [
      `evil.example:${port}`,
      `127.0.0.1.:${port}`,
      `127.0.0.1:${port}.`,
      '127.0.0.1',
      '127.0.0.1:',
      `127.1:${port}`,
      `2130706433:${port}`,
      `0x7f.0.0.1:${port}`,
      `[::1]:${port}`,
      `[::ffff:127.0.0.1]:${port}`,
      `localhost.:${port}`,
      `LOCALHOST:${port}`,
      named.toUpperCase(),
      named.replace('.localhost', '.localhost.'),
      `evil.${named}`,
      `${named}@evil.example`,
      `evil.example, ${named}`,
    ]) {
      expect((await get('/', { headers: { host: name } })).status, name).toBe(421)
      const page = [`origin: http://${name}`, `sec-websocket-protocol: ${protocols.join(', ')}`].join('\r\n')
      const raw = upgrade('/bridge', page).replace(/^host: .*$/m, () => `host: ${name}`)
      expect(await open(raw).ended, name).toMatch(/^HTTP\/1\.1 421 /)
    }
    expect(await open(`GET / HTTP/1.0\r\n\r\n`).ended).toMatch(/^HTTP\/1\.1 421 /)
    // A second name does not count, nor does one in the path.
    const twice = `GET / HTTP/1.1\r\nhost: evil.example\r\nhost: ${named}\r\nconnection: close\r\n\r\n`
    expect(await open(twice).ended).toMatch(/^HTTP\/1\.1 421 /)
    const absolute = `GET http://${named}/ HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n`
    expect(await open(absolute).ended).toMatch(/^HTTP\/1\.1 421 /)
    expect(heard).toEqual([])
  })
})

/** A raw connection, with everything received until it ended. */
function open(send = '', allowHalfOpen = false) {
  const socket = connect({ port: host.port, host: '127.0.0.1', allowHalfOpen })
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  socket.on('error', () => undefined)
  socket.write(send)
  const ended = new Promise<string>((resolve) =>
    socket.once(allowHalfOpen ? 'end' : 'close', () => {
      resolve(text)
    }),
  )
  return { socket, ended }
}

/** Whether a connection to the host's port at this address is accepted. */
const isHeard = (address: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port: host.port, host: address })
    socket.setTimeout(2_000, () => socket.destroy())
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => undefined)
    socket.once('close', () => {
      resolve(false)
    })
  })

const upgrade = (path: string, more = '') =>
  [
    `GET ${path} HTTP/1.1`,
    `host: 127.0.0.1:${String(host.port)}`,
    'connection: upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
    more,
    '\r\n',
  ].join('\r\n')

describe('whatever is sent to it', () => {
  const PATHS = [
    '//',
    '//evil.example/x',
    '///',
    '/%',
    '/%00',
    '*',
    'http://[',
    'http://127.0.0.1//',
    '/?//',
    '/\\',
  ]
  it.each(PATHS)('%s is answered, and the host goes on', async (path) => {
    const status = Number(
      /^HTTP\/1\.1 (\d+)/.exec(
        await open(upgrade(path).replace(/connection: upgrade\r\nupgrade: .*\r\n/, 'connection: close\r\n'))
          .ended,
      )?.[1],
    )
    expect([200, 404]).toContain(status)
    expect(await open(upgrade(path)).ended).toMatch(/^HTTP\/1\.1 404/)
    expect((await get('/')).status).toBe(200)
    expect(logged).toEqual([])
  })

  it('a refused upgrade that is reset at once does not end the host', async () => {
    for (let n = 0; n < 50; n++) {
      const { socket, ended } = open()
      await once(socket, 'connect')
      socket.write(upgrade('/bridge', 'x: y'))
      socket.resetAndDestroy()
      await ended
    }
    expect((await get('/')).status).toBe(200)
  })

  it('a refused upgrade is ended from this side too, so that none stays half open', async () => {
    const halfOpen = Array.from({ length: 20 }, () => open(upgrade('/bridge'), true))
    for (const { ended } of halfOpen) expect(await ended).toMatch(/^HTTP\/1\.1 403/)
    // Nobody reads or ends the other direction: writes to it make the host reset it.
    for (const { socket } of halfOpen) {
      const closed = new Promise((resolve) => socket.once('close', resolve))
      const write = () => {
        if (socket.writable) socket.write('x', () => setImmediate(write))
      }
      write()
      await closed
    }
  })

  it('1,000 connections that never speak keep nobody out, and one alone ends', async () => {
    expect(await open().ended).toMatch(/^HTTP\/1\.1 408 /)
    await host.close()
    // None of them is given up here for its time: what comes makes its own room.
    host = await start({ headersMs: 600_000, requestMs: 600_000 })
    const silent: Socket[] = []
    const ended: Promise<string>[] = []
    for (let n = 0; n < 1_000; n++) {
      const one = open()
      silent.push(one.socket)
      ended.push(one.ended)
    }
    await Promise.all(silent.filter(({ connecting }) => connecting).map((socket) => once(socket, 'connect')))
    let openSockets = ended.length
    for (const each of ended) void each.then(() => (openSockets -= 1))
    await expect.poll(() => openSockets).toBe(512)
    expect((await get('/')).status).toBe(200)
    expect(await attempt('/bridge', await proven(), origin())).toBe('open')
  })

  it('is heard on this machine only', async () => {
    const elsewhere = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    const others = ['127.0.0.2', ...elsewhere.filter(({ internal }) => !internal).map((one) => one.address)]
    for (const address of others) expect(await isHeard(address), address).toBe(false)
    expect(await isHeard('127.0.0.1')).toBe(true)
    // A browser tries ::1 first for a name below localhost: another program there would pass for the host.
    const hasIpv6 = elsewhere.some((one) => one.address === '::1')
    expect(await isHeard('::1')).toBe(hasIpv6)
  })

  it('what a handler throws is a 500 and a line of the log', async () => {
    const broken = await startLoopbackHost({
      port: 0,
      files: {
        file: () => {
          throw new Error('broken')
        },
        page: () => '',
      },
      link: { connect: () => ({ receive: () => undefined, close: () => undefined }) },
      log: (line) => logged.push(line),
    })
    const status = await new Promise((resolve) =>
      request({ port: broken.port, host: '127.0.0.1', path: '/' }, (response) => {
        resolve(response.statusCode)
      }).end(),
    )
    expect(status).toBe(500)
    expect(logged.join()).toContain('broken')
    await broken.close()
  })
})

describe('a page of ours', () => {
  it('has the theme of the settings before any script runs', async () => {
    expect((await get('/')).body).toContain('<html data-theme="light" lang="en">')
    expect((await get('/s/sample')).body).toContain('data-theme="light"')
    theme = undefined
    expect((await get('/')).body).toContain('<html lang="en">')
  })

  it('is in no frame of another', async () => {
    expect(String((await get('/')).headers['content-security-policy'])).toContain("frame-ancestors 'none'")
  })

  it('has no service worker, and none can be put under its name', async () => {
    for (const path of ['/assets/a-1.js', '/', '/theme-before-paint.js'])
      expect((await get(path, { headers: { 'service-worker': 'script' } })).status, path).toBe(403)
  })
})

describe('the bridge', () => {
  it('opens with a proof and our origin, and carries texts both ways', async () => {
    const socket = await openBridge()
    expect(socket.protocol).toBe('chainglass')
    socket.send('{"a":1}')
    const [message] = (await once(socket, 'message')) as [Buffer]
    expect(message.toString()).toBe('echo {"a":1}')
    socket.close()
    await once(socket, 'close')
    await expect.poll(() => heard).toEqual(['{"a":1}', 'closed'])
  })

  it('refuses a missing or wrong proof, another origin, another host, and other paths', async () => {
    expect(await attempt('/bridge', await proven(), origin())).toBe('open')
    expect(await attempt('/bridge', ['chainglass'], origin())).toBe('401')
    const [, answer = ''] = await proven()
    expect(await attempt('/bridge', ['chainglass', `${answer}x`], origin())).toBe('401')
    expect(await attempt('/bridge', ['chainglass', 'x'.repeat(answer.length)], origin())).toBe('401')
    expect(await attempt('/bridge', ['chainglass', host.createCode()], origin())).toBe('401')
    const localhost = `localhost:${String(host.port)}`
    expect(await attempt('/bridge', await proven(), 'http://evil.example')).toBe('403')
    expect(await attempt('/bridge', await proven(), host.origins.named)).toBe('403')
    expect(await attempt('/bridge', await proven())).toBe('403')
    expect(await attempt('/bridge', await proven(), origin(), 'evil.example')).toBe('421')
    expect(await attempt('/bridge', await proven(), `http://${localhost}`, localhost)).toBe('421')
    expect(await attempt('/other', await proven(), origin())).toBe('404')
  })

  it('gives no other page a challenge', async () => {
    const path = `/challenge?key=${'k'.repeat(43)}&nonce=${'n'.repeat(43)}`
    const ask = async (headers: Record<string, string>) =>
      (await get(path, { method: 'POST', headers })).status
    expect(await ask({ origin: 'http://evil.example' })).toBe(403)
    expect(await ask({})).toBe(403)
    expect(await ask({ origin: 'null' })).toBe(403)
    expect(await ask({ origin: origin() })).toBe(401)
  })

  it('opens by a link once, and under a name of this launch only', async () => {
    const link = linkTo(host.origins.named, host.createCode())
    expect(new URL(link).search).toBe('')
    expect(new URL(link).hostname).toMatch(/^[0-9a-f]{32}\.localhost$/)
    const { url, headers } = bridgeOf(link)
    const socket = new WebSocket(url, await proven(link), { headers })
    await once(socket, 'open')
    socket.close()
    await expect(proven(link)).rejects.toThrow('refused')
  })

  it('tells a window whose core has died to come again', async () => {
    const socket = await openBridge()
    lose()
    const [code] = (await once(socket, 'close')) as [number]
    expect(code).toBe(1012)
  })

  it.each([
    [
      { code: 'storage', kind: 'full' },
      { code: 'storage', kind: 'full' },
    ],
    [
      { code: 'internal', reference: 'ü'.repeat(100) },
      { code: 'internal', reference: 'start' },
    ],
  ] as const)('tells a window why the core could not start again: %j', async (error, said) => {
    const socket = await openBridge()
    lose(error)
    const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
    expect(code).toBe(1012)
    expect(JSON.parse(reason.toString())).toEqual(said)
  })
})

describe('files that are offered for download', () => {
  const NAME = 'chainglass-address-transactions (2).csv'
  let file: string
  beforeEach(() => {
    mkdirSync(join(folder, 'exports'))
    file = join(folder, 'exports', NAME)
    writeFileSync(file, 'a,b\r\n1,2\r\n')
  })

  it('one is given once, whole, to be saved and never shown', async () => {
    const path = offered.offer(file)
    const { status, headers, body } = await get(path, { headers: { 'sec-fetch-site': 'same-origin' } })
    expect({ status, body }).toEqual({ status: 200, body: 'a,b\r\n1,2\r\n' })
    expect(headers).toMatchObject({
      'content-disposition': `attachment; filename="${NAME}"`,
      'content-length': '10',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect((await get(path)).status).toBe(404)
  })

  it('not to a page of another origin, not under another name of the host, not after a minute', async () => {
    const path = offered.offer(file)
    expect((await get(path, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(404)
    expect((await get(path, { headers: { host: 'evil.example' } })).status).toBe(421)
    expect((await get(path, { method: 'HEAD' })).status).toBe(404)
    time += 60_001
    expect((await get(path)).status).toBe(404)
  })

  it.each([
    '/download/',
    '/download/../index.html',
    '/download/%2e%2e%2findex.html',
    `/download/${encodeURIComponent(NAME)}`,
    `/download/${NAME.replaceAll(' ', '%20')}`,
  ])('%s leads to no file', async (path) => {
    offered.offer(file)
    expect((await get(path)).status).toBe(404)
  })

  it('what is not in the folder of exports is not offered, by a link in it neither', () => {
    const secret = join(folder, 'chainglass.sqlite')
    writeFileSync(secret, 'mine')
    symlinkSync(secret, join(folder, 'exports', 'link.csv'))
    for (const other of [
      secret,
      join(folder, 'exports', '..', 'chainglass.sqlite'),
      join(folder, 'exports', 'link.csv'),
      join(folder, 'exports'),
      join(folder, 'exports', 'missing.csv'),
    ])
      expect(() => offered.offer(other), other).toThrow()
  })

  it('one that is deleted before it is taken is not found', async () => {
    const path = offered.offer(file)
    rmSync(file)
    expect((await get(path)).status).toBe(404)
  })
})
