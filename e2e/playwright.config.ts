import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'specs',
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env.CHAINGLASS_CHROMIUM ?? '/usr/bin/chromium',
      // Chromium refuses its sandbox to root, and CI often is root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
    trace: 'retain-on-failure',
  },
})
