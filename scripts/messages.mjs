// `npm run messages`: puts every text of the window into each catalogue of src/renderer/languages, the new ones without
// a translation, and takes out those that are gone.
import { join } from 'node:path'
import { ensureInstalled, NODE, ROOT, run, runScript } from './setup.mjs'

await runScript(async () => {
  await ensureInstalled()
  process.env.CHAINGLASS_MESSAGES = 'write'
  await run(NODE, [
    join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    '--config',
    'vite.renderer.config.ts',
  ])
})
