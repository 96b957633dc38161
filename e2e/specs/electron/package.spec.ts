/** The package that electron-builder makes, with a fake runtime: its content, and that it runs by itself. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listPackage } from '@electron/asar'
import { _electron } from '@playwright/test'
import { MAX_BYTES } from '../../../build/app-files.ts'
import { expect, test } from '../../app.ts'
import { createTempFolder, removeFolder } from '../../folders.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const STAND_IN = join(import.meta.dirname, '..', '..', 'electron-stand-in', 'electron')
const FUSES_AS_SHIPPED = '101100011'
const FUSES_SET = '000011001'

test.skip(process.platform !== 'linux', 'the fake runtime has the files of the one for Linux')
test.skip(({ host }) => host !== 'stand-in', 'the packed app is run by the stand-in')

/** The files that electron-builder expects, and an executable that does nothing but contain the fuses. */
function fakeRuntime(folder: string): string {
  for (const part of ['locales', 'resources']) mkdirSync(join(folder, part), { recursive: true })
  for (const file of [
    'LICENSE',
    'LICENSES.chromium.html',
    'version',
    'chrome-sandbox',
    'locales/en-US.pak',
    'locales/de.pak',
    'locales/fr.pak',
  ])
    writeFileSync(join(folder, file), '')
  const wire = Buffer.concat([
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([1, FUSES_AS_SHIPPED.length]),
    Buffer.from(FUSES_AS_SHIPPED),
  ])
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.alloc(100), wire]), { mode: 0o755 })
  return folder
}

test.describe.configure({ mode: 'default' })

let folder: string
let asar: string
test.beforeAll(() => {
  folder = createTempFolder()
  execFileSync('npm', ['run', 'package', '--silent', '--', '--linux', '--dir'], {
    cwd: ROOT,
    stdio: 'pipe',
    env: {
      ...process.env,
      CHAINGLASS_ELECTRON_DIST: fakeRuntime(join(folder, 'runtime')),
      CHAINGLASS_PACKAGES: join(folder, 'packages'),
    },
  })
  asar = join(unpacked(), 'resources', 'app.asar')
})
test.afterAll(() => {
  removeFolder(folder)
})
const unpacked = () => join(folder, 'packages', 'linux-unpacked')

test('what is packed is small, complete and fused', () => {
  const executable = readFileSync(join(unpacked(), 'chainglass'))
  expect(executable.subarray(-FUSES_SET.length).toString()).toBe(FUSES_SET)
  // Chromium's texts in the languages of the window, and in no other.
  expect(readdirSync(join(unpacked(), 'locales')).sort()).toEqual(['de.pak', 'en-US.pak'])

  const files = listPackage(asar, { isPack: false })
  expect(statSync(asar).size).toBeLessThan(MAX_BYTES)
  expect(files.filter((file) => /node_modules|\.map$|\.ts$|\.vue$|\.test\.|testing/.test(file))).toEqual([])
  for (const file of [
    '/out/main/index.js',
    '/out/preload/index.cjs',
    '/out/renderer/index.html',
    '/LICENCES.txt',
  ])
    expect(files).toContain(file)
})

test('what is packed has all that it needs within its archive', () => {
  const { stdout, status } = spawnSync(STAND_IN, [asar, 'self-test'], { encoding: 'utf8' })
  const report = JSON.parse(stdout) as { checks: { ok: boolean }[] }
  expect(report.checks.filter(({ ok }) => !ok)).toEqual([])
  expect(report).toMatchObject({ ok: true, main: { keyring: 'none', sandbox: true } })
  expect(status).toBe(0)
})

test('what is packed opens its window out of its archive, without anything beside it', async () => {
  const electron = await _electron.launch({
    executablePath: STAND_IN,
    args: ['--ozone-platform=headless', asar, '--data-dir', join(folder, 'data')],
  })
  const window = await electron.firstWindow()
  await expect(window.getByRole('row').nth(3)).toBeVisible()
  await electron.close()
})
