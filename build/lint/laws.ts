/**
 * Rules besides the usual ones: which packages a layer may import and what only src/platform may call
 * (docs/architecture.md), for both linters: oxlint reads TypeScript, ESLint components. Which layer may import which is
 * in layers.ts.
 */

const NODE = [
  'node:*',
  'fs',
  'path',
  'http',
  'https',
  'crypto',
  'os',
  'url',
  'net',
  'stream',
  'child_process',
]
const VUE = ['vue', 'vue-router', 'pinia', 'reka-ui', '@tanstack/vue-*']
const WHY = {
  node: 'No Node here: this code also runs in the renderer, which is sandboxed and has none.',
  electron: 'Only src/main and src/preload know Electron: the core runs in any host.',
  vue: 'Only src/renderer knows Vue: the core has no screen.',
  http: 'Requests go through #platform/http: it has the limits, the guard and the kept-alive connections.',
  write:
    'Files are written through #platform/private-files.ts: it follows no link and closes them to others.',
  sqlite: 'SQLite is opened with #platform/sqlite: it keeps statements, nests transactions and maps errors.',
}

interface Ban {
  readonly group: readonly string[]
  readonly message: string
  readonly importNames?: readonly string[]
}
const NO_NODE: Ban = { group: NODE, message: WHY.node }
const NO_ELECTRON: Ban = { group: ['electron'], message: WHY.electron }
const NO_VUE: Ban = { group: VUE, message: WHY.vue }
/** Outside of src/platform. */
const PLATFORM_ONLY: readonly Ban[] = [
  { group: ['node:http', 'node:https'], message: WHY.http, importNames: ['request', 'get'] },
  { group: ['node:sqlite'], message: WHY.sqlite, importNames: ['DatabaseSync'] },
  {
    group: ['node:fs', 'node:fs/promises'],
    message: WHY.write,
    importNames: ['writeFile', 'writeFileSync', 'appendFile', 'appendFileSync', 'createWriteStream'],
  },
]

/** By layer of src, the packages it may not import. */
export const BANNED_PACKAGES: Readonly<Record<string, readonly Ban[]>> = {
  shared: [NO_NODE, NO_ELECTRON, NO_VUE],
  platform: [NO_ELECTRON, NO_VUE],
  '{core,service,host,web,cli}': [NO_ELECTRON, NO_VUE, ...PLATFORM_ONLY],
  main: [NO_VUE, ...PLATFORM_ONLY],
  preload: [
    { group: NODE, message: 'A sandboxed preload can load nothing but electron.' },
    NO_VUE,
    { group: ['zod', 'zod/*'], message: 'The preload is a bridge of ten lines: it knows types only.' },
  ],
  renderer: [NO_NODE, NO_ELECTRON],
}

/** The rule of a linter that holds `bans`. */
export const bannedPackages = (bans: readonly Ban[]) => ({
  'no-restricted-imports': ['error', { patterns: bans.map((ban) => ({ ...ban, caseSensitive: true })) }],
})

/** Where Node runs, only src/platform makes requests. */
export const BANNED_GLOBALS = { 'no-restricted-globals': ['error', { name: 'fetch', message: WHY.http }] }

/** How the rule `chainglass/writing` says it. */
export const WHY_WRITE = WHY.write

/** Rules of our own choice, for every file. */
export const OWN_CHOICES = {
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/consistent-type-definitions': 'off', // unions are written as types, open shapes as interfaces
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  '@typescript-eslint/no-dynamic-delete': 'off', // records keyed by ids are our maps at the JSON edge
  '@typescript-eslint/no-invalid-void-type': 'off', // the contract has calls that give nothing
  'chainglass/comments': 'error',
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-console': 'error',
  'no-control-regex': 'off', // hostile strings are searched for control characters on purpose
  'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
}

/** In no build, and so without rules that need types and without the laws of packages. */
export const NOT_SHIPPED = ['**/*.test.ts', '**/testing/**']

/** Files that no linter reads. */
export const IGNORED = [
  'out/**',
  'node_modules/**',
  'coverage/**',
  'test-results/**',
  'playwright-report/**',
  '.data/**',
]
