// `npm start`: sets itself up, then opens the app: in Electron where its runtime is there or can be had, else the same
// app through the loopback host in the browser, saying so in one line.
import { join } from 'node:path'
import { findElectron } from './electron-runtime.mjs'
import { runElectron } from './run-electron.mjs'
import { ensureBuilt, ensureInstalled, exitWithNpm, ROOT, runForPerson, runScript } from './setup.mjs'

const args = process.argv.slice(2)
const isWeb = args.includes('--web') || args.includes('--help') || args.includes('-h')

/** Why the app did not open in Electron; undefined where it did. */
async function startElectron() {
  const { path, why } = await findElectron({ args })
  return path === undefined ? why : runElectron(path, args)
}

exitWithNpm()
await runScript(async () => {
  await ensureInstalled()
  await ensureBuilt()
  if (!isWeb) {
    const why = await startElectron()
    if (why === undefined) return
    console.log(`Opening in the browser: ${why}`)
  }
  await runForPerson([join(ROOT, 'out', 'node', 'web.js'), ...args.filter((arg) => arg !== '--no-sandbox')])
})
