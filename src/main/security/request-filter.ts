import { session } from 'electron'
import { isOurs } from './origin.ts'

/**
 * Lets the window request our own scheme, and blobs and data of its page, nothing else: requests to instances are made
 * by the core, from its own process. Returns a function that removes the filter.
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
