// One linter. Besides the usual, it holds the laws of the house (docs/architecture.md): which layer may know which.
// The tsconfig of each layer holds them too; here the message says why.
import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import playwright from 'eslint-plugin-playwright'
import vue from 'eslint-plugin-vue'
import globals from 'globals'
import ts from 'typescript-eslint'
import vueParser from 'vue-eslint-parser'
import { layersRule } from './build/lint/layers-rule.ts'

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
const why = {
  node: 'No Node here: this code also runs in the renderer, which is sandboxed and has none.',
  electron: 'Only src/main and src/preload know Electron: the core runs in any host.',
  vue: 'Only src/renderer knows Vue: the core has no screen.',
  http: 'Requests go through #platform/http: it has the limits, the guard and the kept-alive connections.',
  write:
    'Files are written through #platform/private-files.ts: it follows no link and closes them to others.',
  sqlite: 'SQLite is opened with #platform/sqlite: it keeps statements, nests transactions and maps errors.',
}
/** Which packages a layer may not import; build/lint/layers.ts has which layers. */
const packageLaw = (files, bans) => ({
  files: files.flatMap((folder) => [`${folder}/**/*.ts`, `${folder}/**/*.vue`]),
  ignores: ['**/*.test.ts', '**/testing/**'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: bans.map(([group, message, importNames]) => ({
          group,
          message,
          caseSensitive: true,
          ...(importNames ? { importNames } : {}),
        })),
      },
    ],
  },
})
/** Outside of src/platform. */
const PLATFORM_ONLY = [
  [['node:http', 'node:https'], why.http, ['request', 'get']],
  [['node:sqlite'], why.sqlite, ['DatabaseSync']],
  [
    ['node:fs', 'node:fs/promises'],
    why.write,
    ['writeFile', 'writeFileSync', 'appendFile', 'appendFileSync', 'createWriteStream'],
  ],
]
const WRITING_OPEN =
  'CallExpression[callee.name=/^open(Sync)?$/] > Literal.arguments:nth-child(2)[value=/[wa+]/]'
const VUE = ['vue', 'vue-router', 'pinia', 'reka-ui', '@tanstack/vue-*']
/** What ships: rules that need types run here only, because building the types of a program takes most of a run. */
const SHIPPED = ['src/**/*.ts', 'src/**/*.vue']
const NOT_SHIPPED = ['**/*.test.ts', '**/testing/**']
const LAYERS = [
  'shared',
  'platform',
  'core',
  'service',
  'host',
  'web',
  'cli',
  'client',
  'main',
  'preload',
  'renderer',
]

export default ts.config(
  {
    ignores: [
      'out/**',
      'node_modules/**',
      'coverage/**',
      'test-results/**',
      'playwright-report/**',
      '.data/**',
    ],
  },
  js.configs.recommended,
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  ...vue.configs['flat/recommended'],
  {
    files: SHIPPED,
    ignores: NOT_SHIPPED,
    extends: [ts.configs.strictTypeCheckedOnly, ts.configs.stylisticTypeCheckedOnly],
  },
  // Each layer with its own program: a file is not looked for in those of the others.
  ...LAYERS.map((layer) => ({
    files: [`src/${layer}/**/*.ts`, `src/${layer}/**/*.vue`],
    ignores: NOT_SHIPPED,
    languageOptions: {
      parserOptions: {
        project: `src/${layer}/tsconfig.json`,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.vue'],
      },
    },
  })),
  {
    files: ['**/*.ts', '**/*.vue', '**/*.js', '**/*.mjs'],
    languageOptions: { globals: { ...globals.es2024 } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-definitions': 'off', // unions are written as types, open shapes as interfaces
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-dynamic-delete': 'off', // records keyed by ids are our maps at the JSON edge
      '@typescript-eslint/no-invalid-void-type': 'off', // the contract has calls that give nothing
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-control-regex': 'off', // hostile strings are searched for control characters on purpose
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['**/*.vue'],
    languageOptions: { parser: vueParser, parserOptions: { parser: ts.parser } },
    rules: {
      'vue/multi-word-component-names': 'off', // Hash, Amount, Badge are the field's own words
      'vue/require-default-prop': 'off', // absent is a value of its own under exactOptionalPropertyTypes
      'vue/no-v-html': 'error', // every string of a chain is hostile
    },
  },
  { files: ['src/renderer/**'], languageOptions: { globals: globals.browser } },
  {
    files: [
      'src/{platform,core,service,host,web,cli,main}/**',
      'e2e/**',
      'bench/**',
      'fuzz/**',
      'scripts/**',
      '*.js',
      '*.ts',
    ],
    languageOptions: { globals: globals.node },
  },
  {
    // An assertion that nobody waits for holds nothing.
    files: ['e2e/**/*.ts'],
    plugins: { playwright },
    rules: { 'playwright/missing-playwright-await': 'error' },
  },
  { files: ['e2e/**', 'bench/**'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  {
    // The lines a person reads when they start a program are its output.
    files: [
      'scripts/**',
      'bench/**',
      'build/signatures/**',
      'fuzz/fuzz.ts',
      '**/cli.ts',
      'src/service/indexer/**/cli*.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    // A test asserts what exists; `!` there says "and fail here if not".
    files: ['**/*.test.ts', 'e2e/**', 'bench/**'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      'max-lines': 'off',
      'max-lines-per-function': 'off', // the body of `describe` is a function
    },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.vue'],
    plugins: { chainglass: { rules: { layers: layersRule } } },
    rules: { 'chainglass/layers': 'error' },
  },
  packageLaw(
    ['src/shared'],
    [
      [NODE, why.node],
      [['electron'], why.electron],
      [VUE, why.vue],
    ],
  ),
  packageLaw(
    ['src/platform'],
    [
      [['electron'], why.electron],
      [VUE, why.vue],
    ],
  ),
  packageLaw(
    ['src/core', 'src/service', 'src/host', 'src/web', 'src/cli'],
    [[['electron'], why.electron], [VUE, why.vue], ...PLATFORM_ONLY],
  ),
  packageLaw(['src/main'], [[VUE, why.vue], ...PLATFORM_ONLY]),
  {
    files: ['src/{platform,core,service,host,web,cli,main}/**'],
    ignores: ['**/*.test.ts', '**/testing/**'],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: why.http }],
      'no-restricted-syntax': ['error', { selector: WRITING_OPEN, message: why.write }],
    },
  },
  {
    // The caller of a query names the shape of its rows.
    files: ['src/platform/sqlite/database.ts'],
    rules: { '@typescript-eslint/no-unnecessary-type-parameters': 'off' },
  },
  packageLaw(
    ['src/preload'],
    [
      [NODE, 'A sandboxed preload can load nothing but electron.'],
      [VUE, why.vue],
      [['zod', 'zod/*'], 'The preload is a bridge of ten lines: it knows types only.'],
    ],
  ),
  packageLaw(
    ['src/renderer'],
    [
      [NODE, why.node],
      [['electron'], why.electron],
    ],
  ),
  prettier,
)
