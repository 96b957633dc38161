/** Hands things to the person's own programs: a link to the browser, a folder to the file manager. */
import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'

/**
 * Opens an http(s) link in the person's browser. Resolves to false where this machine has none to open. The link is
 * re-serialised by the URL parser, so nothing of it can be taken for an option or a command.
 */
export function openLink(link: string): Promise<boolean> {
  const url = new URL(link)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return Promise.resolve(false)
  if (process.platform === 'win32') return start('rundll32', ['url.dll,FileProtocolHandler', url.href])
  return start(process.platform === 'darwin' ? 'open' : 'xdg-open', [url.href])
}

/** Shows a folder. Resolves to false for what is none, and where this machine has no program for it. */
export function openFolder(folder: string): Promise<boolean> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return Promise.resolve(false)
  const programs = { darwin: 'open', win32: 'explorer' } as Partial<Record<NodeJS.Platform, string>>
  return start(programs[process.platform] ?? 'xdg-open', [folder])
}

function start(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true })
    child.once('error', () => {
      resolve(false)
    })
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
