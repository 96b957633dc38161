/**
 * Updates: the app checks for them when a person asks, and at the start if they have turned that on. It offers a
 * newer version; if accepted, the version is downloaded, and installed when the person quits. Nothing restarts
 * automatically. A feed that the project did not sign is an error, and a build without the project's key never
 * checks.
 */
import { app, dialog } from 'electron'
import type { UpdateInfo } from 'electron-updater'
import { $gettext } from '#shared/text/gettext.ts'
import { isSigned } from './update-signature.ts'

/**
 * The part of electron-updater that is used. It checks the SHA-512 of a download, and the system's own signature on
 * Windows and macOS.
 */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  allowDowngrade: boolean
  logger: unknown
  checkForUpdates(): Promise<{ readonly isUpdateAvailable: boolean; readonly updateInfo: UpdateInfo } | null>
  downloadUpdate(): Promise<unknown>
}

export interface Updates {
  /** `by-person` shows a dialog for every result, `at-start` only for a newer version. */
  check(trigger: 'by-person' | 'at-start'): Promise<void>
}

export function createUpdates(deps: {
  readonly load: () => Promise<Updater>
  readonly log: (line: string) => void
  /** The project's public key in base64; undefined in a build that does not update itself. */
  readonly publicKey: string | undefined
}): Updates {
  let isRunning = false

  async function checkAndOffer(isVerbose: boolean) {
    const { publicKey } = deps
    if (publicKey === undefined) {
      if (isVerbose) await showNotByItself()
      return
    }
    const updater = await deps.load()
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = true
    updater.allowDowngrade = false
    updater.logger = null
    const found = await updater.checkForUpdates()
    if (!found) {
      if (isVerbose) await showNotByItself()
      return
    }
    if (!found.isUpdateAvailable) {
      if (isVerbose)
        await showMessage(
          $gettext('There is no newer version'),
          $gettext('You have Chainglass %{version}.', { version: app.getVersion() }),
        )
      return
    }
    if (!isSigned(found.updateInfo, publicKey)) throw new Error('the feed is not signed by the project.')
    const { version } = found.updateInfo
    const { response } = await dialog.showMessageBox({
      type: 'info',
      message: $gettext('Chainglass %{version} is available', { version }),
      detail: $gettext('You have %{version}. It is downloaded now and installed when you quit.', {
        version: app.getVersion(),
      }),
      buttons: [$gettext('Download'), $gettext('Not Now')],
      cancelId: 1,
      noLink: true,
    })
    if (response !== 0) return
    await updater.downloadUpdate()
    await showMessage(
      $gettext('The new version is ready'),
      $gettext('It is installed when you quit Chainglass.'),
    )
  }

  return {
    async check(trigger) {
      if (isRunning || !app.isPackaged) return
      isRunning = true
      const isVerbose = trigger === 'by-person'
      try {
        await checkAndOffer(isVerbose)
      } catch (error) {
        deps.log(`Checking for a newer version failed: ${(error as Error).message}`)
        if (isVerbose)
          await showMessage(
            $gettext('Chainglass can’t check for a newer version now'),
            $gettext('The log says why. Try again later.'),
          )
      } finally {
        isRunning = false
      }
    },
  }
}

const showNotByItself = () =>
  showMessage(
    $gettext('This kind of installation does not update itself'),
    $gettext('Get newer versions where you got this one.'),
  )

const showMessage = (message: string, detail: string) =>
  dialog.showMessageBox({ type: 'info', message, detail, buttons: [$gettext('OK')] })

/** Loaded at first use: most runs do not need it. */
export async function loadUpdater(): Promise<Updater> {
  const { default: electronUpdater } = await import('electron-updater')
  return electronUpdater.autoUpdater
}
