/** The package as electron-builder makes it, around a runtime that is none: what is in it, and that it needs nothing else. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractAll, listPackage } from '@electron/asar'
import { _electron } from '@playwright/test'
import { expect, test } from '../../app.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const STAND_IN = join(import.meta.dirname, '..', '..', 'electron-stand-in', 'electron')
const MAX_BYTES = 6 * 1024 * 1024
const FUSES_AS_SHIPPED = '101100011'
const FUSES_BURNT = '010011001'

test.skip(process.platform !== 'linux', 'the runtime that is none is laid out as on Linux')
test.skip(({ host }) => host !== 'stand-in', 'the packed app is run by the stand-in')

/** Files where electron-builder expects them, and the place of the fuses in an executable that does nothing. */
function fakeRuntime(folder: string): string {
  for (const part of ['locales', 'resources']) mkdirSync(join(folder, part), { recursive: true })
  for (const file of ['LICENSE', 'LICENSES.chromium.html', 'version', 'chrome-sandbox', 'locales/en-US.pak'])
    writeFileSync(join(folder, file), '')
  const wire = Buffer.concat([
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([1, FUSES_AS_SHIPPED.length]),
    Buffer.from(FUSES_AS_SHIPPED),
  ])
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.alloc(100), wire]), { mode: 0o755 })
  return folder
}

test('what is packed is small, whole in itself, fused, and runs without anything beside it', async () => {
  test.setTimeout(120_000)
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-package-'))
  try {
    execFileSync('npm', ['run', 'package', '--silent', '--', '--linux', '--dir'], {
      cwd: ROOT,
      stdio: 'pipe',
      env: {
        ...process.env,
        CHAINGLASS_ELECTRON_DIST: fakeRuntime(join(folder, 'runtime')),
        CHAINGLASS_PACKAGES: join(folder, 'packages'),
      },
    })
    const unpacked = join(folder, 'packages', 'linux-unpacked')
    const executable = readFileSync(join(unpacked, 'chainglass'))
    expect(executable.subarray(-FUSES_BURNT.length).toString()).toBe(FUSES_BURNT)

    const asar = join(unpacked, 'resources', 'app.asar')
    const files = listPackage(asar, { isPack: false })
    expect(statSync(asar).size).toBeLessThan(MAX_BYTES)
    expect(files.filter((file) => /node_modules|\.map$|\.ts$|\.vue$|test/.test(file))).toEqual([])
    for (const file of [
      '/out/main/index.js',
      '/out/preload/index.cjs',
      '/out/renderer/index.html',
      '/LICENCES.txt',
    ])
      expect(files).toContain(file)

    const app = join(folder, 'app')
    extractAll(asar, app)
    const electron = await _electron.launch({
      executablePath: STAND_IN,
      args: ['--ozone-platform=headless', app, '--data-dir', join(folder, 'data')],
    })
    const window = await electron.firstWindow()
    await expect(window.getByRole('row').nth(3)).toBeVisible({ timeout: 30_000 })
    await electron.close()
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
