/** The menu as data, for each of the three systems. No side effects. */
import type { MenuItemConstructorOptions } from 'electron'

export interface MenuActions {
  /** A command of the page, by its id. */
  readonly run: (command: string) => void
  readonly checkForUpdates: () => void
  readonly setChecksForUpdates: (on: boolean) => void
  readonly showLogs: () => void
  readonly showData: () => void
  readonly about: () => void
}

export interface MenuState {
  readonly platform: NodeJS.Platform
  /** An installed app has no tools for developers. */
  readonly packaged: boolean
  readonly checksForUpdates: boolean
}

export function createMenuTemplate(state: MenuState, actions: MenuActions): MenuItemConstructorOptions[] {
  const mac = state.platform === 'darwin'
  const settings: MenuItemConstructorOptions = {
    label: mac ? 'Settings…' : '&Settings',
    accelerator: 'CmdOrCtrl+,',
    click: () => {
      actions.run('go.settings')
    },
  }
  const updates: MenuItemConstructorOptions[] = [
    { label: 'Check for Updates…', enabled: state.packaged, click: actions.checkForUpdates },
    {
      label: 'Check for Updates at Start',
      type: 'checkbox',
      enabled: state.packaged,
      checked: state.checksForUpdates,
      click: (item) => {
        actions.setChecksForUpdates(item.checked)
      },
    },
  ]
  return [
    ...(mac ? [appMenu(settings, updates)] : []),
    {
      label: mac ? 'File' : '&File',
      submenu: mac
        ? [{ role: 'close', accelerator: 'Cmd+Shift+W' }]
        : [settings, SEPARATOR, { role: 'quit' }],
    },
    { role: 'editMenu' },
    goMenu(mac, actions),
    viewMenu(mac, state.packaged),
    {
      role: 'windowMenu',
      // The usual key closes a tab.
      submenu: [
        { role: 'minimize' },
        { role: 'zoom' },
        ...(mac
          ? [SEPARATOR, { role: 'front' } as const]
          : [{ role: 'close', accelerator: 'Ctrl+Shift+W' } as const]),
      ],
    },
    helpMenu(mac, updates, actions),
  ]
}

const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' }

const appMenu = (
  settings: MenuItemConstructorOptions,
  updates: MenuItemConstructorOptions[],
): MenuItemConstructorOptions => ({
  role: 'appMenu',
  submenu: [
    { role: 'about' },
    ...updates,
    SEPARATOR,
    settings,
    SEPARATOR,
    { role: 'services' },
    SEPARATOR,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    SEPARATOR,
    { role: 'quit' },
  ],
})

function goMenu(mac: boolean, { run }: MenuActions): MenuItemConstructorOptions {
  // The page handles these keys itself; the menu only shows them.
  const handledByPage = { registerAccelerator: false }
  const item = (label: string, command: string, accelerator: string, more = {}) => ({
    label,
    accelerator,
    ...more,
    click: () => {
      run(command)
    },
  })
  return {
    label: mac ? 'Go' : '&Go',
    submenu: [
      item('Search…', 'search', 'CmdOrCtrl+K', handledByPage),
      item('Switch Source…', 'source.switch', 'CmdOrCtrl+Shift+S', handledByPage),
      SEPARATOR,
      item('New Tab', 'place.new', 'CmdOrCtrl+T', handledByPage),
      item('Close Tab', 'place.close', 'CmdOrCtrl+W', handledByPage),
      item('Reopen Closed Tab', 'place.reopen', 'CmdOrCtrl+Shift+T', handledByPage),
      item('Open Beside', 'place.split', 'CmdOrCtrl+\\', handledByPage),
      SEPARATOR,
      item('Back', 'go.back', mac ? 'Cmd+[' : 'Alt+Left'),
      item('Forward', 'go.forward', mac ? 'Cmd+]' : 'Alt+Right'),
    ],
  }
}

const viewMenu = (mac: boolean, packaged: boolean): MenuItemConstructorOptions => ({
  label: mac ? 'View' : '&View',
  submenu: [
    { role: 'reload' },
    SEPARATOR,
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    SEPARATOR,
    { role: 'togglefullscreen' },
    ...(packaged ? [] : [SEPARATOR, { role: 'toggleDevTools' } as const]),
  ],
})

const helpMenu = (
  mac: boolean,
  updates: MenuItemConstructorOptions[],
  actions: MenuActions,
): MenuItemConstructorOptions => ({
  role: 'help',
  submenu: [
    {
      label: 'Keyboard Shortcuts',
      click: () => {
        actions.run('help')
      },
    },
    SEPARATOR,
    { label: 'Show Logs', click: actions.showLogs },
    { label: 'Show Data Folder', click: actions.showData },
    ...(mac
      ? []
      : [
          SEPARATOR,
          ...updates,
          SEPARATOR,
          { label: 'About Chainglass', click: actions.about } satisfies MenuItemConstructorOptions,
        ]),
  ],
})
