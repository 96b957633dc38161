// `npm run fuzz [-- target ... --seconds 600 --seed 7]`: the readers of all that comes from outside, for so long each.
// With --jazzer under libFuzzer, where that is installed.
import { join } from 'node:path'
import { ensureInstalled, ROOT, runNode, runScript } from './setup.mjs'

await runScript(async () => {
  await ensureInstalled()
  await runNode([
    '--disable-warning=ExperimentalWarning',
    join(ROOT, 'fuzz', 'fuzz.ts'),
    ...process.argv.slice(2),
  ])
})
