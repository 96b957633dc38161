import { app, Menu, shell } from 'electron'
import { $gettext } from '#shared/text/gettext.ts'
import type { HostStateFile } from './host-state.ts'
import { createMenuTemplate } from './menu-template.ts'

/** Shows the menu in the current language, replacing the previous one. Returns a function that removes it. */
export function showMenu(deps: {
  readonly state: HostStateFile
  readonly run: (command: string) => void
  readonly checkForUpdates: () => void
  readonly logPath: string
  readonly dataDir: string
}): () => void {
  app.setAboutPanelOptions({
    applicationName: 'Chainglass',
    applicationVersion: app.getVersion(),
    copyright: $gettext('MIT licence'),
  })
  const template = createMenuTemplate(
    {
      platform: process.platform,
      packaged: app.isPackaged,
      checksForUpdates: deps.state.read().checksForUpdates ?? false,
    },
    {
      run: deps.run,
      checkForUpdates: deps.checkForUpdates,
      setChecksForUpdates: (checksForUpdates) => {
        deps.state.change({ checksForUpdates })
      },
      showLogs: () => {
        shell.showItemInFolder(deps.logPath)
      },
      showData: () => void shell.openPath(deps.dataDir),
      about: () => {
        app.showAboutPanel()
      },
    },
  )
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  return () => {
    Menu.setApplicationMenu(null)
  }
}
