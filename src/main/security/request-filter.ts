import { session } from 'electron'
import { isOurs } from './origin.ts'

/**
 * Lets the window request only our own scheme, and blobs and data URLs of its page: the core makes requests to
 * instances in its own process. Returns a function that removes the filter.
 */
export function filterRequests(): () => void {
  session.defaultSession.webRequest.onBeforeRequest((request, answer) => {
    answer({ cancel: !isAllowed(request.url) })
  })
  return () => {
    session.defaultSession.webRequest.onBeforeRequest(null)
  }
}

const isAllowed = (url: string) => isOurs(url) || /^(blob:app:\/\/chainglass\/|data:|devtools:)/.test(url)
