/** The Electron host: what must be said before the app is ready, then the app. */
import { app } from 'electron'
import { registerScheme } from './app-protocol.ts'
import { HELP, readArguments } from './arguments.ts'
import { whyNoDisplay } from './no-display.ts'
import { runApp } from './run-app.ts'

const said = readArguments(process.argv)
const noDisplay = whyNoDisplay(process.platform, process.env, process.argv)
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
