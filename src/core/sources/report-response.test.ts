import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ChainglassFailure, type ChainglassError } from '#shared/rpc/errors.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { noNodes } from '../testing/no-nodes.ts'
import { reportReachability, reportResponse } from './report-response.ts'
import { createSources, type Sources } from './sources.ts'

const OFFLINE = { code: 'offline', host: 'eth.blockscout.com' } as const
const fails = (error: ChainglassError) => () => Promise.reject(new ChainglassFailure(error))
const succeeds = () => Promise.resolve('rows')

let store: Store
let sources: Sources
beforeEach(() => {
  store = openStore({ dataDir: ':memory:' })
  sources = createSources({
    store,
    sampleUrl: () => Promise.reject(new Error('not needed')),
    followNode: (node) => noNodes.follow(node),
    keyState: () => ({ state: 'none' }),
  })
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
