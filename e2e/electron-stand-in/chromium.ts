/** The Chromium under the windows: one process, whose DevTools protocol is what Electron's C++ would be. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Connection } from './cdp.ts'

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

let child: ChildProcess | undefined
let profile: string | undefined
let connection: Connection | undefined

/** The connection; throws before the app is ready. */
export function chromium(): Connection {
  if (!connection) throw new Error('Windows can only be made after the app is ready.')
  return connection
}

/** `onGone`: Chromium has ended by itself. */
export async function connectChromium(onGone: () => void): Promise<void> {
  const executable = [process.env.CHAINGLASS_CHROMIUM, ...CANDIDATES].find((path) => path && existsSync(path))
  if (executable === undefined) throw new Error('No Chromium for the stand-in: set CHAINGLASS_CHROMIUM.')
  profile = mkdtempSync(join(tmpdir(), 'chainglass-stand-in-'))
  child = spawn(
    executable,
    [
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--no-startup-window',
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-default-apps',
      '--disable-extensions',
      '--disable-sync',
      '--disable-dev-shm-usage',
      '--disable-backgrounding-occluded-windows',
      '--disable-renderer-backgrounding',
      '--disable-popup-blocking',
      '--force-color-profile=srgb',
      '--hide-scrollbars',
      '--password-store=basic',
      '--use-mock-keychain',
      // Chromium refuses its own sandbox to root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  child.once('exit', () => {
    child = undefined
    onGone()
  })
  const url = await new Promise<string>((resolve, reject) => {
    const lines = createInterface({ input: child?.stderr as NodeJS.ReadableStream })
    lines.on('line', (line) => {
      const found = /^DevTools listening on (ws:\/\/.*)$/.exec(line)?.[1]
      if (found === undefined) return
      // Playwright looks for this line on the app's own output, as Electron prints it.
      process.stderr.write(`${line}\n`)
      resolve(found)
    })
    lines.once('close', () => {
      reject(new Error('Chromium ended before it was ready.'))
    })
  })
  connection = await Connection.open(url)
}

/** Ends it and removes what it wrote. */
export function endChromium(): void {
  child?.removeAllListeners('exit')
  child?.kill('SIGKILL')
  if (profile !== undefined) rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
}
