/** The one origin the window knows: our own scheme, so that no file and no remote page can be taken for the app. */
export const SCHEME = 'app'
export const HOST = 'chainglass'
export const ORIGIN = `${SCHEME}://${HOST}`

export const isOurs = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { protocol, host } = new URL(url)
  return protocol === `${SCHEME}:` && host === HOST
}
