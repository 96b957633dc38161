import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { canMount, openSmallDisk } from '../testing/small-disk.ts'
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

  it.skipIf(!canMount)(
    'goes on when the disk is full, and says afterwards what is missing (needs the right to mount a small disk)',
    () => {
      const disk = openSmallDisk()
      onTestFinished(() => {
        disk.unmount()
      })
      const path = join(disk.path, 'chainglass.log')
      const log = createLogFile(disk.path, clock)
      log.write('kept')
      disk.fill()
      // Some of these lines fit into the last page of the file, one of them in part.
      for (let n = 0; n < 80; n++) log.write(`line ${String(n)} ${'x'.repeat(100)} end`)
      disk.free()
      log.write('back')
      const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
      expect(lines[0]).toContain(' kept')
      expect(lines.at(-1)).toContain(' back')
      const written = lines.filter((line) => line.includes(' line '))
      expect(written.filter((line) => !line.endsWith('end'))).toEqual([])
      expect(lines.at(-2)).toContain(`${String(80 - written.length)} lines were not kept`)
      expect(lines).toHaveLength(written.length + 3)
    },
  )
})
