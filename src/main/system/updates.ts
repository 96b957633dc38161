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
import { nextUpdateState, type UpdateEvent, type UpdateState, type UpdateTrigger } from './update-state.ts'

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
  check(trigger: UpdateTrigger): Promise<void>
}

export interface UpdatesDeps {
  readonly load: () => Promise<Updater>
  readonly log: (line: string) => void
  /** The project's public key in base64; undefined in a build that does not update itself. */
  readonly publicKey: string | undefined
}

async function loadSet({ load }: UpdatesDeps): Promise<Updater> {
  const updater = await load()
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = true
  updater.allowDowngrade = false
  updater.logger = null
  return updater
}

export function createUpdates(deps: UpdatesDeps): Updates {
  let state: UpdateState = { is: 'idle' }
  const dispatch = (event: UpdateEvent) => {
    state = nextUpdateState(state, event)
  }

  async function run() {
    const { publicKey } = deps
    if (publicKey === undefined) {
      if (isVerbose(state)) await showNotByItself()
      return
    }
    const updater = await loadSet(deps)
    const found = await updater.checkForUpdates()
    if (!found) {
      if (isVerbose(state)) await showNotByItself()
      return
    }
    if (!found.isUpdateAvailable) {
      if (isVerbose(state)) await showNoneNewer()
      return
    }
    if (!isSigned(found.updateInfo, publicKey)) throw new Error('the feed is not signed by the project.')
    const { version } = found.updateInfo
    dispatch({ is: 'found', version })
    if (!(await isWanted(version))) return
    dispatch({ is: 'accepted' })
    await updater.downloadUpdate()
    dispatch({ is: 'downloaded' })
    await showReady()
  }

  /** `failed`: what was being done. */
  async function showFailure(failed: UpdateState, error: unknown) {
    const later = $gettext('The log says why. Try again later.')
    const { message } = error as Error
    if (failed.is === 'downloading') {
      deps.log(`Downloading version ${failed.version} failed: ${message}`)
      await showMessage(
        $gettext('Chainglass %{version} could not be downloaded', { version: failed.version }),
        later,
      )
      return
    }
    deps.log(`Checking for a newer version failed: ${message}`)
    if (isVerbose(failed))
      await showMessage($gettext('Chainglass can’t check for a newer version now'), later)
  }

  return {
    async check(trigger) {
      if (!app.isPackaged) return
      const before = state
      dispatch({ is: 'check', trigger })
      if (before.is !== 'idle') {
        if (trigger === 'by-person') await showProgress(state)
        return
      }
      try {
        await run()
        dispatch({ is: 'ended' })
      } catch (error) {
        const failed = state
        // Before the message is closed, a person may ask again.
        dispatch({ is: 'ended' })
        await showFailure(failed, error)
      }
    },
  }
}

const isVerbose = (state: UpdateState) => state.is === 'checking' && state.trigger === 'by-person'

/** The answer to a person who asks during a check or after it. A running check reports the rest itself. */
async function showProgress(state: UpdateState) {
  if (state.is === 'downloading')
    await showMessage(
      $gettext('Chainglass %{version} is being downloaded', { version: state.version }),
      $gettext('Once it is here, it is installed when you quit Chainglass.'),
    )
  else if (state.is === 'ready') await showReady()
}

async function isWanted(version: string): Promise<boolean> {
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
  return response === 0
}

const showReady = () =>
  showMessage($gettext('The new version is ready'), $gettext('It is installed when you quit Chainglass.'))

const showNoneNewer = () =>
  showMessage(
    $gettext('There is no newer version'),
    $gettext('You have Chainglass %{version}.', { version: app.getVersion() }),
  )

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
