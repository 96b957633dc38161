// `npm run fuzz [-- target ...] [-- --seconds 600 --seed 7]`: the readers of all that comes from outside, under a fuzzer.
import { join } from 'node:path'
import { ensureInstalled, NODE, ROOT, run, runScript } from './setup.mjs'

await runScript(async () => {
  await ensureInstalled()
  await run(NODE, [
    '--disable-warning=ExperimentalWarning',
    join(ROOT, 'fuzz', 'fuzz.ts'),
    ...process.argv.slice(2),
  ])
})
