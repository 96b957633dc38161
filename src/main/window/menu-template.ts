/** The menu as data, for each of the three systems. No side effects. */
import type { MenuItemConstructorOptions } from 'electron'
import { $gettext } from '#shared/text/gettext.ts'

export interface MenuActions {
  /** Runs a command of the page, by its id. */
  readonly run: (command: string) => void
  readonly checkForUpdates: () => void
  readonly setChecksForUpdates: (on: boolean) => void
  readonly showLogs: () => void
  readonly showData: () => void
  readonly about: () => void
}

export interface MenuState {
  readonly platform: NodeJS.Platform
  /** An installed app has no developer tools. */
  readonly packaged: boolean
  readonly checksForUpdates: boolean
}

export function createMenuTemplate(state: MenuState, actions: MenuActions): MenuItemConstructorOptions[] {
  const mac = state.platform === 'darwin'
  const settings: MenuItemConstructorOptions = {
    label: mac ? $gettext('Settings…') : $gettext('&Settings'),
    accelerator: 'CmdOrCtrl+,',
    click: () => {
      actions.run('go.settings')
    },
  }
  const updates: MenuItemConstructorOptions[] = [
    { label: $gettext('Check for Updates…'), enabled: state.packaged, click: actions.checkForUpdates },
    {
      label: $gettext('Check for Updates at Start'),
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
      label: title($gettext('&File'), mac),
      submenu: mac
        ? [{ role: 'close', label: $gettext('Close Window'), accelerator: 'Cmd+Shift+W' }]
        : [settings, SEPARATOR, { role: 'quit', label: $gettext('Quit') }],
    },
    editMenu(mac),
    goMenu(mac, actions),
    viewMenu(mac, state.packaged),
    windowMenu(mac),
    helpMenu(mac, updates, actions),
  ]
}

/** The letter after `&` is the menu's access key, on systems that have them; some languages add it in brackets. */
const title = (text: string, mac: boolean) => (mac ? text.replace(/\(&\w\)|&/, '') : text)

const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' }

// Electron has the labels of roles in English only, so each gets its own here.
const appMenu = (
  settings: MenuItemConstructorOptions,
  updates: MenuItemConstructorOptions[],
): MenuItemConstructorOptions => ({
  role: 'appMenu',
  submenu: [
    { role: 'about', label: $gettext('About Chainglass') },
    ...updates,
    SEPARATOR,
    settings,
    SEPARATOR,
    { role: 'services', label: $gettext('Services') },
    SEPARATOR,
    { role: 'hide', label: $gettext('Hide Chainglass') },
    { role: 'hideOthers', label: $gettext('Hide Others') },
    { role: 'unhide', label: $gettext('Show All') },
    SEPARATOR,
    { role: 'quit', label: $gettext('Quit Chainglass') },
  ],
})

const editMenu = (mac: boolean): MenuItemConstructorOptions => ({
  label: title($gettext('&Edit'), mac),
  submenu: [
    { role: 'undo', label: $gettext('Undo') },
    { role: 'redo', label: $gettext('Redo') },
    SEPARATOR,
    { role: 'cut', label: $gettext('Cut') },
    { role: 'copy', label: $gettext('Copy') },
    { role: 'paste', label: $gettext('Paste') },
    { role: 'delete', label: $gettext('Delete') },
    SEPARATOR,
    { role: 'selectAll', label: $gettext('Select All') },
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
    label: title($gettext('&Go'), mac),
    submenu: [
      item($gettext('Search…'), 'search', 'CmdOrCtrl+K', handledByPage),
      item($gettext('Switch Source…'), 'source.switch', 'CmdOrCtrl+Shift+S', handledByPage),
      SEPARATOR,
      item($gettext('New Tab'), 'place.new', 'CmdOrCtrl+T', handledByPage),
      item($gettext('Close Tab'), 'place.close', 'CmdOrCtrl+W', handledByPage),
      item($gettext('Reopen Closed Tab'), 'place.reopen', 'CmdOrCtrl+Shift+T', handledByPage),
      item($gettext('Open Beside'), 'place.split', 'CmdOrCtrl+\\', handledByPage),
      SEPARATOR,
      item($gettext('Back'), 'go.back', mac ? 'Cmd+[' : 'Alt+Left'),
      item($gettext('Forward'), 'go.forward', mac ? 'Cmd+]' : 'Alt+Right'),
    ],
  }
}

const viewMenu = (mac: boolean, packaged: boolean): MenuItemConstructorOptions => ({
  label: title($gettext('&View'), mac),
  submenu: [
    { role: 'reload', label: $gettext('Reload') },
    SEPARATOR,
    { role: 'resetZoom', label: $gettext('Actual Size') },
    { role: 'zoomIn', label: $gettext('Zoom In') },
    { role: 'zoomOut', label: $gettext('Zoom Out') },
    SEPARATOR,
    { role: 'togglefullscreen', label: $gettext('Full Screen') },
    ...(packaged ? [] : [SEPARATOR, { role: 'toggleDevTools' } as const]),
  ],
})

const windowMenu = (mac: boolean): MenuItemConstructorOptions => ({
  role: 'windowMenu',
  label: title($gettext('&Window'), mac),
  submenu: [
    { role: 'minimize', label: $gettext('Minimize') },
    { role: 'zoom', label: $gettext('Zoom') },
    // The usual key of this item closes a tab here.
    ...(mac
      ? [SEPARATOR, { role: 'front', label: $gettext('Bring All to Front') } as const]
      : [{ role: 'close', label: $gettext('Close Window'), accelerator: 'Ctrl+Shift+W' } as const]),
  ],
})

const helpMenu = (
  mac: boolean,
  updates: MenuItemConstructorOptions[],
  actions: MenuActions,
): MenuItemConstructorOptions => ({
  role: 'help',
  label: title($gettext('&Help'), mac),
  submenu: [
    {
      label: $gettext('Keyboard Shortcuts'),
      click: () => {
        actions.run('help')
      },
    },
    SEPARATOR,
    { label: $gettext('Show Logs'), click: actions.showLogs },
    { label: $gettext('Show Data Folder'), click: actions.showData },
    ...(mac
      ? []
      : [
          SEPARATOR,
          ...updates,
          SEPARATOR,
          { label: $gettext('About Chainglass'), click: actions.about } satisfies MenuItemConstructorOptions,
        ]),
  ],
})
