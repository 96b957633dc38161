// `npm run cli -- list ...`: the command line. It is built once; npm says nothing that a program would read as a row.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, NODE, ROOT, run, runScript } from './setup.mjs'

await runScript(async () => {
  await ensureInstalled()
  await ensureBuilt()
  await run(NODE, [join(ROOT, 'out', 'node', 'cli.js'), ...process.argv.slice(2)])
})
