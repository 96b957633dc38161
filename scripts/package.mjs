// `npm run package`: installers for this system, into dist/. `-- --linux deb --mac zip --win nsis` for others, `-- --dir` for the
// unpacked app alone, `-- --check` to stage the app and check the configuration without packing (no runtime is fetched).
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, NODE, ROOT, run } from './setup.mjs'

const args = process.argv.slice(2)
try {
  await ensureInstalled()
  await ensureBuilt()
  // Types are stripped by the pinned Node, which may not be the one that runs this.
  await run(NODE, [join(ROOT, 'build', 'package.ts'), ...args])
} catch (error) {
  if (typeof error.code !== 'number') console.error(error.message)
  process.exitCode = typeof error.code === 'number' ? error.code : 1
}
