// `npm run bench [-- name ...]`: figures as ratios measured in one run, as a table.
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureBuilt, ensureInstalled, NODE, ROOT, run } from './setup.mjs'

try {
  await ensureInstalled()
  await ensureBuilt()
  const chromium = await ensureChromium()
  await run(NODE, ['--expose-gc', join(ROOT, 'bench', 'bench.ts'), ...process.argv.slice(2)], {
    env: { CHAINGLASS_CHROMIUM: chromium },
  })
} catch (error) {
  if (!error.code) console.error(error.message)
  process.exitCode = error.code ?? 1
}
