// `npm run package`: installers for this system, into dist/. `-- --linux deb --mac zip --win nsis` for others, `-- --dir` for the
// unpacked app alone, `-- --mcp` for the bundle of the
// server for language models alone, `-- --check` to stage the app and check the configuration without packing (no runtime is fetched).
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, ROOT, runNode, runScript } from './setup.mjs'

await runScript(async () => {
  await ensureInstalled()
  await ensureBuilt()
  // Types are stripped by the pinned Node, which may not be the one that runs this.
  await runNode([join(ROOT, 'build', 'package.ts'), ...process.argv.slice(2)])
})
