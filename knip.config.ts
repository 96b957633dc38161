/**
 * What nobody uses: files, exports, packages. The second run, `knip --production`, follows the entries that end with `!`
 * and no others: it finds what only tests use.
 */
import { relative } from 'node:path'
import type { KnipConfig } from 'knip'
import desktop from './electron.vite.config.ts'
import programs from './vite.node.config.ts'
import server from './vite.server.config.ts'
import testPrograms from './vite.test-node.config.ts'

type Bundled = { readonly build?: { readonly rolldownOptions?: { readonly input?: unknown } } }
/** Workers are among them, and processes of tests: a program starts one by the name of its file, which cannot be followed. */
const entriesOf = (config: Bundled | undefined) =>
  Object.values((config?.build?.rolldownOptions?.input ?? {}) as Readonly<Record<string, string>>).map(
    (path) => relative(import.meta.dirname, path),
  )

const product = [desktop.main, programs, server].flatMap(entriesOf)

export default {
  // An entry or an exception that is not needed any more is a fault, too.
  treatConfigHintsAsErrors: true,
  entry: [
    ...product.map((path) => `${path}!`),
    ...entriesOf(testPrograms).filter((path) => !product.includes(path)),
    'src/preload/index.ts!',
    'src/renderer/app/main.ts!',
    'src/client/index.ts!',
    // Named in index.html by its path in the bundle.
    'src/renderer/public/*.js!',
    // They make what the product is shipped with, of the product's own code.
    'build/{package,sign-feed}.ts!',
    'build/{signatures,tokens}/build-*.ts!',
    // Programs that scripts/ starts.
    'scripts/*.mjs',
    'build/check/run-related-tests.ts',
    'build/lint/{lint-components,components.oxlint.config}.ts',
    'build/guards/try-guards.ts',
    '*.config.ts',
    'bench/bench.ts',
    // A benchmark of its own: what it measures needs an installation of ponder.
    'bench/indexer-ponder.ts',
    // Started by a benchmark, as a process of its own.
    'bench/node-calls/answering-node.ts',
    'fuzz/{fuzz.ts,jazzer.mjs,strip-types.mjs}',
    'e2e/screenshots.ts',
    // Started by a shell script beside them, and by hooks of the module loader.
    'e2e/electron-stand-in/{launch.ts,electron.ts,utility-shim.mjs,asar.mjs}',
    // Read by the compiler alone.
    'e2e/electron-stand-in/used-electron.ts',
  ],
  project: [
    'src/**/*.{ts,js,vue,css}!',
    '!src/**/{testing/**,*.test.ts}!',
    'build/{signatures,tokens}/*.ts!',
    '{bench,e2e,fuzz,scripts}/**/*.{ts,mjs}',
    'build/{*,check/*,guards/*,lint/*}.ts',
    '*.{ts,js}',
  ],
  // Started by name (scripts/lint-steps.mjs), or imported by a program that a test writes.
  ignoreDependencies: ['openapi-fetch', 'oxfmt', 'typescript-native', 'vue-tsc'],
  // Programs of the system.
  ignoreBinaries: [
    ...['haproxy', 'ip', 'mkfifo', 'mount', 'nsenter', 'openssl', 'systemd-analyze', 'umount', 'unshare'],
  ],
  // Their entries are named above. What they take for development's would be left out of production.
  vite: false,
  'electron-vite': false,
  // Its configuration asks this machine for PostgreSQL.
  vitest: { config: [], entry: ['**/*.test.ts', 'src/**/testing/*-setup.ts'] },
  playwright: { config: 'e2e/playwright.config.ts', entry: 'e2e/specs/**/*.spec.ts' },
  compilers: {
    css: (text: string) =>
      [...text.matchAll(/(?:@import\s+|url\()(['"])([^'"]+)\1/g)]
        .map(([, , path]) => `import '${path}'`)
        .join('\n'),
  },
} satisfies KnipConfig
