/** Resources of a core after its windows are closed: they do not depend on how many views were opened before. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { queryObjects } from 'node:v8'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { createService } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import { createMemoryTransport } from '#shared/rpc/memory-transport.ts'
import { browse, findPlaces, type Outcomes } from './testing/browse.ts'
import { createTestCore } from './testing/create-test-core.ts'

const NO_OUTCOME = /\b(?:internal|storage|offline|invalid_input)$/

test('after twice as many views of every kind a core has no more open than after half of them', async () => {
  const sample = createSampleChain({ seed: 1, transactions: 120 })
  const service = await createService({ reader: sample, log: () => undefined })
  const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-'))
  const core = await createTestCore(dataDir)
  onTestFinished(async () => {
    core.close()
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const connect = () => {
    const transport = createMemoryTransport(core.server)
    return { client: createRpcClient(transport), close: transport.close }
  }
  const { client, close } = connect()
  const added = await client.call('sources.add', { url: service.url })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  await client.call('settings.change', { images: true })
  close()
  const suggestedAddresses = sample.suggestedAddresses().map(({ address }) => address)
  const places = { ...(await findPlaces(service.url, suggestedAddresses)), source: added.data.id }
  const outcomes: Outcomes = new Map()
  const threads = followThreads()
  /** Counts all that a view could leave open, except statements and timers: `day-of-use.test.ts` counts those. */
  const open = async (nth: number) => {
    await browse(connect, places, nth, outcomes)
    expect([...outcomes.keys()].filter((outcome) => NO_OUTCOME.test(outcome))).toEqual([])
    // The thread starts a moment after the first question.
    await expect.poll(threads).toContain('query-worker')
    // One of each kind at most: which are there depends on what was asked last.
    expect(new Set(threads()).size).toBe(threads().length)
    return queryObjects(DatabaseSync, { format: 'count' })
  }
  const half = await open(1)
  // Fewer where the last question before had no thread yet.
  expect(await open(2)).toBeLessThanOrEqual(half)
})

/** The names of the threads that were started from now on and have not ended. */
function followThreads(): () => readonly string[] {
  const running = new Map<Worker, string>()
  const onWorker = (worker: Worker) => {
    running.set(worker, String(worker.threadName))
    worker.once('exit', () => running.delete(worker))
  }
  process.on('worker', onWorker)
  onTestFinished(() => {
    process.off('worker', onWorker)
  })
  return () => [...running.values()]
}
