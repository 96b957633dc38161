/**
 * Links from outside: `chainglass://<chain>/address/0x…`, from a browser, a mail, the command line. Any page can make a
 * person click one, so it is read by the same parser as the search field, and only what was understood goes on,
 * written anew. It opens a target; it can do nothing else.
 */
import { app } from 'electron'
import { parseTargets } from '#shared/parse-target.ts'
import type { Target } from '#shared/target.ts'

export const LINK_SCHEME = 'chainglass'
const MAX_LENGTH = 2_000
/** Of links that come together the last is opened: ten at once are one visit, not ten. */
const TOGETHER_MS = 150

export interface DeepLinks {
  /** Takes a link as it came; what is none of ours is dropped. */
  take(link: string): void
  dispose(): void
}

export function receiveDeepLinks(deps: {
  readonly open: (text: string) => void
  readonly log: (line: string) => void
}): DeepLinks {
  let latest: string | undefined
  let settling: NodeJS.Timeout | undefined

  function take(link: string) {
    const text = readDeepLink(link)
    if (text === undefined) {
      deps.log('A link from outside was dropped: it names no target.')
      return
    }
    latest = text
    settling ??= setTimeout(() => {
      settling = undefined
      if (latest !== undefined) deps.open(latest)
    }, TOGETHER_MS)
  }

  // macOS hands links over as an event, also before the app is ready.
  const onOpenUrl = (event: { preventDefault: () => void }, url: string) => {
    event.preventDefault()
    take(url)
  }
  app.on('open-url', onOpenUrl)
  return {
    take,
    dispose() {
      clearTimeout(settling)
      app.off('open-url', onOpenUrl)
    },
  }
}

/** Asks the system for our links. `--` before the link, so that nothing in it is taken for an option. */
export function registerLinkScheme(): void {
  if (process.platform === 'win32') app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, ['--'])
  else app.setAsDefaultProtocolClient(LINK_SCHEME)
}

/** The one target a link names, written anew; undefined for anything else. */
export function readDeepLink(link: string): string | undefined {
  if (link.length > MAX_LENGTH || !/^chainglass:\/\/[\w.-]{1,80}\/[\w./?=%-]+$/i.test(link)) return undefined
  const [target, second] = parseTargets(link).targets
  return target && !second ? written(target) : undefined
}

function written(target: Target): string | undefined {
  // A chain that is not named would open on whichever is in front: not what a link is for.
  if (target.chainId === undefined) return undefined
  const on = `${LINK_SCHEME}://${target.chainId}`
  if (target.kind === 'transaction') return `${on}/tx/${target.hash}`
  // A block is shown by the explorer's own page: a link from outside opens nothing outside.
  if (target.kind === 'block') return undefined
  if (target.kind === 'nft') return `${on}/nft/${target.address}/${target.tokenId}`
  return `${on}/${target.kind}/${target.address}`
}
