// `npm run cli -- list ...`: the command line. It is built once; npm says nothing that a program would read as a row.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, ROOT, runForPerson, runScript } from './setup.mjs'

await runScript(async () => {
  await ensureInstalled()
  await ensureBuilt()
  await runForPerson([join(ROOT, 'out', 'node', 'cli.js'), ...process.argv.slice(2)])
})
