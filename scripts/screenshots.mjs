// `npm run screenshots [-- name ...]`: takes the pictures that the documents name anew, from the sample chain.
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureBuilt, ensureInstalled, ROOT, runNode, runScript } from './setup.mjs'

await runScript(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const chromium = await ensureChromium()
  await runNode([join(ROOT, 'e2e', 'screenshots.ts'), ...process.argv.slice(2)], {
    env: { CHAINGLASS_CHROMIUM: chromium },
  })
})
