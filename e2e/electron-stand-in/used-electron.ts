/** The stand-in has what the app uses, in the types that Electron has it in: else it does not compile. */
import type { UsedElectron } from '../../src/main/testing/used-electron.ts'
import * as electron from './electron.ts'
import { UtilityProcess } from './utility-process.ts'

export const usedElectron: UsedElectron = {
  ...electron,
  commandLine: electron.app.commandLine,
  window: electron.BrowserWindow.prototype,
  webContents: electron.webContents.prototype,
  defaultSession: electron.session.defaultSession,
  webRequest: electron.session.defaultSession.webRequest,
  child: UtilityProcess.prototype,
}
