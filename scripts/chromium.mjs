// Finds a Chromium for the tests that need a browser: Playwright's own, else an installed Chrome or Chromium, else installs one.
// CHAINGLASS_CHROMIUM, the path of an executable, comes before all of them.
import { existsSync } from 'node:fs'
import { canInstallPackages, installPackages } from './debian-packages.mjs'
import { runBin } from './setup.mjs'

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
  const found = await findChromium()
  if (found) return found
  console.log('No Chromium found: installing one for the tests ...')
  const attempts = [() => runBin('playwright', ['install', 'chromium'])]
  if (canInstallPackages()) attempts.unshift(() => installPackages('chromium'))
  for (const attempt of attempts) {
    try {
      await attempt()
    } catch {
      continue
    }
    const now = await findChromium()
    if (now) return now
  }
  throw new Error('No Chromium: install Chrome or Chromium, or set CHAINGLASS_CHROMIUM to one.')
}

/** The path of the executable, or undefined where none is installed. */
export async function findChromium() {
  const { chromium } = await import('@playwright/test')
  const candidates = [process.env.CHAINGLASS_CHROMIUM, chromium.executablePath(), ...INSTALLED]
  return candidates.find((path) => path && existsSync(path))
}
