/** Links to places of the window: for `Copy link`, and for reading such a link in the search field. */

export type Here = Pick<Location, 'protocol' | 'host'>

/**
 * The link to a place. In a browser, its URL. The desktop app's own URLs open nothing outside of it, so an item of a
 * known chain gets a deep link there. `path`: that of the route, with its query.
 */
export function placeLink(path: string, { protocol, host }: Here, chainId: string | undefined): string {
  const thing = /^\/s\/[^/]+(\/(?:address|token|tx|block)\/[^?#]+)/.exec(path)?.[1]
  const isBrowser = protocol === 'http:' || protocol === 'https:'
  if (!isBrowser && thing !== undefined && chainId !== undefined) return `chainglass://${chainId}${thing}`
  return `${protocol}//${host}${path}`
}

/** Host name of the loopback host, which is another one at each launch. */
const LAUNCH_HOST = /^[0-9a-f]{32}\.localhost(?::\d+)?$/

/** The path in a link to a place of this window, or of one copied in an earlier launch; undefined for other texts. */
export function placeOfLink(text: string, here: Here): string | undefined {
  const trimmed = text.trim()
  if (!URL.canParse(trimmed)) return undefined
  const { protocol, host, pathname, search } = new URL(trimmed)
  const isOwn =
    (protocol === here.protocol && host === here.host) || (protocol === 'http:' && LAUNCH_HOST.test(host))
  return isOwn ? pathname + search : undefined
}
