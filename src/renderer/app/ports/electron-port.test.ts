import { expect, test } from 'vitest'
import { createRpcClient } from '#shared/rpc/client.ts'
import { createElectronPort } from './electron-port.ts'

test('a call goes over the bridge as JSON text and its reply comes back', async () => {
  const sent: string[] = []
  let reply: (message: string) => void = () => undefined
  const core = createRpcClient(
    createElectronPort({
      send: (message) => sent.push(message),
      onMessage: (listener) => (reply = listener),
    }),
  )
  const answer = core.call('app.info', {})
  expect(sent.map((text) => JSON.parse(text) as unknown)).toEqual([
    { verb: 'request', id: 1, call: 'app.info', input: {} },
  ])
  reply(JSON.stringify({ verb: 'reply', id: 1, result: { ok: true, data: { name: 'Chainglass' } } }))
  expect(await answer).toEqual({ ok: true, data: { name: 'Chainglass' } })
})

test('why the core could not start again is said until it runs', () => {
  const statuses: unknown[] = []
  let hear: (message: string) => void = () => undefined
  const port = createElectronPort({ send: () => undefined, onMessage: (listener) => (hear = listener) })
  port.onStatus((status) => statuses.push(status))
  const error = { code: 'storage', kind: 'full' }
  hear(JSON.stringify({ verb: 'core-lost', error }))
  expect(statuses.at(-1)).toMatchObject({ state: 'lost', error })
  hear(JSON.stringify({ verb: 'reply', id: 1, result: { ok: true, data: {} } }))
  expect(statuses.at(-1)).toEqual({ state: 'open' })
})
