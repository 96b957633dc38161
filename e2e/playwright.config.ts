import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import type { Host } from './electron-app.ts'
import './without-components.ts'

/**
 * The loopback host runs every spec; the Electron host, by its stand-in, runs the specs about it and the smoke test.
 * `CHAINGLASS_E2E_HOST=stand-in` (or `electron`, where its runtime is installed) runs every spec on that host only.
 */
const onlyHost = process.env.CHAINGLASS_E2E_HOST as Host | undefined
const ABOUT_ELECTRON = ['electron/**', 'smoke.spec.ts', 'data-folder.spec.ts', 'cases/handover.spec.ts']

const executablePath = (await findChromium()) ?? ''
// The stand-in starts its own.
process.env.CHAINGLASS_CHROMIUM = executablePath

export default defineConfig<object, { host: Host }>({
  projects:
    onlyHost === undefined
      ? [
          { name: 'loopback', testIgnore: 'electron/**', use: { host: 'loopback' } },
          { name: 'stand-in', testMatch: ABOUT_ELECTRON, grepInvert: /@loopback/, use: { host: 'stand-in' } },
        ]
      : onlyHost === 'loopback'
        ? [{ name: onlyHost, testIgnore: 'electron/**', use: { host: onlyHost } }]
        : [{ name: onlyHost, grepInvert: /@loopback/, use: { host: onlyHost } }],
  testDir: 'specs',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Limits of what never comes: a test that passes does not wait for them, and takes less than 15 s on a quiet machine.
  // One under load is six times as slow.
  timeout: 300_000,
  // A test that passes at a second attempt only has a cause: find it.
  retries: 0,
  // Each wait has its own limit below that of the test, so that the failure names it.
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  reporter: [['list'], ['json']],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath,
      // Chromium's sandbox does not work for root, and CI often runs as root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
    // No trace unless wanted (`--trace on`). It is slow, and its recorder fetches blob images from within the page: our
    // Content-Security-Policy refuses that with a console error, which fails the test.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
