/** Opens a link in the person's browser, and a folder in their file manager. */
import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { withoutSecrets } from './without-secrets.ts'

/**
 * Resolves to false if the link is not http(s), or this machine has no program to open it. The URL parser normalises
 * the link, so that no part of it can be taken for an option or a command.
 */
export function openLink(link: string): Promise<boolean> {
  const url = new URL(link)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return Promise.resolve(false)
  if (process.platform === 'win32') return start('rundll32', ['url.dll,FileProtocolHandler', url.href])
  return start(process.platform === 'darwin' ? 'open' : 'xdg-open', [url.href])
}

/** Opens a page of our own from a file; resolves to false if this machine has no program to open it. */
export function openPage(path: string): Promise<boolean> {
  if (process.platform === 'win32') return start('rundll32', ['url.dll,FileProtocolHandler', path])
  return start(process.platform === 'darwin' ? 'open' : 'xdg-open', [path])
}

/** Resolves to false if `folder` is not a folder, or this machine has no program to open it. */
export function openFolder(folder: string): Promise<boolean> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return Promise.resolve(false)
  const programs = { darwin: 'open', win32: 'explorer' } as Partial<Record<NodeJS.Platform, string>>
  return start(programs[process.platform] ?? 'xdg-open', [folder])
}

function start(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const env = withoutSecrets(process.env)
    const child = spawn(command, args, { stdio: 'ignore', detached: true, env })
    child.once('error', () => {
      resolve(false)
    })
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
