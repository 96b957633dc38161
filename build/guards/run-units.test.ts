/** The runner that tries guards, in a folder with tests of its own. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

/** Runs all tests of each of these files, one file after the other in one runner, and prints what came of each. */
const RUN = `
import { closeUnits, runUnits } from ${JSON.stringify(join(import.meta.dirname, 'run-units.ts'))}
const results = []
for (const file of process.argv.slice(1)) {
  results.push(await runUnits(file, /./).then((outcomes) => Object.fromEntries(outcomes), (error) => error.message))
}
await closeUnits()
process.stdout.write(JSON.stringify(results), () => process.exit(0))
`

async function runInFolder(files: Readonly<Record<string, string>>): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-units-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  symlinkSync(join(import.meta.dirname, '..', '..', 'node_modules'), join(folder, 'node_modules'))
  for (const [name, body] of Object.entries(files)) {
    writeFileSync(join(folder, name), `import { expect, test } from 'vitest'\n${body}\n`)
  }
  const args = ['--input-type=module', '-e', RUN, ...Object.keys(files)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
  return JSON.parse(stdout)
}

test('a file that can’t be loaded, or that failed, says nothing of the files after it', async () => {
  expect(
    await runInFolder({
      'unloadable.test.ts': 'absent.property',
      'failing.test.ts': "test('is held', () => { expect(1).toBe(2) })",
      'passing.test.ts': "test('is held too', () => { expect(1).toBe(1) })",
    }),
  ).toEqual([
    'it could not be loaded: absent is not defined',
    { 'is held': 'failed' },
    { 'is held too': 'passed' },
  ])
})
