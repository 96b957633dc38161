/** Possible behaviours of a server, or of a proxy before it. Each is one response of the hostile server. */
import { brotliCompressSync, createGzip, gzipSync } from 'node:zlib'
import type { OutgoingHttpHeaders } from 'node:http'
import type { Behaviour } from './hostile-server.ts'

export const text =
  (body: string | Buffer, status = 200, headers: OutgoingHttpHeaders = {}): Behaviour =>
  (response) => {
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...headers,
      })
      .end(body)
  }

export const json = (value: unknown, status = 200, headers: OutgoingHttpHeaders = {}) =>
  text(JSON.stringify(value), status, headers)

export const page = (items: readonly unknown[], next: unknown = null, headers: OutgoingHttpHeaders = {}) =>
  json({ items, next_page_params: next }, 200, headers)

export const html = (status = 200, body = '<!doctype html><title>Please sign in</title><p>Wi-Fi</p>') =>
  text(body, status, { 'content-type': 'text/html' })

export const packed = (value: unknown, how: 'gzip' | 'br'): Behaviour =>
  text((how === 'gzip' ? gzipSync : brotliCompressSync)(JSON.stringify(value)), 200, {
    'content-encoding': how,
  })

/** Declares the length of the body, sends half of it, and closes the connection. */
export const cutByLength =
  (body: string): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    response.write(body.slice(0, body.length / 2), () => response.socket?.end())
  }

/** Sends half of the body in chunks and closes the connection without the last chunk. */
export const cutInChunks =
  (body: string): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(body.slice(0, body.length / 2), () => response.socket?.end())
  }

/** Sends half of the body as if it were complete. */
export const endedEarly = (body: string): Behaviour => text(body.slice(0, body.length / 2))

/** Accepts and never responds. */
export const silent: Behaviour = () => undefined

/** Sends headers and the beginning of a body, and then nothing. */
export const stalled: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"items":[')
}

/** Sends one blank after another, for ever, each within the idle timeout. */
export const dripping: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const drip = setInterval(() => response.write(' '), 5)
  response.on('close', () => {
    clearInterval(drip)
  })
}

export const reset: Behaviour = (response) => {
  response.socket?.resetAndDestroy()
}

export const notHttp: Behaviour = (response) => {
  response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n')
}

export const redirect =
  (location: string, status = 302): Behaviour =>
  (response) => {
    response.writeHead(status, { location }).end()
  }

/** Sends a hundred megabytes of blanks, compressed to a hundred kilobytes, while they are generated. */
export const bomb: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
  const packer = createGzip()
  packer.pipe(response)
  const blanks = Buffer.alloc(1024 * 1024, 0x20)
  let left = 100
  const feed = () => {
    while (left > 0) {
      left -= 1
      if (!packer.write(blanks)) {
        packer.once('drain', feed)
        return
      }
    }
    packer.end()
  }
  response.on('close', () => packer.destroy())
  feed()
}

/** Sends an endless body without a declared length. */
export const endless: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const piece = Buffer.alloc(256 * 1024, 0x20)
  const more = () => {
    while (response.writable && response.write(piece));
  }
  response.on('drain', more)
  response.on('close', () => response.off('drain', more))
  more()
}
