/** A core in a process of its own, whose windows go from view to view for as many hours as it is told. */
import { setTimeout as pause } from 'node:timers/promises'
import { createTestCore } from '#core/testing/create-test-core.ts'
import { browse, type Outcomes, type Places } from '#core/testing/browse.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import { createMemoryTransport } from '#shared/rpc/memory-transport.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'

export interface Soak {
  readonly dataDir: string
  readonly url: string
  readonly places: Omit<Places, 'source'>
  readonly hours: number
  /** All views, so often. */
  readonly roundsAnHour: number
}

/** After a collection, in MB. */
export interface HourMemory {
  readonly hour: number
  readonly views: number
  /** Memory of the whole process, with its threads. */
  readonly resident: number
  /** Heap of the core's own thread. */
  readonly heap: number
}

const MB = 2 ** 20

async function measure(hour: number, views: number): Promise<HourMemory> {
  for (let round = 0; round < 4; round += 1) {
    await pause(50)
    globalThis.gc?.()
  }
  const { rss, heapUsed } = process.memoryUsage()
  return { hour, views, resident: rss / MB, heap: heapUsed / MB }
}

async function run(soak: Soak) {
  const core = await createTestCore(soak.dataDir)
  const client = connectInMemory(core.server)
  const added = await client.call('sources.add', { url: soak.url })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  await client.call('settings.change', { images: true })
  const places = { ...soak.places, source: added.data.id }
  const outcomes: Outcomes = new Map()
  const connect = () => {
    const transport = createMemoryTransport(core.server)
    return { client: createRpcClient(transport), close: transport.close }
  }
  let [views, nth] = [0, 0]
  for (let hour = 1; hour <= soak.hours; hour += 1) {
    for (let round = 0; round < soak.roundsAnHour; round += 1)
      views += await browse(connect, places, (nth += 1), outcomes)
    process.send?.(await measure(hour, views))
  }
  for (const outcome of outcomes.keys())
    if (/ (?:internal|storage|offline|invalid_input)$/.test(outcome)) throw new Error(outcome)
  core.close()
  process.disconnect()
}

process.once('message', (soak: Soak) => void run(soak))
