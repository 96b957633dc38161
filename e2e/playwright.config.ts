import { defineConfig } from '@playwright/test'
import type { Host } from './electron-app.ts'

/**
 * Over the loopback host every spec; over the Electron host those that are about it, and the first way through the
 * whole house. `CHAINGLASS_E2E_HOST=stand-in` (or `electron`, where its runtime is) runs every spec over that one.
 */
const asked = process.env.CHAINGLASS_E2E_HOST as Host | undefined
const ABOUT_ELECTRON = ['electron/**', 'smoke.spec.ts', 'data-folder.spec.ts']

export default defineConfig<object, { host: Host }>({
  projects:
    asked === undefined
      ? [
          { name: 'loopback', testIgnore: 'electron/**', use: { host: 'loopback' } },
          { name: 'stand-in', testMatch: ABOUT_ELECTRON, grepInvert: /@loopback/, use: { host: 'stand-in' } },
        ]
      : asked === 'loopback'
        ? [{ name: asked, testIgnore: 'electron/**', use: { host: asked } }]
        : [{ name: asked, grepInvert: /@loopback/, use: { host: asked } }],
  testDir: 'specs',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  // Real browsers on two busy cores: a wait may run out for no fault of ours. What passes at the second try only is
  // named as such at the end (scripts/test.mjs), to be looked at.
  retries: 1,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env.CHAINGLASS_CHROMIUM ?? '/usr/bin/chromium',
      // Chromium refuses its sandbox to root, and CI often is root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
    // No trace unless asked for (`--trace on`): it costs more than what it records on two cores, and its recorder fetches
    // blob images from within the page, which our Content-Security-Policy forbids and the run would be failed for.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
