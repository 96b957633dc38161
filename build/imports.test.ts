import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { Linter } from 'eslint'
import { describe, expect, test } from 'vitest'
import { findCycles, importsIn, readImportGraph, type ImportGraph } from './lint/import-graph.ts'
import { layerProblem } from './lint/layers.ts'
import chainglass from './lint/plugin.ts'
import { resolveImport } from './lint/resolve-import.ts'

const graph = readImportGraph(process.cwd())

describe('imports in src', () => {
  test('are found in every kind of file', () => {
    expect(graph.size).toBeGreaterThan(300)
    expect(graph.get('src/renderer/app/App.vue')).toContain('src/renderer/app/shell/AppShell.vue')
    expect(graph.get('src/renderer/features/settings/feature.ts')).toContain(
      'src/renderer/features/settings/SettingsView.vue',
    )
  })

  // The compiler takes any .vue file for one that is there.
  test('lead to files', () => {
    const missing = [...graph].flatMap(([file, imported]) =>
      imported.filter((other) => !existsSync(other)).map((other) => `${file} imports ${other}`),
    )
    expect(missing).toEqual([])
  })

  test('go from a layer to those below it', () => {
    const problems = [...graph].flatMap(([file, imported]) =>
      imported.flatMap((other) => layerProblem(file, other) ?? []),
    )
    expect(problems).toEqual([])
  })

  test('of PostgreSQL are those of src/server alone', () => {
    const importers = globSync('src/**/*.{ts,vue}')
      .filter((file) => importsIn(readFileSync(file, 'utf8'), file).includes('pg'))
      .map((file) => dirname(file).split(sep).join('/'))
    expect([...new Set(importers)]).toEqual(['src/server/postgres'])
  })

  test('of zlib in the core come with the lock of the threads that run it', () => {
    const unlocked = globSync('src/core/**/*.ts', { exclude: ['**/*.test.ts', '**/testing/**'] }).filter(
      (file) => {
        const imports = importsIn(readFileSync(file, 'utf8'), file)
        return imports.includes('node:zlib') && !imports.includes('#platform/threads/zlib-lock.ts')
      },
    )
    expect(unlocked).toEqual([])
  })

  test('make no cycle', () => {
    expect(findCycles(graph)).toEqual([])
  })

  // A folder, or a file beside folders, stands below those that use it.
  test('make no cycle between the folders of a folder', () => {
    const cycles = foldersIn(graph).flatMap((folder) =>
      findCycles(partsOf(graph, folder)).map((parts) => `${folder}: ${parts.join(', ')}`),
    )
    expect(cycles).toEqual([])
  })
})

const isTest = (file: string) => file.includes('/testing/') || file.endsWith('.test.ts')

const foldersIn = (files: ImportGraph) => [
  ...new Set(
    [...files.keys()].flatMap((file) =>
      file.split('/').flatMap((_, depth, names) => (depth > 0 ? names.slice(0, depth).join('/') : [])),
    ),
  ),
]

/** What the direct members of a folder, files or folders, import of each other. Tests are left out. */
function partsOf(files: ImportGraph, folder: string): ImportGraph {
  const parts = new Map<string, string[]>()
  const partOf = (file: string) =>
    file.startsWith(`${folder}/`) && !isTest(file) ? file.slice(folder.length + 1).split('/')[0] : undefined
  for (const [file, imported] of files) {
    const part = partOf(file)
    if (part === undefined) continue
    const others = imported.flatMap((other) => partOf(other) ?? []).filter((other) => other !== part)
    parts.set(part, [...(parts.get(part) ?? []), ...others])
  }
  return parts
}

