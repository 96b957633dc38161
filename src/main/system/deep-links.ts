/**
 * Deep links: `chainglass://<chain>/address/0x…`, from a browser, a mail or the command line. Any page can make a
 * person click one. Therefore a link is parsed like a text in the search field, and only the recognized target is
 * passed on, as a new link. A link opens a target and can do nothing else.
 */
import { app } from 'electron'
import { LINK_SCHEME, rewriteDeepLink } from './rewrite-deep-link.ts'

/** Only the last link within this time is opened. */
const THROTTLE_MS = 150

export interface DeepLinks {
  /** Takes an unparsed link. Any link but a deep link of ours is dropped. */
  receive(this: void, link: string): void
  dispose(this: void): void
}

export function receiveDeepLinks(deps: {
  readonly open: (text: string) => void
  readonly log: (line: string) => void
}): DeepLinks {
  let latest: string | undefined
  let timer: NodeJS.Timeout | undefined

  function receive(link: string) {
    const text = rewriteDeepLink(link)
    if (text === undefined) {
      deps.log('A link from outside was dropped: it is not one of ours.')
      return
    }
    latest = text
    timer ??= setTimeout(() => {
      timer = undefined
      if (latest !== undefined) deps.open(latest)
    }, THROTTLE_MS)
  }

  // macOS passes links as an event, also before the app is ready.
  const onOpenUrl = (event: { preventDefault: () => void }, url: string) => {
    event.preventDefault()
    receive(url)
  }
  app.on('open-url', onOpenUrl)
  return {
    receive,
    dispose() {
      clearTimeout(timer)
      app.off('open-url', onOpenUrl)
    },
  }
}

/**
 * Registers the app for our scheme, if it is installed and not registered yet. A checkout, an AppImage or a portable
 * program may be gone tomorrow. `--` precedes the link, so that no part of it is taken for an option.
 */
export function registerLinkScheme(env: NodeJS.ProcessEnv): void {
  if (!app.isPackaged || env.APPIMAGE !== undefined || env.PORTABLE_EXECUTABLE_FILE !== undefined) return
  const client: [string, string?, string[]?] =
    process.platform === 'win32' ? [LINK_SCHEME, process.execPath, ['--']] : [LINK_SCHEME]
  if (!app.isDefaultProtocolClient(...client)) app.setAsDefaultProtocolClient(...client)
}
