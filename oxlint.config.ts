// The linter of all TypeScript and JavaScript. That of components is ESLint (eslint.config.js), but for the rules that need
// types (build/lint/lint-components.ts). What is ours in both is in build/lint.
import js from '@eslint/js'
import vue from 'eslint-plugin-vue'
import ts from 'typescript-eslint'
import {
  BANNED_GLOBALS,
  BANNED_PACKAGES,
  bannedPackages,
  IGNORED,
  NOT_SHIPPED,
  OWN_CHOICES,
} from './build/lint/laws.ts'

/** docs/decisions/0041 says what holds those that are on. The first two are switched off by a preset. */
const NOT_IN_OXLINT = [
  'no-new-symbol',
  'no-return-await',
  'no-octal',
  'no-dupe-args',
  '@typescript-eslint/no-unsafe-class-instance-assignment',
]

interface Preset {
  readonly files?: unknown
  readonly rules?: object
}

/** Rules of ESLint and its plugins, by the names that oxlint has for them. One that it has not is an error of oxlint. */
const named = (rules: object) =>
  Object.fromEntries(
    Object.entries(rules)
      .filter(([name]) => !NOT_IN_OXLINT.includes(name))
      .map(([name, value]: [string, unknown]) => [
        name.replace('@typescript-eslint/', 'typescript/').replace(/^vue\//, 'vue-js/'),
        value,
      ]),
  )

/** The rules of presets for every file, or those that they have for TypeScript alone. */
const rulesOf = (presets: readonly Preset[], where: 'everywhere' | 'in TypeScript' = 'everywhere') =>
  presets
    .filter(({ files }) => (files === undefined) === (where === 'everywhere'))
    .reduce((all, { rules = {} }) => ({ ...all, ...named(rules) }), {})

const TYPED = rulesOf([...ts.configs.strictTypeCheckedOnly, ...ts.configs.stylisticTypeCheckedOnly])

/** For the scripts of components, which build/lint/lint-components.ts writes to files. */
export const componentScripts = {
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  options: { typeAware: true, denyWarnings: true },
  rules: TYPED,
}

export default {
  plugins: ['typescript'],
  jsPlugins: [
    './build/lint/plugin.ts',
    'eslint-plugin-playwright',
    // oxlint has some of its rules itself, as `vue`.
    { name: 'vue-js', specifier: 'eslint-plugin-vue' },
  ],
  categories: { correctness: 'off' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  env: { builtin: true, es2024: true },
  ignorePatterns: [...IGNORED, '**/*.vue'],
  rules: {
    ...rulesOf([js.configs.recommended, ...ts.configs.strict, ...ts.configs.stylistic]),
    ...named(OWN_CHOICES),
  },
  overrides: [
    {
      // What the compiler finds.
      files: ['**/*.ts'],
      rules: rulesOf(ts.configs.strict, 'in TypeScript'),
    },
    {
      files: ['src/**/*.ts'],
      excludeFiles: NOT_SHIPPED,
      rules: TYPED,
    },
    { files: ['src/renderer/**'], env: { browser: true } },
    { files: ['src/renderer/**/*.ts'], rules: rulesOf(vue.configs['flat/recommended']) },
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
      env: { node: true },
    },
    {
      // An assertion that nobody waits for holds nothing.
      files: ['e2e/**/*.ts'],
      rules: { 'playwright/missing-playwright-await': 'error' },
    },
    { files: ['e2e/**', 'bench/**'], env: { node: true, browser: true } },
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
        'typescript/no-non-null-assertion': 'off',
        'max-lines': 'off',
        'max-lines-per-function': 'off', // the body of `describe` is a function
      },
    },
    { files: ['src/**/*.ts'], rules: { 'chainglass/layers': 'error' } },
    ...Object.entries(BANNED_PACKAGES).map(([layer, bans]) => ({
      files: [`src/${layer}/**/*.ts`],
      excludeFiles: NOT_SHIPPED,
      rules: bannedPackages(bans),
    })),
    {
      files: ['src/{platform,core,service,host,web,cli,main}/**'],
      excludeFiles: NOT_SHIPPED,
      rules: { ...BANNED_GLOBALS, 'chainglass/writing': 'error' },
    },
    {
      // The caller of a query names the shape of its rows.
      files: ['src/platform/sqlite/database.ts'],
      rules: { 'typescript/no-unnecessary-type-parameters': 'off' },
    },
  ],
}
