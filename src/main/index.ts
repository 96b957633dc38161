/** The Electron host: what has to be done before the app is ready, then the app. */
import { app } from 'electron'
import { logToTerminal, writeLine } from '#platform/log/terminal.ts'
import { runApp } from './run-app.ts'
import { registerScheme } from './security/app-protocol.ts'
import { HELP, parseArguments } from './system/arguments.ts'
import { describeMissingDisplay } from './system/display-check.ts'

const args = parseArguments(process.argv)
const missingDisplay = describeMissingDisplay(process.platform, process.env, process.argv)
if (args.info) {
  writeLine(args.info === 'help' ? HELP.trimEnd() : `Chainglass ${app.getVersion()}`)
  app.exit(0)
} else if (missingDisplay !== undefined) {
  logToTerminal(missingDisplay)
  app.exit(1)
} else {
  registerScheme()
  app.enableSandbox()
  if (args.dataDir !== undefined) app.setPath('userData', args.dataDir)
  runApp(args)
}
