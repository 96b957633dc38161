// `npm start`: sets itself up, then opens the app: in Electron where its runtime is there or can be had, else the same
// app through the loopback host in the browser, saying so in one line.
import { join } from 'node:path'
import { findElectron } from './electron-runtime.mjs'
import { endWithNpm, ensureBuilt, ensureInstalled, NODE, ROOT, run } from './setup.mjs'

const args = process.argv.slice(2)
endWithNpm()
try {
  await ensureInstalled()
  await ensureBuilt()
  const electron =
    args.includes('--web') || args.includes('--help') || args.includes('-h')
      ? undefined
      : await findElectron()
  if (electron?.path) await run(electron.path, [ROOT, ...args], { shell: false })
  else {
    if (electron) console.log(`Opening in the browser: ${electron.why}`)
    await run(NODE, [join(ROOT, 'out', 'node', 'web.js'), ...args])
  }
} catch (error) {
  if (typeof error.code !== 'number') console.error(error.message)
  process.exitCode = typeof error.code === 'number' ? error.code : 1
}
