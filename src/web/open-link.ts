import { spawn } from 'node:child_process'

/**
 * Opens an http(s) link in the person's browser. Resolves to false where this machine has none to open. The link is
 * re-serialised by the URL parser, so nothing of it can be taken for an option or a command.
 */
export function openLink(link: string): Promise<boolean> {
  const url = new URL(link)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return Promise.resolve(false)
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [url.href]]
      : process.platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', url.href]]
        : ['xdg-open', [url.href]]
  return new Promise((resolve) => {
    const child = spawn(command as string, args as string[], { stdio: 'ignore', detached: true })
    child.once('error', () => {
      resolve(false)
    })
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
