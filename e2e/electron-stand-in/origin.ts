/**
 * A Chromium that was not built by Electron knows no scheme of ours, and its protocol gives no way to add one. So a
 * registered scheme travels as an https origin under `.invalid`, which no name server ever answers for: every request
 * to it is taken by the Fetch domain before it could leave. (A local server would be reachable by other programs; a
 * host rule would need one.) The app sees its own URLs only.
 */
const schemes = new Set<string>()

export const registerSchemes = (names: readonly string[]) => {
  for (const name of names) schemes.add(name)
}
export const isRegistered = (scheme: string) => schemes.has(scheme)

/** `app://chainglass/s/eth` as it travels: `https://chainglass.app-scheme.invalid/s/eth`. */
export function toWire(url: string): string {
  const [, scheme = '', host = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url) ?? []
  return schemes.has(scheme) ? `https://${host}.${scheme}-scheme.invalid${rest}` : url
}

/** The other way, also inside `blob:`. */
export const fromWire = (url: string): string =>
  url.replace(/^(blob:)?https:\/\/([^/?#]+?)\.([a-z][a-z0-9+]*)-scheme\.invalid/i, '$1$3://$2')
