/** Requests that the archive saves, and the time it costs: a list of 100,000 rows from an instance that counts. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createArchive } from '#core/archive/create-archive.ts'
import { createChainModel } from '#core/archive/testing/chain-model.ts'
import { startChainInstance } from '#core/archive/testing/chain-instance.ts'
import { listOf, openList, readPage, readWholeList } from '#core/archive/testing/open-list.ts'
import { createTestCore } from '#core/testing/create-test-core.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { below, median, type Figure } from './figure.ts'

const ROWS = 100_000
const PAGE = 50
const RUNS = 100
/** A page is written by then. */
const WRITTEN_MS = 80

export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-bench-'))
  const instance = await startChainInstance()
  instance.chain.grow(Array.from({ length: ROWS }, () => 1))
  const core = await createTestCore(folder)
  const client = connectInMemory(core.server)
  try {
    const added = await client.call('sources.add', { url: instance.url })
    if (!added.ok) throw new Error(JSON.stringify(added.error))
    const { id } = added.data
    const requestsOf = async (work: () => Promise<unknown>) => {
      const before = instance.asked.length
      await work()
      return instance.asked.length - before
    }
    const walk = async () => {
      const keys = await readWholeList(client, id)
      const hashes = instance.chain.rows().map(({ hash }) => hash)
      if (keys.length !== hashes.length || keys.some((key, at) => key !== hashes[at]))
        throw new Error('The rows are not those of the instance.')
    }
    const first = await requestsOf(walk)
    const second = await requestsOf(walk)
    const bytes = await client.call('archive.status', {})
    instance.chain.grow(Array.from({ length: 100 }, () => 1))
    const newer = await requestsOf(walk)
    instance.chain.reorganise(
      20,
      Array.from({ length: 21 }, () => 1),
    )
    const reorganised = await requestsOf(() => openList(client, id))
    /** Page after page that is not held. */
    const walkOn = async () => {
      await client.call('archive.forget', { source: null })
      let page = await readPage(client, id, null)
      return answered(async () => (page = await readPage(client, id, page.next)))
    }
    await walkOn()
    const withArchive = await walkOn()
    await client.call('settings.change', { keepRead: false })
    const without = await walkOn()
    await client.call('settings.change', { keepRead: true })
    await openList(client, id)
    const kept = await answered(() => readPage(client, id, null))
    return [
      below('requests of the first walk', first, ROWS / PAGE + 1, 'requests'),
      below('requests of the second walk', second, 2, 'requests'),
      below('after 100 new rows', newer, 4, 'requests'),
      below('after a reorganisation of 20 blocks', reorganised, 3, 'requests'),
      below('on disk', (bytes.ok ? bytes.data.bytes : NaN) / ROWS, 250, 'bytes a row'),
      // The delay that a person sees is measured in `write-through`.
      {
        name: 'page asked until answered by the core, with the archive against without',
        value: withArchive / without,
        unit: 'x',
      },
      { name: 'page asked until answered, from the source', value: without, unit: 'ms' },
      { name: 'page asked until answered, from the archive', value: kept, unit: 'ms' },
      takenIn(),
    ]
  } finally {
    core.close()
    await instance.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Median time until a page is there, in ms. What is written after it was handed on is not waited for by anybody. */
async function answered(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const from = performance.now()
    await ask()
    times.push(performance.now() - from)
    await setTimeout(WRITTEN_MS)
  }
  return median(times)
}

function takenIn(): Figure {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-bench-'))
  const archive = createArchive({ dataDir: folder, maxBytes: () => Infinity, isOn: () => true })
  const chain = createChainModel()
  chain.grow(Array.from({ length: ROWS }, () => 1))
  const list = archive.list(listOf('eth'))
  const pages = [chain.page(null, PAGE)]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(chain.page(next, PAGE))
  const from = performance.now()
  for (const [at, page] of pages.entries()) {
    list?.write(pages[at - 1]?.next ?? null, page)
    archive.flush()
  }
  const seconds = (performance.now() - from) / 1_000
  archive.close()
  rmSync(folder, { recursive: true })
  const value = ROWS / seconds
  return { name: 'taken in', value, unit: 'rows/s', aim: '> 20,000 rows/s', met: value > 20_000 }
}
