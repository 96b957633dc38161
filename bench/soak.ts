/**
 * The core's memory over a day. The core runs in a process of its own and serves windows that open every kind of view
 * and leave it, over HTTP to a real instance, each time with other data. A busy hour has some 600 views.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPlaces } from '#core/testing/browse.ts'
import { coreEnvironment } from '../src/host/core-environment.ts'
import { startService } from '../e2e/service.ts'
import { below, type Figure } from './figure.ts'
import type { HourMemory, Soak } from './soak/core-process.ts'

const HOURS = 24
const ROUNDS_AN_HOUR = 12
const TRANSACTIONS = 5_000

export async function run(): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-bench-'))
  const service = await startService({ transactions: TRANSACTIONS })
  const child = fork(join(import.meta.dirname, 'soak', 'core-process.ts'), {
    execArgv: ['--expose-gc'],
    env: coreEnvironment(process.env),
  })
  const curve: HourMemory[] = []
  try {
    child.on('message', (said) => {
      const hour = said as HourMemory
      curve.push(hour)
      console.log(lineOf(hour))
    })
    const suggestedAddresses = service.suggestedAddresses.map(({ address }) => address)
    const places = await findPlaces(service.url, suggestedAddresses)
    const soak: Soak = { dataDir, url: service.url, places, hours: HOURS, roundsAnHour: ROUNDS_AN_HOUR }
    child.send(soak)
    await once(child, 'exit')
  } finally {
    child.kill()
    await service.close()
    rmSync(dataDir, { recursive: true })
  }
  const [first, last] = [curve[0], curve[HOURS - 1]]
  if (!first || !last) throw new Error(`The core ended after ${String(curve.length)} hours.`)
  return [
    { name: 'views', value: last.views, unit: '' },
    { name: 'after the first hour', value: first.resident, unit: 'MB' },
    { name: 'after the last', value: last.resident, unit: 'MB' },
    below('the last to the first', last.resident / first.resident, 1.1, 'x'),
  ]
}

const lineOf = ({ hour, views, resident, heap }: HourMemory) =>
  `  hour ${String(hour).padStart(2)}  ${String(views).padStart(6)} views  ` +
  `resident ${resident.toFixed(0).padStart(4)} MB  heap of its own thread ${heap.toFixed(1).padStart(5)} MB`
