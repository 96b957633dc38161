/**
 * The members of Electron that `src/main` uses. The types of both test doubles (fake-electron.ts and
 * e2e/electron-stand-in) are checked by it against Electron's own; used-electron.test.ts checks it against the
 * sources. Events are excluded: `on` returns `this`, which only Electron's own object is.
 */
import type * as Electron from 'electron'

export const USED = {
  app: [
    'commandLine',
    'disableHardwareAcceleration',
    'dock',
    'enableSandbox',
    'exit',
    'getAppPath',
    'getPath',
    'getPreferredSystemLanguages',
    'getVersion',
    'isDefaultProtocolClient',
    'isPackaged',
    'quit',
    'requestSingleInstanceLock',
    'setAboutPanelOptions',
    'setAppUserModelId',
    'setAsDefaultProtocolClient',
    'setBadgeCount',
    'setPath',
    'setToastActivatorCLSID',
    'showAboutPanel',
    'whenReady',
  ],
  commandLine: ['appendSwitch', 'hasSwitch'],
  dock: ['hide'],
  BrowserWindow: ['fromWebContents', 'getAllWindows', 'getFocusedWindow'],
  window: [
    'focus',
    'getNormalBounds',
    'isDestroyed',
    'isMaximized',
    'isMinimized',
    'isVisible',
    'loadURL',
    'maximize',
    'restore',
    'setOverlayIcon',
    'show',
    'webContents',
  ],
  webContents: ['forcefullyCrashRenderer', 'getURL', 'isDestroyed', 'reload', 'send', 'setWindowOpenHandler'],
  Menu: ['buildFromTemplate', 'setApplicationMenu'],
  shell: ['openExternal', 'openPath', 'showItemInFolder'],
  dialog: ['showMessageBox', 'showOpenDialog'],
  nativeTheme: ['shouldUseDarkColors', 'themeSource'],
  screen: ['getAllDisplays', 'getPrimaryDisplay'],
  powerMonitor: [],
  clipboard: ['writeText'],
  safeStorage: ['decryptStringAsync', 'encryptStringAsync', 'getSelectedStorageBackend'],
  Notification: ['handleActivation', 'isSupported'],
  nativeImage: ['createFromPath'],
  protocol: ['handle', 'registerSchemesAsPrivileged', 'unhandle'],
  session: ['defaultSession'],
  defaultSession: [
    'resolveProxy',
    'setDevicePermissionHandler',
    'setPermissionCheckHandler',
    'setPermissionRequestHandler',
    'webRequest',
  ],
  webRequest: ['onBeforeRequest'],
  utilityProcess: ['fork'],
  child: ['kill', 'postMessage', 'stderr', 'stdout'],
  ipcMain: [],
} as const

interface Modules {
  app: Electron.App
  commandLine: Electron.CommandLine
  BrowserWindow: typeof Electron.BrowserWindow
  window: Electron.BrowserWindow
  webContents: Electron.WebContents
  Menu: typeof Electron.Menu
  shell: Electron.Shell
  dialog: Electron.Dialog
  nativeTheme: Electron.NativeTheme
  screen: Electron.Screen
  powerMonitor: Electron.PowerMonitor
  clipboard: Electron.Clipboard
  safeStorage: Electron.SafeStorage
  Notification: typeof Electron.Notification
  nativeImage: typeof Electron.nativeImage
  protocol: Electron.Protocol
  session: typeof Electron.session
  defaultSession: Electron.Session
  webRequest: Electron.WebRequest
  utilityProcess: typeof Electron.utilityProcess
  child: Electron.UtilityProcess
  ipcMain: Electron.IpcMain
}

/** Modules of Electron whose members `src/main` names separately. */
type Parts = 'commandLine' | 'dock' | 'defaultSession' | 'webRequest' | 'webContents'

/** Large types that Electron returns: the test doubles have only the used part. */
type Large = Electron.BrowserWindow | Electron.Menu | Electron.NativeImage | Electron.Display
type Given<Value> = Value extends Electron.Display
  ? Pick<Electron.Display, 'id' | 'workArea'>
  : Value extends Large
    ? object
    : Value extends readonly (infer One)[]
      ? readonly Given<One>[]
      : Value
/** Electron's parameters by the rule for methods: a test double may accept more. */
type GivenBy<Member> = Member extends (...args: infer Args) => infer Result
  ? [Result] extends [Large | Large[] | null]
    ? { method(...args: Args): Given<Result> }['method']
    : Member
  : Member

/** The part of an Electron module that `src/main` uses. */
type Used<Name extends keyof typeof USED & keyof Modules> = {
  [Member in Exclude<(typeof USED)[Name][number], Parts> & keyof Modules[Name]]: GivenBy<
    Modules[Name][Member]
  >
}

export type UsedElectron = { readonly [Name in keyof Modules]: Used<Name> }