describe('the law of the layers', () => {
  const R = 'src/renderer'
  test.each([
    ['src/core/create-core.ts', 'src/platform/log/log.ts'],
    ['src/web/main.ts', 'src/host/host.ts'],
    [`${R}/app/main.ts`, `${R}/features/home/feature.ts`],
    [`${R}/features/home/feature.ts`, `${R}/features/feature.ts`],
    [`${R}/features/home/ChainHome.vue`, `${R}/features/home/StartView.vue`],
    [`${R}/lists/view/ListView.vue`, `${R}/stores/settings.ts`],
    [`${R}/lists/view/list.test.ts`, `${R}/testing/mount-in-app.ts`],
    [`${R}/features/home/home.test.ts`, `${R}/app/router.ts`],
  ])('%s may import %s', (importer, imported) => {
    expect(layerProblem(importer, imported)).toBeUndefined()
  })

  test.each([
    ['src/shared/units.ts', 'src/platform/log/log.ts', /src\/shared must not import src\/platform/],
    ['src/core/create-core.ts', 'src/service/http/server.ts', /over HTTP/],
    ['src/service/http/server.ts', 'src/core/create-core.ts', /over the contract/],
    ['src/service/open-chain.ts', 'src/server/shared-indexes.ts', /the app does not carry it/],
    ['src/cli/program.ts', 'src/server/shared-indexes.ts', /the app does not carry it/],
    [
      'src/service/indexer/sync/sync-blocks.ts',
      'src/server/backfill/backfill-source.ts',
      /does not carry it/,
    ],
    ['src/host/host.ts', 'src/main/main.ts', /no layer knows its host/],
    ['src/web/main.ts', 'src/main/main.ts', /no layer knows its host/],
    ['src/main/main.ts', `${R}/app/main.ts`, /nothing calls it/],
    [`${R}/features/home/ChainHome.vue`, `${R}/app/router.ts`, /knows nothing of the shell/],
    [`${R}/features/home/ChainHome.vue`, `${R}/features/data/TakeFolder.vue`, /the feature data/],
    [`${R}/features/feature.ts`, `${R}/features/data/TakeFolder.vue`, /the feature data/],
    [`${R}/lists/view/ListView.vue`, `${R}/features/feature.ts`, /renderer\/features, which is above it/],
    [`${R}/stores/recent.ts`, `${R}/entities/routes.ts`, /not how it is shown/],
    [`${R}/ui/CopyButton.vue`, `${R}/stores/toasts.ts`, /know nothing of chains/],
    [`${R}/lib/format-time.ts`, `${R}/ui/tabs.ts`, /plain functions/],
    [`${R}/app/main.ts`, `${R}/testing/mount-in-app.ts`, /Only tests/],
  ])('%s must not import %s', (importer, imported, why) => {
    expect(layerProblem(importer, imported)).toMatch(why)
  })
})

test('the lint rule reports each kind of import at its line, with the reason', () => {
  const linter = new Linter({ cwd: process.cwd() })
  const code = `import '#renderer/lib/clipboard.ts'
import { x } from '../stores/toasts.ts'
export * from '#renderer/lists/a.ts'
export { y } from '#core/b.ts'
const z = import('../app/router.ts')
export const w = z`
  const messages = linter.verify(
    code,
    { plugins: { chainglass }, rules: { 'chainglass/layers': 'error' } },
    'src/renderer/ui/part.js',
  )
  expect(messages.map(({ line, ruleId }) => [line, ruleId])).toEqual(
    [2, 3, 4, 5].map((line) => [line, 'chainglass/layers']),
  )
  expect(messages[0]?.message).toMatch(/know nothing of chains/)
})

test('the lint rule reports where Node itself opens a file to be written', () => {
  const code = `open(path, 'w'); openSync(path, 'a'); open(path, 'r+'); open(path, 'r'); open(path); file.open(path, 'w')`
  const found = new Linter().verify(code, {
    plugins: { chainglass },
    rules: { 'chainglass/writing': 'error' },
  })
  expect(found.map(({ column, ruleId }) => [code.slice(column - 1, column + 2), ruleId])).toEqual(
    ["'w'", "'a'", "'r+"].map((flags) => [flags, 'chainglass/writing']),
  )
})

test('the lint rule reports the comment of an export that begins with a pronoun', () => {
  const code = [
    '/** What is left. */ export const a = 1',
    '/**\n * Of a list. */ export function b() {}',
    '/** Whole lists. */ export const c = 1',
    '/** The file. */\n\n/** They differ. */ export default class {}',
    '/** It is the head. */ const inner = 1',
    '// What a line says.\nexport const d = inner',
  ].join('\n')
  const found = new Linter().verify(code, {
    plugins: { chainglass },
    rules: { 'chainglass/comments': 'error' },
  })
  expect(found.map(({ message }) => /“(\w+)”/.exec(message)?.[1])).toEqual(['What', 'Of', 'They'])
})

describe('the graph of the imports', () => {
  test('an import is resolved from its file or from src; a package is none of ours', () => {
    expect(resolveImport('src/core/keys/keys.ts', '../store/store.ts')).toBe('src/core/store/store.ts')
    expect(resolveImport('src/core/keys/keys.ts', '#shared/units.ts')).toBe('src/shared/units.ts')
    expect(resolveImport('src/renderer/app/main.ts', './icon.svg?url')).toBe('src/renderer/app/icon.svg')
    expect(resolveImport('src/core/keys/keys.ts', 'vue')).toBeUndefined()
  })

  test('static, re-exported, dynamic and type imports are imports, also in a component', () => {
    const script = `import { a } from './a.ts'\nexport * from './b.ts'\nimport type { C } from './c.ts'\nconst d = import('./d.ts')`
    const all = ['./a.ts', './b.ts', './c.ts', './d.ts']
    expect(importsIn(script, 'x.ts')).toEqual(all)
    expect(
      importsIn(
        `<script setup lang="ts">\n${script}\n</script>\n<template><p>import</p></template>`,
        'x.vue',
      ),
    ).toEqual(all)
  })

  test('files that import each other are one cycle, however long the way', () => {
    const cycles = findCycles(
      new Map([
        ['a', ['b']],
        ['b', ['c', 'd']],
        ['c', ['a']],
        ['d', ['d']],
        ['e', ['a']],
      ]),
    )
    expect(cycles).toEqual([['d'], ['a', 'b', 'c']])
  })
})
