/** The part of a node's URL that may be shown and logged: its path or password may contain a key. */
export const getUrlHost = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'this URL')
