/** The Electron host: the steps before the app is ready, then the app. */
import { join } from 'node:path'
import { app } from 'electron'
import { logToTerminal, writeLine } from '#platform/log/terminal.ts'
import { runSelfTest } from './core/self-test.ts'
import { runApp } from './run-app.ts'
import { registerScheme } from './security/app-protocol.ts'
import { enableSandbox } from './security/sandbox.ts'
import { commandOf, HELP, parseArguments } from './system/arguments.ts'
import { describeMissingDisplay } from './system/display-check.ts'
import { nameForWindows } from './system/windows-identity.ts'

const command = commandOf(process.argv, app.isPackaged)
if (command?.[0] === 'self-test') testInstallation()
else if (command) await runCommand(command)
else start()

function start(): void {
  const args = parseArguments(process.argv, process.env.INIT_CWD ?? process.cwd())
  const missingDisplay = describeMissingDisplay(process.platform, process.env, process.argv)
  if (args.info) {
    writeLine(args.info === 'help' ? HELP.trimEnd() : `Chainglass ${app.getVersion()}`)
    app.exit(0)
  } else if (missingDisplay !== undefined) {
    logToTerminal(missingDisplay)
    app.exit(1)
  } else {
    registerScheme()
    enableSandbox()
    nameForWindows()
    if (args.dataDir !== undefined) app.setPath('userData', args.dataDir)
    runApp(args)
  }
}

function showNothing(): void {
  if (process.platform === 'linux') app.commandLine.appendSwitch('ozone-platform', 'headless')
  app.disableHardwareAcceleration()
  app.dock?.hide()
}

/**
 * Waits for the app to be ready, which needs this module to have run: only then can a process like the core's be
 * created.
 */
function testInstallation(): void {
  showNothing()
  void app.whenReady().then(async () => {
    app.exit(await runSelfTest(join(import.meta.dirname, 'self-test-entry.js')))
  })
}

/** The executable is also the command line, which shows nothing and so needs no display. */
async function runCommand(given: readonly string[]): Promise<never> {
  showNothing()
  // A separate bundle beside this one: a window needs nothing of it.
  const { runFromApp } = (await import(new URL('./cli.js', import.meta.url).href)) as CommandLine
  return process.exit(await runFromApp(given, app.getVersion()))
}

interface CommandLine {
  runFromApp(this: void, args: readonly string[], version: string): Promise<number>
}
