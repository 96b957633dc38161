import { globSync, readFileSync } from 'node:fs'
import vue from '@vitejs/plugin-vue'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { catalogueModules } from './build/catalogues.ts'
import { findChromium } from './scripts/chromium.mjs'
import { findPostgres } from './src/platform/testing/postgres-server.ts'

/**
 * Node itself runs what needs nothing of Vite: it takes the types out of a file once for all processes, and what a module
 * imports is a variable then, not a property that is looked up at each use. No module can be put in the place of another.
 */
const byNode = { environment: 'node', experimental: { viteModuleRunner: false, nodeLoader: false } }
/** Vite loads components, and what stands in for other modules. Said of each project: else it takes it from another. */
const byVite = { environment: 'node', experimental: { viteModuleRunner: true } }

const layer = (name: string, more: object = {}) => ({
  extends: true as const,
  test: { name, include: [`src/${name}/**/*.test.ts`], ...byNode, ...more },
})

/** All its files in one process of each worker, which loads each module once: they share nothing that a test changes. */
const inOneProcess = { isolate: false }

/**
 * The same where tests change what the process has, as its clock: what one leaves behind fails it. Timers of
 * `node:timers/promises` are never faked: a module that is loaded meanwhile would keep them for the files after it.
 */
const inOneNodeProcess = {
  ...inOneProcess,
  setupFiles: ['src/platform/testing/shared-process-setup.ts'],
  fakeTimers: {
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  },
}

/** Its tests start processes and threads, from what is built. */
const startsPrograms = {
  globalSetup: 'scripts/ensure-programs.mjs',
  execArgv: [`--import=${new URL('src/core/testing/find-built.ts', import.meta.url).href}`],
}

/** They put a module in the place of another, or watch it, before anything loads it: each has a process of its own. */
const MOCKS_MODULES = globSync('src/{platform,core,service,cli}/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('vi.mock('),
)

/** They count what their process holds: what other files left there may go meanwhile. */
const COUNTS_OBJECTS = [
  'src/core/day-of-use.test.ts',
  'src/core/many-views.test.ts',
  'src/core/query/query-handlers.test.ts',
]

const executablePath = await findChromium()

/**
 * Components, composables and whatever else needs a DOM: `name.browser.test.ts` runs in a real Chromium, without a
 * window. src/renderer/testing/mount-in-app.ts says how to mount a component there.
 */
const rendererInBrowser = {
  extends: true as const,
  // Every dependency is found and bundled before the first test: one that is found later reloads the page under a test.
  optimizeDeps: { entries: ['src/renderer/app/main.ts', 'src/renderer/**/*.browser.test.ts'] },
  test: {
    name: 'renderer-browser',
    include: ['src/renderer/**/*.browser.test.ts'],
    setupFiles: ['src/renderer/testing/browser-setup.ts'],
    // All files in one page, which loads each module once: most of what a file took was its page. What one leaves behind
    // fails it (src/renderer/testing/shared-page.ts).
    isolate: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions: {
          ...(executablePath === undefined ? {} : { executablePath }),
          // Chromium refuses its sandbox to root, which containers often are.
          args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
        },
      }),
      instances: [{ browser: 'chromium' as const }],
    },
  },
}

/**
 * Journeys of the index once more, over PostgreSQL instead of a file each. That it gives the same as SQLite to each
 * statement is held by src/service/indexer/store-contract.test.ts. `npm test` installs it where it can; where there is none
 * they are left out.
 */
const indexInPostgres = {
  extends: true as const,
  test: {
    name: 'service-postgres',
    include: ['src/service/indexer/{follow-chain,killed-indexer,reorganisations}.test.ts'],
    ...byNode,
    ...startsPrograms,
    globalSetup: [startsPrograms.globalSetup, 'src/service/indexer/testing/postgres-global-setup.ts'],
    setupFiles: ['src/service/indexer/testing/postgres-setup.ts'],
  },
}

export default defineConfig({
  plugins: [vue(), catalogueModules],
  test: {
    // Two cores: two workers, each a process of its own, so that a test that opens sockets or files disturbs no other.
    maxWorkers: 2,
    // Finds what hangs, not what is slow: a slow machine beside busy programs needs ten times what a quiet one does.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      layer('shared', inOneProcess),
      layer('platform', { exclude: MOCKS_MODULES, ...inOneNodeProcess }),
      layer('core', {
        exclude: [...COUNTS_OBJECTS, ...MOCKS_MODULES],
        ...startsPrograms,
        ...inOneNodeProcess,
      }),
      layer('core-counts', { include: COUNTS_OBJECTS, ...startsPrograms }),
      layer('service', { exclude: MOCKS_MODULES, ...startsPrograms, ...inOneNodeProcess }),
      // store-contract.test.ts compares columns of lines, which Node counts otherwise than Vite's compiler after a `?.`.
      layer('mocks', { ...byVite, include: MOCKS_MODULES, ...startsPrograms }),
      ...(findPostgres() === null ? [] : [indexInPostgres]),
      layer('server', { ...startsPrograms, ...inOneNodeProcess }),
      layer('host', { ...byVite, ...startsPrograms }),
      layer('web', { ...byVite, ...startsPrograms }),
      layer('cli', { exclude: MOCKS_MODULES, ...startsPrograms, ...inOneNodeProcess }),
      layer('client'),
      layer('main', { ...byVite, include: ['src/{main,preload}/**/*.test.ts'] }),
      layer('renderer', { ...byVite, exclude: ['**/*.browser.test.ts'], ...inOneProcess }),
      rendererInBrowser,
      { extends: true, test: { name: 'fuzz', include: ['fuzz/*.test.ts'], ...byNode } },
      { extends: true, test: { name: 'build', include: ['build/**/*.test.ts'], ...byNode } },
    ],
  },
})
