/** The Electron host: what must be said before the app is ready, then the app. */
import { app } from 'electron'
import { registerScheme } from './security/app-protocol.ts'
import { HELP, parseArguments } from './system/arguments.ts'
import { describeMissingDisplay } from './system/display-check.ts'
import { runApp } from './run-app.ts'

const said = parseArguments(process.argv)
const noDisplay = describeMissingDisplay(process.platform, process.env, process.argv)
if (said.wants) {
  process.stdout.write(said.wants === 'help' ? HELP : `Chainglass ${app.getVersion()}\n`)
  app.exit(0)
} else if (noDisplay !== undefined) {
  process.stderr.write(`${noDisplay}\n`)
  app.exit(1)
} else {
  registerScheme()
  app.enableSandbox()
  if (said.dataDir !== undefined) app.setPath('userData', said.dataDir)
  runApp(said)
}
