/** Workers that read blocks for an index: in this process, or as programs that can be killed. */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { BackfillWorker, type WorkerOptions } from '../follow/backfill-worker.ts'
import { ended } from './anvil.ts'

export async function testWorker(
  options: Omit<WorkerOptions, 'log'> & Partial<Pick<WorkerOptions, 'log'>>,
): Promise<BackfillWorker> {
  const worker = new BackfillWorker({ log: () => undefined, ...options })
  await worker.start()
  onTestFinished(() => worker.close())
  return worker
}

export interface ApiChild {
  readonly process: ChildProcess
  /** What it has logged or written. */
  readonly output: () => string
}

/** `npm run api` with these options, killed with the test. */
export function spawnApi(...args: readonly string[]): ApiChild {
  const script = join(import.meta.dirname, '../../../host/api.ts')
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (text += part.toString('utf8')))
  onTestFinished(() => ended(child))
  return { process: child, output: () => text }
}
