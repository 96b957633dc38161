import { request } from 'node:http'
import { mkdtempSync, writeFileSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startLoopbackHost, type LoopbackHost } from './loopback-host.ts'
import { readRendererFiles } from './renderer-files.ts'

let host: LoopbackHost
let folder: string
const heard: string[] = []
let lose: () => void = () => undefined

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-web-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<meta name="csp-nonce" content="%CSP_NONCE%"><p>page</p>')
  writeFileSync(join(folder, 'assets', 'a-1.js'), `/* ${'x'.repeat(4_000)} */`)
  heard.length = 0
  host = await startLoopbackHost({
    port: 0,
    files: readRendererFiles(folder),
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
})

afterEach(async () => {
  await host.close()
  rmSync(folder, { recursive: true })
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

/** How a WebSocket attempt ends: `open`, or the HTTP status it was refused with. */
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

const origin = () => `http://127.0.0.1:${String(host.port)}`

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
    expect((await get('/', { headers: { host: `localhost:${String(host.port)}` } })).status).toBe(200)
  })
})

describe('the bridge', () => {
  it('opens with the token and our origin, and carries texts both ways', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${String(host.port)}/bridge`, ['chainglass', host.token], {
      origin: origin(),
    })
    await once(socket, 'open')
    expect(socket.protocol).toBe('chainglass')
    socket.send('{"a":1}')
    const [message] = (await once(socket, 'message')) as [Buffer]
    expect(message.toString()).toBe('echo {"a":1}')
    socket.close()
    await once(socket, 'close')
    await expect.poll(() => heard).toEqual(['{"a":1}', 'closed'])
  })

  it('refuses a missing or wrong token, another origin, another host, and other paths', async () => {
    expect(await attempt('/bridge', ['chainglass', host.token], origin())).toBe('open')
    expect(await attempt('/bridge', ['chainglass'], origin())).toBe('401')
    expect(await attempt('/bridge', ['chainglass', `${host.token}x`], origin())).toBe('401')
    expect(await attempt('/bridge', ['chainglass', 'x'.repeat(host.token.length)], origin())).toBe('401')
    expect(await attempt('/bridge', ['chainglass', host.token], 'http://evil.example')).toBe('403')
    expect(
      await attempt('/bridge', ['chainglass', host.token], `http://localhost:${String(host.port)}`),
    ).toBe('403')
    expect(await attempt('/bridge', ['chainglass', host.token])).toBe('403')
    expect(await attempt('/bridge', ['chainglass', host.token], origin(), 'evil.example')).toBe('421')
    expect(await attempt('/other', ['chainglass', host.token], origin())).toBe('404')
  })

  it('has a token of 256 bits in the fragment only', () => {
    expect(Buffer.from(host.token, 'base64url')).toHaveLength(32)
    expect(new URL(host.url).hash).toBe(`#token=${host.token}`)
    expect(new URL(host.url).search).toBe('')
  })

  it('tells a window whose core has died to come again', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${String(host.port)}/bridge`, ['chainglass', host.token], {
      origin: origin(),
    })
    await once(socket, 'open')
    lose()
    const [code] = (await once(socket, 'close')) as [number]
    expect(code).toBe(1012)
  })
})
