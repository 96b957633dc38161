/** Links to the places of the window: what `Copy link` copies, and how such a link is known again in the search field. */

/** The part of `window.location` that is needed here. */
export type Here = Pick<Location, 'protocol' | 'host'>

/**
 * In a browser, the URL of the place. A desktop window's own URL opens nothing outside: a thing on a known chain has a
 * deep link there. `path` is that of the route, with its query.
 */
export function placeLink(path: string, { protocol, host }: Here, chainId: string | undefined): string {
  const thing = /^\/s\/[^/]+(\/(?:address|token|tx|block)\/[^?#]+)/.exec(path)?.[1]
  const isBrowser = protocol === 'http:' || protocol === 'https:'
  if (!isBrowser && thing !== undefined && chainId !== undefined) return `chainglass://${chainId}${thing}`
  return `${protocol}//${host}${path}`
}

/** The name the loopback host has below `localhost`: another one with each launch. */
const LAUNCH_HOST = /^[0-9a-f]{32}\.localhost(?::\d+)?$/

/** The path of a link to a place of this window, or of one that was copied in an earlier launch; else undefined. */
export function placeOfLink(text: string, here: Here): string | undefined {
  const trimmed = text.trim()
  if (!URL.canParse(trimmed)) return undefined
  const { protocol, host, pathname, search } = new URL(trimmed)
  const isOwn =
    (protocol === here.protocol && host === here.host) || (protocol === 'http:' && LAUNCH_HOST.test(host))
  return isOwn ? pathname + search : undefined
}
