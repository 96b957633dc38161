/**
 * Newer versions: looked for when a person asks, and at start where they have switched that on. Found, it is offered;
 * accepted, it is fetched and put in place when the person quits. Nothing restarts by itself.
 */
import { app, dialog } from 'electron'
import type { UpdateInfo } from 'electron-updater'

/** What is used of electron-updater; it checks the SHA-512 of what it fetched, and on Windows and macOS who signed it. */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  allowDowngrade: boolean
  logger: unknown
  checkForUpdates(): Promise<{ readonly isUpdateAvailable: boolean; readonly updateInfo: UpdateInfo } | null>
  downloadUpdate(): Promise<unknown>
}

export interface Updates {
  /** `asked`: by a person, who then hears of every outcome; else only of a newer version. */
  check(asked: boolean): Promise<void>
}

export function createUpdates(deps: {
  readonly load: () => Promise<Updater>
  readonly log: (line: string) => void
}): Updates {
  let running = false

  async function look(asked: boolean) {
    const updater = await deps.load()
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = true
    updater.allowDowngrade = false
    updater.logger = null
    const found = await updater.checkForUpdates()
    if (!found) {
      const where = 'Get newer versions where you got this one.'
      if (asked) await say('This kind of installation does not update itself', where)
      return
    }
    if (!found.isUpdateAvailable) {
      if (asked) await say('There is no newer version', `You have Chainglass ${app.getVersion()}.`)
      return
    }
    const { version } = found.updateInfo
    const { response } = await dialog.showMessageBox({
      type: 'info',
      message: `Chainglass ${version} is there`,
      detail: `You have ${app.getVersion()}. It is fetched now and put in place when you quit.`,
      buttons: ['Fetch', 'Not Now'],
      cancelId: 1,
      noLink: true,
    })
    if (response !== 0) return
    await updater.downloadUpdate()
    await say('The new version is ready', 'It is put in place when you quit Chainglass.')
  }

  return {
    async check(asked) {
      if (running || !app.isPackaged) return
      running = true
      try {
        await look(asked)
      } catch (error) {
        deps.log(`Looking for a newer version failed: ${(error as Error).message}`)
        if (asked) await say('Newer versions can’t be looked for now', 'The log says why. Try again later.')
      } finally {
        running = false
      }
    },
  }
}

const say = (message: string, detail: string) =>
  dialog.showMessageBox({ type: 'info', message, detail, buttons: ['OK'] })

/** Loaded when it is first needed: most starts never do. */
export async function loadUpdater(): Promise<Updater> {
  const { default: electronUpdater } = await import('electron-updater')
  return electronUpdater.autoUpdater
}
