// `npm run api`: installs if needed, then runs the service with the project's own Node. Plain Node >= 20.
import { join } from 'node:path'
import { ensureInstalled, exitWithNpm, ROOT, runForPerson, runScript } from './setup.mjs'

exitWithNpm()
await runScript(async () => {
  await ensureInstalled()
  // What is read from a node is used once: V8 would keep 128 MB for such, and save no time by it (src/host/node-threads.ts).
  await runForPerson([
    '--max-semi-space-size=8',
    join(ROOT, 'src', 'server', 'api.ts'),
    ...process.argv.slice(2),
  ])
})
