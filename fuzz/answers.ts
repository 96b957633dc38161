/** Targets: what a server answers, in any dialect, down to the bytes of HTTP. */
import * as fc from 'fast-check'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { readCursor } from '#core/api-client/request/cursor.ts'
import { readDetailBody } from '#core/api-client/read/read-detail.ts'
import { readPageBody } from '#core/api-client/read/read-page.ts'
import { mergeCursor } from '#core/api-client/request/build-list-query.ts'
import { createResponseError } from '#core/api-client/request/error-response.ts'
import { readImageSize } from '#core/media/image-size.ts'
import { detectImageType } from '#core/media/image-type.ts'
import { exchange } from '#platform/http/exchange.ts'
import { HttpError } from '#platform/http/http-error.ts'
import { DETAIL_IDS } from '#shared/lists/detail-table.ts'
import { DIALECTS } from '#shared/lists/dialects.ts'
import { LIST_IDS, LISTS } from '#shared/lists/list-table.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { cursorFormat } from '#service/http/cursor.ts'
import { InvalidParameter } from '#service/http/invalid-parameter.ts'
import { recorded, samplePages } from './seeds.ts'
import type { Target } from './target.ts'

const TRACE =
  '[{"action":{"callType":"call","from":"0x' +
  'a'.repeat(40) +
  '","gas":"0x5208","input":"0x","to":null,"value":"0x0"},"logs":[{"address":"0x"}],"result":{"gasUsed":"0x0"},"subtraces":1,"traceAddress":[0,1],"type":"call"}]'
const FOUND =
  '[{"type":"token","name":"USD Coin","symbol":"USDC","address_hash":"0x' +
  'a'.repeat(40) +
  '"},{"type":"metadata_tag","address_hash":"0x","metadata":{"name":"x","meta":{}}},{"type":"block","block_number":"1"}]'
const isFailure = (error: unknown) => error instanceof ChainglassFailure
const key = 'a-key-of-one-s-own'

export const ANSWERS: readonly Target[] = [
  {
    name: 'pages',
    inputs: 600,
    seeds: async () => [
      ...(await samplePages()).map(({ body }) => body),
      ...['address-withdrawals', 'token-transfers', 'token-instances'].map(recorded),
    ],
    grammar: fc.json({ maxDepth: 6 }).map((json) => `{"items":[${json}],"next_page_params":${json}}`),
    run: (body) => {
      for (const list of LIST_IDS) {
        const page = readPageBody(body, { list, counted: new Map(), host: 'host' })
        // The result goes to the page as JSON.
        JSON.stringify(page)
      }
    },
    isDeclared: isFailure,
  },
  {
    name: 'details',
    inputs: 1_000,
    seeds: () => [recorded('transaction'), recorded('refusal'), TRACE, FOUND],
    run: (body) => {
      for (const id of DETAIL_IDS) JSON.stringify(readDetailBody(body, id, 'host'))
    },
    isDeclared: isFailure,
  },
  {
    name: 'refusals',
    inputs: 1_500,
    seeds: () => [
      recorded('refusal'),
      '"Internal server error"',
      '<title>No</title>',
      '{"errors":[{"source":{"pointer":"/a"}}]}',
    ],
    run: (body) => {
      for (const status of [400, 401, 403, 404, 429, 500])
        JSON.stringify(createResponseError({ status, body, host: 'host', key, retryAfterMs: 0 }))
    },
  },
  {
    name: 'cursors',
    inputs: 1_500,
    seeds: () => [recorded('next-page-params'), '{"block_number":1,"index":2,"items_count":50}'],
    grammar: fc.json(),
    run: (text) => {
      const params: unknown = JSON.parse(text)
      const cursor = readCursor(params)
      if (!cursor) return
      const query = mergeCursor({}, cursor, LISTS['address-transactions'].filters)
      const sent = new Map(new URLSearchParams(query))
      for (const list of LIST_IDS) for (const dialect of DIALECTS) cursorFormat(list, dialect).read(sent)
    },
    isDeclared: (error) => error instanceof SyntaxError || error instanceof InvalidParameter,
  },
  {
    name: 'http',
    inputs: 800,
    seeds: () => [
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
      'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 3\r\n\r\n\u001f\u008b\u0008',
      'HTTP/1.1 302 Found\r\nlocation: //elsewhere.test/\r\ncontent-length: 0\r\n\r\n',
      'HTTP/1.1 103 Hint\r\n\r\nHTTP/1.1 429 No\r\nretry-after: 1\r\ncontent-length: 0\r\n\r\n',
    ],
    run: overSocket,
    isDeclared: (error) => error instanceof HttpError,
  },
  {
    name: 'images',
    inputs: 5_000,
    seeds: () => [
      '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0\u0002\0\0\0\u0002\0\u0008\u0006\0\0\0',
      '\u00ff\u00d8\u00ff\u00e0\0\u0004\0\0\u00ff\u00c0\0\u000b\u0008\u0002\0\u0002\0\u0003\u0001',
      'GIF89a\u0002\0\u0002\0\u0080\0\0\0\0\0\u0001\u0001\u0001!\u00f9\u0001\0\0,\0\0\0\0\u0002\0\u0002\0\0\u0002\u0001\0\0;',
      `RIFF\0\0\0\0WEBPVP8X${'\0'.repeat(20)}`,
      `RIFF\0\0\0\0WEBPVP8L${'\0'.repeat(20)}`,
      `\0\0\0\u0018ftypavif${'\0'.repeat(20)}ispe${'\0'.repeat(16)}`,
    ],
    run: (text) => {
      const bytes = Buffer.from(text, 'latin1')
      for (const type of ['png', 'jpeg', 'gif', 'webp', 'avif']) readImageSize(`image/${type}`, bytes)
      detectImageType(bytes)
    },
  },
]

let answer = ''
let server: Promise<string> | undefined

async function overSocket(input: string): Promise<void> {
  answer = input
  server ??= serve()
  await exchange(new URL(await server), {
    redirects: 'same-host',
    maxBytes: 10_000,
    timeouts: { totalMs: 2_000 },
  })
}

async function serve(): Promise<string> {
  const listening = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(answer, 'latin1'))
  })
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  listening.unref()
  return `http://127.0.0.1:${String((listening.address() as AddressInfo).port)}/`
}
