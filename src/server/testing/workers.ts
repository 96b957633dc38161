/** A worker that reads blocks for an index, in this process. */
import { onTestFinished } from 'vitest'
import { BackfillWorker, type WorkerOptions } from '../cluster/backfill-worker.ts'

export async function testWorker(
  options: Omit<WorkerOptions, 'log'> & Partial<Pick<WorkerOptions, 'log'>>,
): Promise<BackfillWorker> {
  const worker = new BackfillWorker({ log: () => undefined, ...options })
  await worker.start()
  onTestFinished(() => worker.close())
  return worker
}
