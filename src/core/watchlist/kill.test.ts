/**
 * Tests killing the process at 200 random moments while labels are written and imported: what it reported as stored
 * is stored.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtHelper } from '#platform/testing/built-program.ts'
import { openStore } from '../store/open-store.ts'

const KILLS = 200
const LANES = 4
/**
 * A round of the writer prints seven lines; it is killed within the first three rounds, shortly after one of them.
 */
const MAX_LINES = 21
const JITTER_MS = 12
const MAX_START_MS = 150

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-kill-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

test('every acknowledged label is there, the file opens, nothing is half done', async () => {
  const lanes = await Promise.all(Array.from({ length: LANES }, (_, lane) => killAgainAndAgain(lane)))
  const said = lanes.flat()
  expect(said).toHaveLength(KILLS)
  // The kills are spread over single labels and imports, and not all before the first.
  expect(said.filter((lines) => lines.length > 0).length).toBeGreaterThan(KILLS / 4)
  expect(said.filter((lines) => lines.some((line) => line.startsWith('imported'))).length).toBeGreaterThan(
    KILLS / 10,
  )
})

async function killAgainAndAgain(lane: number): Promise<string[][]> {
  const dataDir = join(folder, `lane-${String(lane)}`)
  const said: string[][] = []
  for (let kill = 0; kill < KILLS / LANES; kill += 1) {
    const lines = await writeUntilKilled(dataDir, 1 + kill * 1_000_000)
    said.push(lines)
    check(dataDir, lines)
  }
  return said
}

function writeUntilKilled(dataDir: string, first: number): Promise<string[]> {
  const child = spawn(process.execPath, [builtHelper('label-writer'), dataDir, String(first)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  // Every fourth is killed during its start: while it opens the file, locks, checks, migrates.
  const after = Math.random() < 0.25 ? Infinity : 1 + Math.floor(Math.random() * MAX_LINES)
  let timer = after === Infinity ? setTimeout(kill, 30 + Math.random() * MAX_START_MS) : undefined
  let text = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    if (text.split('\n').length > after) timer ??= setTimeout(kill, Math.random() * JITTER_MS)
  })
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('close', (_, signal) => {
      clearTimeout(timer)
      if (signal !== 'SIGKILL') reject(new Error(`It ended by itself: ${errors}`))
      // A line is written at once, so the last one is complete too.
      else resolve(text.split('\n').filter((line) => /^(saved|imported|removed) /.test(line)))
    })
  })
}

function check(dataDir: string, lines: readonly string[]) {
  const store = openStore({ dataDir })
  try {
    expect(store.notices).toEqual([])
    const labels = new Map(
      store
        .all<{ address: string; label: string }>('SELECT address, label FROM watched')
        .map(({ address, label }) => [Number(address), label]),
    )
    const removed = numbers(lines, 'removed')
    for (const n of numbers(lines, 'saved')) {
      // The first of every five is removed again, possibly without a report.
      if (n % 100 === 1 && !labels.has(n)) continue
      expect(labels.get(n)).toBe(`label ${String(n)}`)
    }
    for (const n of removed) expect(labels.has(n)).toBe(false)
    for (const n of numbers(lines, 'imported')) expect(labels.get(n + 10)).toBe(`import ${String(n)}`)
    const perImport = store.all<{ label: string; rows: number }>(
      `SELECT label, count(*) AS rows FROM watched WHERE label LIKE 'import %' GROUP BY label`,
    )
    expect(perImport.filter(({ rows }) => rows !== 60)).toEqual([])
  } finally {
    store.close()
  }
}

const numbers = (lines: readonly string[], what: string) =>
  lines.filter((line) => line.startsWith(`${what} `)).map((line) => Number(line.slice(what.length + 1)))
