// `npm run messages`: puts every text of the window into each catalogue of src/*/languages, the new ones without
// a translation, and takes out those that are gone.
import { ensureInstalled, runBin, runScript } from './setup.mjs'

await runScript(async () => {
  await ensureInstalled()
  process.env.CHAINGLASS_MESSAGES = 'write'
  await runBin('electron-vite', ['build', '--logLevel', 'warn'])
})
