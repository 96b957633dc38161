import { expect, describe, test } from 'vitest'
import { ChainglassFailure } from '../errors/failure.ts'
import type { ServerMessage } from './messages.ts'
import { createRpcServer, type Handlers, type Streams } from './server.ts'

/** A connection to a server with only these handlers and streams. Its transport writes JSON, like each of ours. */
function connectTestServer(handlers: Partial<Handlers>, streams: Partial<Streams> = {}) {
  const lines: string[] = []
  const sent: ServerMessage[] = []
  const server = createRpcServer(handlers as Handlers, streams as Streams, {
    log: (line) => lines.push(line),
    createReference: () => 'ref-1',
  })
  const connection = server.connect((message) =>
    sent.push(JSON.parse(JSON.stringify(message)) as ServerMessage),
  )
  const send = (message: object) => {
    connection.receive(message)
  }
  const request = (id: number, call: string, input: unknown = {}) => {
    send({ verb: 'request', id, call, input })
  }
  return { connection, send, request, sent, lines }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** JSON.parse can read it, JSON.stringify can not write it. */
const unsendable = (): unknown => JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)

describe('a request', () => {
  test('whose reply can not be sent is replied to with an error, and the next one is heard', async () => {
    const { request, sent, lines } = connectTestServer({
      'app.info': unsendable as never,
      'recent.clear': () => ({ wei: 1n }) as never,
      'recent.ofSources': () => ({ eth: '/tokens' }),
    })
    request(1, 'app.info')
    request(2, 'recent.clear')
    request(3, 'recent.ofSources')
    await settled()
    expect(sent).toEqual([
      { verb: 'reply', id: 1, result: { ok: false, error: { code: 'internal', reference: 'ref-1' } } },
      { verb: 'reply', id: 2, result: { ok: false, error: { code: 'internal', reference: 'ref-1' } } },
      { verb: 'reply', id: 3, result: { ok: true, data: { eth: '/tokens' } } },
    ])
    expect(lines).toHaveLength(2)
  })

  test('is replied to with the value of its handler; nothing becomes null', async () => {
    const { request, sent } = connectTestServer({
      'recent.ofSources': () => ({ eth: '/tokens' }),
      'recent.clear': () => undefined as never,
    })
    request(1, 'recent.ofSources')
    request(2, 'recent.clear')
    await settled()
    expect(sent).toEqual([
      { verb: 'reply', id: 1, result: { ok: true, data: { eth: '/tokens' } } },
      { verb: 'reply', id: 2, result: { ok: true, data: null } },
    ])
  })

  test('with wrong input never reaches its handler, and the field is named', async () => {
    const { request, sent } = connectTestServer({
      'settings.change': () => {
        throw new Error('must not be called')
      },
    })
    request(1, 'settings.change', { theme: 'neon' })
    await settled()
    expect(sent).toMatchObject([{ result: { error: { code: 'invalid_input', field: 'theme' } } }])
  })

  test('that fails is replied to with its error; a fault of ours by a reference that is in the log', async () => {
    const { request, sent, lines } = connectTestServer({
      'recent.clear': () => {
        throw new ChainglassFailure({ code: 'not_found' })
      },
      'app.info': () => {
        throw new TypeError('secret detail')
      },
    })
    request(1, 'recent.clear')
    request(2, 'app.info')
    await settled()
    expect(sent).toEqual([
      { verb: 'reply', id: 1, result: { ok: false, error: { code: 'not_found' } } },
      { verb: 'reply', id: 2, result: { ok: false, error: { code: 'internal', reference: 'ref-1' } } },
    ])
    expect(lines).toEqual([expect.stringContaining('internal ref-1 in app.info: TypeError: secret detail')])
  })

  test('that is cancelled aborts its handler and gets no reply', async () => {
    const signals: AbortSignal[] = []
    const { request, send, sent } = connectTestServer({
      'app.info': (_, { signal }) => {
        signals.push(signal)
        return new Promise(() => undefined)
      },
    })
    request(1, 'app.info')
    send({ verb: 'cancel', id: 1 })
    await settled()
    expect(signals[0]?.aborted).toBe(true)
    expect(sent).toEqual([])
  })

  test('beyond 512 that run is refused', async () => {
    const { request, sent } = connectTestServer({ 'app.info': () => new Promise(() => undefined) })
    for (let id = 1; id <= 513; id += 1) request(id, 'app.info')
    await settled()
    expect(sent).toMatchObject([{ id: 513, result: { error: { code: 'rate_limited' } } }])
  })
})

describe('a subscription', () => {
  test('gets events until it is ended or its connection is closed', () => {
    const emits: ((data: never) => void)[] = []
    let stopped = 0
    const { connection, send, sent } = connectTestServer(
      {},
      {
        'data.erased': (_, emit) => {
          emits.push(emit)
          return () => (stopped += 1)
        },
      },
    )
    for (const id of [1, 2]) send({ verb: 'subscribe', id, event: 'data.erased', input: {} })
    for (const emit of emits) emit(null as never)
    send({ verb: 'unsubscribe', id: 1 })
    connection.close()
    for (const emit of emits) emit(null as never)
    expect(sent.map(({ verb, id }) => [verb, id])).toEqual([
      ['event', 1],
      ['event', 2],
    ])
    expect(stopped).toBe(2)
  })

  test('whose event can not be sent is ended with an error', () => {
    const emits: ((data: never) => void)[] = []
    let stopped = 0
    const { send, sent } = connectTestServer(
      {},
      {
        'data.erased': (_, emit) => {
          emits.push(emit)
          return () => (stopped += 1)
        },
      },
    )
    send({ verb: 'subscribe', id: 1, event: 'data.erased', input: {} })
    for (const emit of emits) emit(unsendable() as never)
    expect(sent).toEqual([{ verb: 'ended', id: 1, error: { code: 'internal', reference: 'ref-1' } }])
    expect(stopped).toBe(1)
    for (const emit of emits) emit(null as never)
    expect(sent).toHaveLength(1)
  })

  test('that can not start is ended with the reason', () => {
    const { send, sent } = connectTestServer(
      {},
      {
        'nodes.changed': () => {
          throw new ChainglassFailure({ code: 'not_found' })
        },
      },
    )
    send({ verb: 'subscribe', id: 1, event: 'nodes.changed', input: { source: 'x' } })
    send({ verb: 'subscribe', id: 2, event: 'nodes.changed', input: {} })
    expect(sent).toMatchObject([
      { verb: 'ended', id: 1, error: { code: 'not_found' } },
      { verb: 'ended', id: 2, error: { code: 'invalid_input', field: 'source' } },
    ])
  })
})
