/** Tests the self-test of the built command line, complete and with broken or missing parts. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtProgram } from '#platform/testing/built-program.ts'
import type { SelfTestReport } from './self-test.ts'

let folder: string
let programs: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-installed-'))
  programs = join(folder, 'out', 'node')
  cpSync(dirname(builtProgram('cli')), programs, { recursive: true })
  const assets = join(folder, 'out', 'renderer', 'assets')
  mkdirSync(assets, { recursive: true })
  mkdirSync(join(folder, 'tmp'))
  writeFileSync(join(assets, 'inter.woff2'), 'wOF2')
  writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3","type":"module"}')
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

function selfTest() {
  const env = { ...process.env, CHAINGLASS_ROOT: folder, TMPDIR: join(folder, 'tmp') }
  const { status, stdout } = spawnSync(process.execPath, [join(programs, 'cli.js'), 'self-test'], {
    env,
    encoding: 'utf8',
  })
  const report = JSON.parse(stdout) as SelfTestReport
  return { status, report, failed: report.checks.filter(({ ok }) => !ok) }
}

describe('the self-test', () => {
  it('finds all that is needed in what was built, and leaves nothing behind', () => {
    const { status, report, failed } = selfTest()
    expect(failed).toEqual([])
    expect(report).toMatchObject({ ok: true, version: '1.2.3' })
    expect(report.checks.map(({ name }) => name)).toContain('core')
    expect(status).toBe(0)
    expect(readdirSync(join(folder, 'tmp'))).toEqual([])
  })

  it('names each thread that does not start, and fonts that are missing', () => {
    const workers = readdirSync(programs).filter((name) => name.endsWith('-worker.js'))
    for (const name of workers) writeFileSync(join(programs, name), 'throw new Error("broken")')
    rmSync(join(folder, 'out', 'renderer'), { recursive: true })
    const { status, report, failed } = selfTest()
    expect(report.ok).toBe(false)
    const names = [...workers.map((name) => name.replace('.js', '')), 'fonts']
    expect(failed.map(({ name }) => name).sort()).toEqual(names.sort())
    expect(status).toBe(1)
  })
})
