import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { KeyState } from '#shared/rpc/contract/key-state.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { expectFailure } from '../testing/expect-failure.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { noNodes } from '../nodes/testing/no-nodes.ts'
import { reportReachability, reportResponse } from './report-response.ts'
import { createSources, type Sources } from './sources.ts'

const OFFLINE = { code: 'offline', host: 'eth.blockscout.com' } as const
const fails = (error: ChainglassError) => () => Promise.reject(new ChainglassFailure(error))
const succeeds = () => Promise.resolve('rows')

let store: Store
let sources: Sources
let key: KeyState
const start = () => {
  sources = createSources({
    store,
    sampleUrl: () => Promise.reject(new Error('not needed')),
    followNode: (node) => noNodes.follow(node),
    keyState: () => key,
  })
}
beforeEach(() => {
  key = { state: 'none' }
  store = openStore({ dataDir: ':memory:' })
  start()
})
afterEach(() => {
  sources.close()
  store.close()
})
const last = () => sources.viewOf('eth').last

describe('what is known of a source', () => {
  test('a poll that does not get through shows that it can not be reached; the next one that does, that it can', async () => {
    await reportResponse(sources, 'eth', succeeds)
    await expect(reportReachability(sources, 'eth', fails(OFFLINE))).rejects.toThrow()
    expect(last()).toEqual({ ok: false, error: OFFLINE })
    await reportReachability(sources, 'eth', succeeds)
    expect(last()).toMatchObject({ ok: true })
  })

  test('an answer that there is no such thing is an answer', async () => {
    await expect(reportResponse(sources, 'eth', fails(OFFLINE))).rejects.toThrow()
    await expect(reportResponse(sources, 'eth', fails({ code: 'not_found' }))).rejects.toThrow()
    expect(last()).toMatchObject({ ok: true })
  })

  test('a poll that changes nothing of it is not told to the windows', async () => {
    await reportResponse(sources, 'eth', succeeds)
    const before = last()
    await reportReachability(sources, 'eth', succeeds)
    await expect(reportReachability(sources, 'eth', fails({ code: 'cancelled' }))).rejects.toThrow()
    expect(last()).toBe(before)
  })
})

describe('an instance that answered without a key, and now asks for one', () => {
  const host = 'mine.example'
  const refuse = (id: string, error: ChainglassError) =>
    expectFailure(reportResponse(sources, id, fails(error)))
  const add = () =>
    sources.add({
      kind: 'instance',
      name: 'Mine',
      baseUrl: 'https://mine.example',
      auth: 'x-api-key',
      coin: { symbol: 'ETH', decimals: 18 },
    }).id
  const named = { code: 'unauthorized', hadKey: false, reason: 'key_now_needed', host } as const

  test.each([
    ['401', { code: 'unauthorized', hadKey: false, host }, {}],
    ['410', { code: 'bad_response', kind: 'gone', host }, {}],
    [
      '403',
      { code: 'forbidden', byWhom: 'instance', serverMessage: 'Use the Pro API', host },
      { serverMessage: 'Use the Pro API' },
    ],
  ] as const)('is said so, whatever its status is: %s', async (_status, error, more) => {
    const id = add()
    await reportResponse(sources, id, succeeds)
    sources.close()
    // The fact is also known at the next start.
    start()
    expect(await refuse(id, error)).toEqual({ ...named, ...more })
    expect(sources.viewOf(id).last).toEqual({ ok: false, error: { ...named, ...more } })
  })

  test('one that is built in was open when the program was written', async () => {
    expect(await refuse('eth', { code: 'unauthorized', hadKey: false, host })).toEqual(named)
  })

  test('nothing is said of one that never answered, that has a key, or that refuses one thing', async () => {
    const id = add()
    const wants = { code: 'unauthorized', hadKey: false, host } as const
    expect(await refuse(id, wants)).toEqual(wants)
    await reportResponse(sources, id, succeeds)
    const gone = { code: 'bad_response', kind: 'gone', host } as const
    expect(await refuse(id, gone)).toEqual(gone)
    const restricted = {
      code: 'forbidden',
      byWhom: 'instance',
      serverMessage: 'Restricted access',
      host,
    } as const
    expect(await refuse(id, restricted)).toEqual(restricted)
    key = { state: 'set', ends: '4f2a', kept: 'session' }
    const wrong = { code: 'unauthorized', hadKey: true, host } as const
    expect(await refuse(id, wrong)).toEqual(wrong)
    expect(await refuse(id, wants)).toEqual(wants)
  })
})
