// `npm run test:guards [-- words of a title ...]`: takes each guard out, alone, and shows that its attack then gets through.
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensurePostgres } from './ensure-postgres.mjs'
import { ensureInstalled, ROOT, runNode, runScript } from './setup.mjs'

await runScript(async () => {
  await ensureInstalled()
  await ensurePostgres()
  const chromium = await ensureChromium()
  await runNode([join(ROOT, 'build', 'guards', 'try-guards.ts'), ...process.argv.slice(2)], {
    env: { CHAINGLASS_CHROMIUM: chromium },
  })
})
