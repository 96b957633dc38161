/**
 * Runs an Electron app's built main process over Node and a Chromium of this machine: `import 'electron'` resolves to
 * the stand-in, everything else is the app as it was built. Called with Electron's own arguments, so that Playwright's
 * Electron driver and `npm start` can't tell the difference.
 */
import { readFileSync } from 'node:fs'
import { open as openInspector } from 'node:inspector'
import { createRequire, registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
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
// Electron does this on Windows alone, before it runs any script: `CHAINGLASS_STAND_IN_SYSTEM=win32`.
if (process.env.CHAINGLASS_STAND_IN_SYSTEM === 'win32') {
  if (!areSafeOnWindows(args)) process.exit(255)
  Object.defineProperty(process, 'stdin', { value: Readable.from([]) })
}
const required: string[] = []
const at = args.findIndex((arg, index) => !arg.startsWith('-') && args[index - 1] !== '-r')
for (const [index, arg] of args.slice(0, at).entries()) {
  if (arg === '-r') required.push(args[index + 1] ?? '')
  else if (arg.startsWith('--inspect=')) openInspector(Number(arg.slice('--inspect='.length)), '127.0.0.1')
}
const appPath = resolve(args[at] ?? '.')
if (appPath.endsWith('.asar')) await import(join(import.meta.dirname, 'asar.mjs'))
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
const { app, StandInEvent } = await import('./app.ts')
// `CHAINGLASS_STAND_IN_LINK`: what starts the app, as macOS tells it: before it is ready.
if (process.env.CHAINGLASS_STAND_IN_LINK !== undefined)
  app.emit('open-url', new StandInEvent(), process.env.CHAINGLASS_STAND_IN_LINK)
await connectChromium(() => {
  app.exit(1)
})
app.becomeReady()

/** An argument behind a URL may have been smuggled in by who wrote the link: there Electron ends. (CVE-2018-1000006) */
function areSafeOnWindows(given: readonly string[]): boolean {
  const end = given.indexOf('--')
  const checked = end < 0 ? given : given.slice(0, end)
  const url = checked.findIndex((arg) => /^[a-z][^\s:]+:/i.test(arg))
  return url < 0 || url === checked.length - 1
}
