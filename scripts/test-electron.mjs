// `npm run test:electron [-- playwright's arguments]`: the end-to-end suite over Electron itself. Where its runtime can't
// be had, it says so and fails: the same suite over the stand-in is part of `npm test`.
import { ensureChromium } from './chromium.mjs'
import { findElectron } from './electron-runtime.mjs'
import { ensureBuilt, ensureInstalled, runBin, runScript } from './setup.mjs'

await runScript(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const electron = await findElectron()
  if (!electron.path) throw new Error(`Electron itself can't be tested here: ${electron.why}`)
  const chromium = await ensureChromium()
  await runBin('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)], {
    env: { CHAINGLASS_E2E_HOST: 'electron', CHAINGLASS_CHROMIUM: chromium },
  })
})
