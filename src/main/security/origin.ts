/** The origin of the window: a scheme of our own, so that no file and no remote page passes for the app. */
export const SCHEME = 'app'
export const HOST = 'chainglass'
export const ORIGIN = `${SCHEME}://${HOST}`

export const isOurs = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { protocol, host } = new URL(url)
  return protocol === `${SCHEME}:` && host === HOST
}
