import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { builtHelper } from '#platform/testing/built-program.ts'
import { openSqliteIndex } from './sqlite-index.ts'
import { expectNone } from '../testing/compare/expect-none.ts'
import { findIncompleteBlocks } from '../testing/compare/incomplete-blocks.ts'

const folder = mkdtempSync(join(tmpdir(), 'chainglass-killed-'))
const script = builtHelper('killed-writer')
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('killed before any one statement of a block, a writer leaves whole blocks only', () => {
  const statements = Number(
    execFileSync(process.execPath, [script, join(folder, 'whole.sqlite'), '0'], { encoding: 'utf8' }),
  )
  expect(statements).toBeGreaterThan(10_000)
  const held: number[] = []
  // Six places all over the chain; neighbours of different remainders, so that they fall on different kinds of row.
  for (let kill = 1; kill <= 6; kill++) {
    const path = join(folder, `${String(kill)}.sqlite`)
    const at = Math.floor((statements * kill) / 7) + kill * 7
    expect(spawnSync(process.execPath, [script, path, String(at)]).signal).toBe('SIGKILL')
    expectNone(findIncompleteBlocks(openSqliteIndex(path)))
    const database = new DatabaseSync(path)
    held.push((database.prepare('SELECT count(*) AS blocks FROM block').get() as { blocks: number }).blocks)
    database.close()
  }
  expect(held.at(-1)).toBeGreaterThan(held[0] ?? 0)
})
