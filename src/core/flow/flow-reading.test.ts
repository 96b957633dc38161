/** Tests the partial graph while the lists of its address are read. */
import { afterEach, expect, test } from 'vitest'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import type { ChainReader } from '#service/chain-reader.ts'
import { openLedger } from '../testing/open-ledger.ts'

const NOW = Date.UTC(2026, 9, 7, 12)
const sample = createSampleChain({ seed: 'one', transactions: 6_000, now: () => NOW })
const [{ address } = { address: '' }] = sample.suggestedAddresses()

/** The sample chain, which stops after a number of pages of an address's transactions. */
function createHaltingChain(pages: number) {
  const asked: (string | null)[] = []
  const goOn = Promise.withResolvers<undefined>()
  const halted = Promise.withResolvers<undefined>()
  const reader: ChainReader = {
    ...sample,
    async list(id, request) {
      if (id === 'address-transactions') {
        asked.push(request.after && JSON.stringify(request.after))
        if (asked.length > pages) {
          halted.resolve(undefined)
          await goOn.promise
        }
      }
      return sample.list(id, request)
    },
  }
  return { reader, asked, halted: halted.promise, goOn: () => goOn.resolve(undefined) }
}

let opened: Awaited<ReturnType<typeof openLedger>>
let chain: ReturnType<typeof createHaltingChain>
afterEach(async () => {
  chain.goOn()
  await opened.close()
})
const ALL = { from: null, to: null, asset: null, min: null, withSpam: true, limit: 200, stopAt: null }
const step = (direction: 'in' | 'out', more: object = {}) => ({
  ...{ source: 'sample', address, direction },
  ...ALL,
  ...more,
})
/** Resolves after a number of rows. */
const readSoFar = () =>
  new Promise<number>((resolve) => {
    const stop = opened.client.subscribe('flow.progress', { source: 'sample', address }, (progress) => {
      if (!progress?.rows) return
      resolve(progress.rows)
      queueMicrotask(stop)
    })
  })

test('how many rows were read is told, and what they say is there before all are', async () => {
  chain = createHaltingChain(15)
  opened = await openLedger(chain.reader)
  const out = opened.call('flow.step', step('out'))
  expect(await readSoFar()).toBeGreaterThanOrEqual(1_000)
  await chain.halted
  const first = await opened.call('flow.step', step('out', { soFar: true }))
  expect(first.sums.length).toBeGreaterThan(0)
  expect(first.lists.map(({ state }) => state)).toEqual(['incomplete', 'incomplete', 'incomplete'])
  chain.goOn()
  const whole = await out
  expect(whole.lists.map(({ state }) => state)).toEqual(['whole', 'whole', 'whole'])
  const moved = ({ sums }: typeof whole) => sums.reduce((all, { movements }) => all + movements, 0)
  expect(moved(first)).toBeLessThan(moved(whole))
  // Reading has ended: the result is complete.
  expect(await opened.call('flow.step', step('out', { soFar: true }))).toEqual(whole)
})

test('both sides of an address are read once, and go on when one is left', async () => {
  chain = createHaltingChain(2)
  opened = await openLedger(chain.reader)
  const out = opened.call('flow.step', step('out'))
  await chain.halted
  const leaving = new AbortController()
  const left = opened.client.call('flow.step', step('in'), { signal: leaving.signal })
  const stays = opened.call('flow.step', step('in'))
  leaving.abort()
  expect(await left).toMatchObject({ ok: false, error: { code: 'cancelled' } })
  chain.goOn()
  for (const one of [out, stays]) expect((await one).lists[0]?.state).toBe('whole')
  expect(chain.asked.filter((after) => after === null)).toHaveLength(1)
})
