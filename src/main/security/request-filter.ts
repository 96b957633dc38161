import { session } from 'electron'
import { isOurs } from './origin.ts'

/**
 * The window's network: our own scheme and what a page holds itself, nothing else, whatever a script in it may try. The
 * core asks the instances, from its own process.
 */
export function filterRequests(): () => void {
  const { webRequest } = session.defaultSession
  webRequest.onBeforeRequest((request, answer) => {
    answer({ cancel: !isAllowed(request.url) })
  })
  return () => {
    webRequest.onBeforeRequest(null)
  }
}

const isAllowed = (url: string) => isOurs(url) || /^(blob:app:\/\/chainglass\/|data:|devtools:)/.test(url)
