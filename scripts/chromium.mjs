// Finds a Chromium for the end-to-end tests: Playwright's own, else an installed Chrome or Chromium, else installs one.
import { existsSync } from 'node:fs'
import { run } from './setup.mjs'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of the executable. Rejects, saying what was tried, where none can be had. */
export async function ensureChromium() {
  const found = await find()
  if (found) return found
  console.log('No Chromium found: installing one for the tests ...')
  const attempts = [() => run('playwright', ['install', 'chromium'])]
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    attempts.unshift(async () => {
      await run('apt-get', ['update', '-qq'])
      await run('apt-get', ['install', '-y', '-qq', 'chromium'], {
        env: { DEBIAN_FRONTEND: 'noninteractive' },
      })
    })
  }
  for (const attempt of attempts) {
    try {
      await attempt()
    } catch {
      continue
    }
    const now = await find()
    if (now) return now
  }
  throw new Error('No Chromium: install Chrome or Chromium, or set CHAINGLASS_CHROMIUM to one.')
}

async function find() {
  const { chromium } = await import('@playwright/test')
  const candidates = [process.env.CHAINGLASS_CHROMIUM, chromium.executablePath(), ...INSTALLED]
  return candidates.find((path) => path && existsSync(path))
}
