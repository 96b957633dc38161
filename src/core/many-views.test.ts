/** What a core has open and holds on to once its windows are closed, however many views they have opened before. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { queryObjects } from 'node:v8'
import { MessagePort, Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { createService } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import { createMemoryTransport } from '#shared/rpc/memory-transport.ts'
import { browse, findPlaces, type Outcomes } from './testing/browse.ts'
import { createTestCore } from './testing/create-test-core.ts'

/** What a view could leave open. Statements and timers are counted by `day-of-use.test.ts`. */
const KINDS = { DatabaseSync, Worker, MessagePort } as const
const NO_OUTCOME = /\b(?:internal|storage|offline|invalid_input)$/

test('after twice as many views of every kind a core has open what it had after half of them', async () => {
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
  const landmarks = sample.landmarks().map(({ address }) => address)
  const places = { ...(await findPlaces(service.url, landmarks)), source: added.data.id }
  const outcomes: Outcomes = new Map()
  const open = async (nth: number) => {
    await browse(connect, places, nth, outcomes)
    return Object.fromEntries(
      Object.entries(KINDS).map(([name, kind]) => [name, queryObjects(kind, { format: 'count' })]),
    )
  }
  const half = await open(1)
  expect(await open(2)).toEqual(half)
  expect([...outcomes.keys()].filter((outcome) => NO_OUTCOME.test(outcome))).toEqual([])
})
