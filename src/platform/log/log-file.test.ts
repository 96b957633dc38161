import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogFile } from './log-file.ts'

let folder: string
let time = Date.UTC(2026, 10, 1)
const clock = () => new Date((time += 20))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-log-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})
const text = () => readFileSync(join(folder, 'chainglass.log'), 'utf8')

describe('the log', () => {
  it('keeps lines, without keys and without what would forge one', () => {
    const log = createLogFile(folder, clock)
    log.write('asked https://x.example/api?apikey=proapi_secret1')
    log.write('Authorization: Bearer abcdefghijklmnop')
    log.write('one\n2026-11-01T00:00:00.000Z forged')
    expect(text()).not.toMatch(/secret1|abcdefghijklmnop/)
    expect(text().trim().split('\n')).toHaveLength(3)
    expect(text()).toMatch(/^2026-11-01T00:00:00/)
  })

  it('grows to a megabyte and three old ones, whatever is written', () => {
    const log = createLogFile(folder, clock)
    for (let n = 0; n < 4_000; n++) log.write(`${String(n)} ${'x'.repeat(5_000)}`)
    const files = readdirSync(folder)
    expect(files.sort()).toEqual(['chainglass.log', ...['1', '2', '3'].map((n) => `chainglass.log.${n}`)])
    for (const file of files) expect(statSync(join(folder, file)).size).toBeLessThanOrEqual(1024 * 1024)
    expect(text()).toContain('3999 ')
  })

  it('takes a flood as a count', () => {
    let now = time
    const log = createLogFile(folder, () => new Date(now))
    for (let n = 0; n < 1_000; n++) log.write('again')
    now += 1_000
    log.write('after')
    expect(text().trim().split('\n')).toHaveLength(102)
    expect(text()).toContain('900 lines were not kept')
  })

  it.skipIf(!existsSync('/dev/full'))(
    'goes on when the disk is full, and says afterwards what is missing (needs /dev/full)',
    () => {
      symlinkSync('/dev/full', join(folder, 'chainglass.log'))
      const log = createLogFile(folder, clock)
      log.write('lost')
      log.write('lost too')
      unlinkSync(join(folder, 'chainglass.log'))
      log.write('back')
      expect(text()).toMatch(/2 lines were not kept.*\n.*back/)
    },
  )
})
