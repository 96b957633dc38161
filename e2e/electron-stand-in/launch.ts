/**
 * Runs an Electron app's built main process over Node and a Chromium of this machine: `import 'electron'` resolves to
 * the stand-in, everything else is the app as it was built. Called with Electron's own arguments, so that Playwright's
 * Electron driver and `npm start` can't tell the difference.
 */
import { readFileSync } from 'node:fs'
import { open as openInspector } from 'node:inspector'
import { createRequire, registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { connectChromium } from './chromium.ts'
import { process as standIn } from './process-state.ts'

const MODULE = pathToFileURL(join(import.meta.dirname, 'electron.ts')).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: MODULE, format: 'module', shortCircuit: true }
      : next(specifier, context),
})

const args = process.argv.slice(2)
const required: string[] = []
const at = args.findIndex((arg, index) => !arg.startsWith('-') && args[index - 1] !== '-r')
for (const [index, arg] of args.slice(0, at).entries()) {
  if (arg === '-r') required.push(args[index + 1] ?? '')
  else if (arg.startsWith('--inspect=')) openInspector(Number(arg.slice('--inspect='.length)), '127.0.0.1')
}
const appPath = resolve(args[at] ?? '.')
const manifest = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8')) as {
  main: string
  name: string
  productName?: string
  version: string
}
process.argv.splice(0, process.argv.length, process.execPath, ...args)
Object.defineProperty(process.versions, 'electron', { value: '45.4.1' })
Object.assign(process, {
  type: 'browser',
  resourcesPath: process.env.CHAINGLASS_STAND_IN_RESOURCES ?? join(appPath, 'out'),
})
Object.assign(standIn, {
  appPath,
  name: manifest.productName ?? manifest.name,
  version: manifest.version,
  switches: args.slice(0, at).filter((arg) => arg.startsWith('--')),
})

for (const file of required) createRequire(import.meta.url)(file)
await import(pathToFileURL(join(appPath, manifest.main)).href)
const { app } = await import('./app.ts')
await connectChromium(() => {
  app.exit(1)
})
app.becomeReady()
