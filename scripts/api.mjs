// `npm run api`: installs if needed, then runs the service with the project's own Node. Plain Node >= 20.
import { endWithNpm, ensureInstalled, NODE, run } from './setup.mjs'

endWithNpm()
try {
  await ensureInstalled()
  // What is read from a node is used once: V8 would keep 128 MB for such, and save no time by it (src/host/node-threads.ts).
  await run(NODE, ['--max-semi-space-size=8', 'src/host/api.ts', ...process.argv.slice(2)])
} catch (error) {
  // The service has said itself what was wrong; anything else has not.
  if (typeof error.code !== 'number') console.error(error.message)
  process.exitCode = typeof error.code === 'number' ? error.code : 1
}
