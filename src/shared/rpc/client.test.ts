import { describe, expect, test } from 'vitest'
import { createRpcClient } from './client.ts'
import type { ClientMessage, ServerMessage } from './messages.ts'

/** A client, and the other end of its connection. */
function connectTestClient() {
  const sent: ClientMessage[] = []
  let receive: (message: ServerMessage) => void = () => undefined
  let setState: (state: 'open' | 'lost') => void = () => undefined
  const client = createRpcClient({
    send: (message) => sent.push(message),
    onMessage: (listener) => (receive = listener),
    onState: (listener) => (setState = listener),
  })
  return {
    client,
    sent,
    receive: (message: ServerMessage) => {
      receive(message)
    },
    setState: (state: 'open' | 'lost') => {
      setState(state)
    },
  }
}

describe('a call', () => {
  test('resolves with its own reply, in whatever order replies come', async () => {
    const { client, receive } = connectTestClient()
    const first = client.call('app.info', {})
    const second = client.call('keys.list', {})
    receive({ verb: 'reply', id: 2, result: { ok: true, data: 'second' } })
    receive({ verb: 'reply', id: 1, result: { ok: false, error: { code: 'internal', reference: 'x' } } })
    expect(await second).toEqual({ ok: true, data: 'second' })
    expect(await first).toEqual({ ok: false, error: { code: 'internal', reference: 'x' } })
  })

  test('that is aborted is cancelled in the core, and its late reply is dropped', async () => {
    const { client, sent, receive } = connectTestClient()
    const controller = new AbortController()
    const call = client.call('app.info', {}, { signal: controller.signal })
    controller.abort()
    receive({ verb: 'reply', id: 1, result: { ok: true, data: 'late' } })
    expect(await call).toEqual({ ok: false, error: { code: 'cancelled' } })
    expect(sent.at(-1)).toEqual({ verb: 'cancel', id: 1 })
  })

  test('that is aborted before it is sent is never sent', async () => {
    const { client, sent } = connectTestClient()
    const call = await client.call('app.info', {}, { signal: AbortSignal.abort() })
    expect(call).toEqual({ ok: false, error: { code: 'cancelled' } })
    expect(sent).toEqual([])
  })

  test('ends as offline when the connection is lost, and while it is', async () => {
    const { client, sent, setState } = connectTestClient()
    const running = client.call('app.info', {})
    setState('lost')
    const offline = { ok: false, error: { code: 'offline', reason: 'core_lost' } }
    expect(await running).toEqual(offline)
    expect(await client.call('app.info', {})).toEqual(offline)
    expect(sent).toHaveLength(1)
  })
})

describe('a subscription', () => {
  test('gets its events until it is ended', () => {
    const { client, sent, receive } = connectTestClient()
    const themes: unknown[] = []
    const stop = client.subscribe('settings.changed', {}, ({ theme }) => themes.push(theme))
    receive({ verb: 'event', id: 1, data: { theme: 'dark' } })
    stop()
    receive({ verb: 'event', id: 1, data: { theme: 'light' } })
    stop()
    expect(themes).toEqual(['dark'])
    expect(sent.map(({ verb }) => verb)).toEqual(['subscribe', 'unsubscribe'])
  })

  test('is sent again when a lost connection is back, one that was ended meanwhile is not', () => {
    const { client, sent, setState } = connectTestClient()
    client.subscribe('settings.changed', {}, () => undefined)
    const stop = client.subscribe('recent.changed', {}, () => undefined)
    setState('lost')
    stop()
    client.subscribe('sources.changed', {}, () => undefined)
    expect(sent).toHaveLength(2)
    setState('open')
    expect(sent.slice(2)).toMatchObject([{ event: 'settings.changed' }, { event: 'sources.changed' }])
  })

  test('that the server refuses is told why, and is not sent again', () => {
    const { client, sent, receive, setState } = connectTestClient()
    const errors: unknown[] = []
    client.subscribe('settings.changed', {}, () => undefined, errors.push.bind(errors))
    receive({ verb: 'ended', id: 1, error: { code: 'not_found' } })
    setState('lost')
    setState('open')
    expect(errors).toEqual([{ code: 'not_found' }])
    expect(sent).toHaveLength(1)
  })
})
