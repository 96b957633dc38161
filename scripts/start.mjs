// `npm start`: sets itself up, then opens the app: in Electron where its runtime is there or can be had, else the same
// app through the loopback host in the browser, saying so in one line.
import { join } from 'node:path'
import { findElectron } from './electron-runtime.mjs'
import { ensureBuilt, ensureInstalled, exitWithNpm, NODE, ROOT, run, runScript } from './setup.mjs'

const args = process.argv.slice(2)
const isWeb = args.includes('--web') || args.includes('--help') || args.includes('-h')
exitWithNpm()
await runScript(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const electron = isWeb ? undefined : await findElectron()
  if (electron?.path) {
    await run(electron.path, [ROOT, ...args], { shell: false })
    return
  }
  if (electron) console.log(`Opening in the browser: ${electron.why}`)
  await run(NODE, [join(ROOT, 'out', 'node', 'web.js'), ...args])
})
