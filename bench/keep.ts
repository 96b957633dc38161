/** Requests for keeping a list of 100,000 rows, with every kind of interruption, at an instance that counts. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { startChainInstance, type ChainInstance } from '#core/archive/testing/chain-instance.ts'
import { listOf } from '#core/archive/testing/open-list.ts'
import { openKeep } from '#core/keep/testing/open-keep.ts'
import { below, type Figure } from './figure.ts'

const ROWS = 100_000
const PAGE = 50
const KILLS = 50
const KEEPER = join(import.meta.dirname, '../src/core/keep/testing/keep-process.ts')

export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-bench-'))
  const instance = await startChainInstance()
  instance.chain.grow(Array.from({ length: ROWS }, () => 1))
  try {
    const from = performance.now()
    await keepWithKills(instance, folder)
    const seconds = (performance.now() - from) / 1_000
    const asked = instance.asked.length
    const opened = openKeep({ folder, url: instance.url })
    const update = await updater(opened, instance)
    const second = await update()
    instance.chain.grow(Array.from({ length: 100 }, () => 1))
    const newer = await update()
    instance.chain.grow(Array.from({ length: 5_000 }, () => 1))
    const gap = await update()
    instance.chain.reorganise(
      20,
      Array.from({ length: 21 }, () => 1),
    )
    const reorganised = await update()
    opened.close()
    return [
      below(
        `requests of the first walk, killed ${String(KILLS)} times`,
        asked,
        ROWS / PAGE + KILLS + 1,
        'requests',
      ),
      { name: 'and seconds of it', value: seconds, unit: 's' },
      below('requests of the second walk', second, 2, 'requests'),
      below('after 100 new rows', newer, 4, 'requests'),
      below('after 5,000 new rows', gap, 102, 'requests'),
      below('after a reorganisation of 20 blocks', reorganised, 3, 'requests'),
    ]
  } finally {
    await instance.stop()
    rmSync(folder, { recursive: true })
  }
}

/** The process is ended after some pages each time, then goes on to the end. */
async function keepWithKills(instance: ChainInstance, folder: string) {
  const start = () => spawn(process.execPath, [KEEPER, folder, instance.url], { stdio: 'inherit' })
  for (let kills = 0; kills < KILLS; kills += 1) {
    const until = instance.asked.length + 1 + ((kills * 7) % 40)
    const child = start()
    const ended = once(child, 'exit')
    while (instance.asked.length < until) await setImmediate()
    child.kill('SIGKILL')
    await ended
  }
  await once(start(), 'exit')
}

/** Reads what is new, and gives how many requests it took. Throws where the rows are then not those of the instance. */
async function updater({ keep, archive, source }: ReturnType<typeof openKeep>, instance: ChainInstance) {
  const isDone = () => keep.view().jobs[0]?.state === 'done'
  while (!isDone()) await setImmediate()
  checkRows()
  return async () => {
    const before = instance.asked.length
    keep.resume(keep.view().jobs[0]?.id ?? -1)
    while (!isDone()) await setImmediate()
    checkRows()
    return instance.asked.length - before
  }

  function checkRows() {
    const list = archive.list(listOf(source))
    const rows = instance.chain.rows()
    let at = 0
    for (let page = list?.first(); page; page = page.next ? list?.after(page.next) : undefined)
      for (const key of page.keys) {
        if (key !== rows[at]?.hash) throw new Error(`Row ${String(at)} is not that of the instance.`)
        at += 1
      }
    if (at !== rows.length) throw new Error(`${String(at)} rows of ${String(rows.length)} are held.`)
  }
}
