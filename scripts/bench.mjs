// `npm run bench [-- name ...]`: figures as ratios measured in one run, as a table.
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureBuilt, ensureInstalled, ROOT, runNode, runScript } from './setup.mjs'

await runScript(async () => {
  await ensureInstalled()
  await ensureBuilt()
  // What people have.
  const chromium = await ensureChromium({ shell: false })
  await runNode(['--expose-gc', join(ROOT, 'bench', 'bench.ts'), ...process.argv.slice(2)], {
    env: { CHAINGLASS_CHROMIUM: chromium },
  })
})
