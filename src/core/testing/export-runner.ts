/**
 * A core that goes on with the exports of its data folder, and says on stdout where each is: a line written at once.
 * Started by the test that kills it.
 */
import { writeSync } from 'node:fs'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { createTestCore } from './create-test-core.ts'

const [dataDir = ''] = process.argv.slice(2)
const core = await createTestCore(dataDir)
connectInMemory(core.server).subscribe('export.jobs', {}, (jobs) => {
  for (const { id, state, rows } of jobs) writeSync(1, `${String(id)} ${state} ${String(rows)}\n`)
  if (!jobs.every(({ state }) => state === 'done')) return
  core.close()
  process.exit(0)
})
