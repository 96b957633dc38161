// Finds a Chromium for the tests that need a browser: its headless shell, else Playwright's own, else an installed Chrome or
// Chromium; installs one where there is none. CHAINGLASS_CHROMIUM, the path of an executable, comes before all of them.
import { existsSync } from 'node:fs'
import { canInstallPackages, installPackages } from './debian-packages.mjs'
import { runBin } from './setup.mjs'

/**
 * The same engine without the browser around it: a page takes half of the processor time. Not the script of the same name
 * on the PATH: that stays between, and who kills it leaves the engine running.
 */
const SHELL = '/usr/lib/chromium/chromium-headless-shell'
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of the executable, of a whole browser without `shell`. Rejects, saying what was tried, where none can be had. */
export async function ensureChromium({ shell = true } = {}) {
  if (shell && !process.env.CHAINGLASS_CHROMIUM && !existsSync(SHELL) && canInstallPackages())
    // Not every system that has packages has this one.
    await installPackages('chromium-headless-shell').catch(() => undefined)
  const found = await findChromium({ shell })
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
    const now = await findChromium({ shell })
    if (now) return now
  }
  throw new Error('No Chromium: install Chrome or Chromium, or set CHAINGLASS_CHROMIUM to one.')
}

/** The path of the executable, or undefined where none is installed. */
export async function findChromium({ shell = true } = {}) {
  const { chromium } = await import('@playwright/test')
  const candidates = [
    process.env.CHAINGLASS_CHROMIUM,
    ...(shell ? [SHELL] : []),
    chromium.executablePath(),
    ...INSTALLED,
  ]
  return candidates.find((path) => path && existsSync(path))
}
