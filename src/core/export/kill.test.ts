/** Tests killing the process during exports: the files end up identical to those of an undisturbed process. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtHelper } from '#platform/testing/built-program.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { EXPORT_FORMATS } from '#shared/rpc/contract/export.ts'
import { startChainInstance, type ChainInstance } from '../archive/testing/chain-instance.ts'
import { listOf } from '../archive/testing/open-list.ts'
import { createTestCore } from '../testing/create-test-core.ts'

const ROWS = 8_000
const KILLS = 8
const JITTER_MS = 100

let folder: string
let instance: ChainInstance
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-export-kill-'))
  instance = await startChainInstance()
  instance.chain.grow(Array.from({ length: ROWS }, () => 1))
})
afterAll(async () => {
  await instance.stop()
  rmSync(folder, { recursive: true })
})

/** A data folder with an unstarted export of each format. */
async function prepare(name: string): Promise<string> {
  const dataDir = join(folder, name)
  const core = await createTestCore(dataDir)
  const client = connectInMemory(core.server)
  const added = await client.call('sources.add', { url: instance.url, chainId: '1' })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  for (const format of EXPORT_FORMATS)
    await client.call('export.start', { ...listOf(added.data.id), where: '', zone: 'utc', format })
  core.close()
  return dataDir
}

/**
 * Resolves with the process's output: after its normal end, or after it was killed soon after this number of lines.
 */
function run(dataDir: string, lines: number | undefined): Promise<readonly string[]> {
  const child = spawn(process.execPath, [builtHelper('export-runner'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  let timer: NodeJS.Timeout | undefined
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    if (lines !== undefined && text.split(lines === 0 ? 'reading' : 'writing').length > lines + 1)
      timer ??= setTimeout(() => child.kill('SIGKILL'), Math.random() * JITTER_MS)
  })
  return new Promise((resolve) => {
    child.once('close', () => {
      clearTimeout(timer)
      resolve(text.trim().split('\n'))
    })
  })
}

function filesOf(dataDir: string): ReadonlyMap<string, Buffer> {
  const root = join(dataDir, 'exports')
  return new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name))]),
  )
}

const rowsOf = async (bytes: Buffer) =>
  (await parquetReadObjects({ file: new Uint8Array(bytes).buffer })).map((row) => ({
    ...row,
    exported_at: null,
  }))

test('killed again and again, the files are the same in the end', async () => {
  const left = await prepare('left-alone')
  await run(left, undefined)
  const asked = instance.asked.length
  const killed = await prepare('killed')
  let isDone = false
  for (let kill = 0; kill < KILLS && !isDone; kill += 1) {
    // Every fourth is killed while it reads.
    const said = await run(killed, kill % 4 === 0 ? 0 : kill % 3)
    isDone = said.slice(-EXPORT_FORMATS.length).every((line) => line.includes('done'))
  }
  if (!isDone) await run(killed, undefined)
  const files = filesOf(killed)
  expect([...files.keys()].sort()).toEqual([...filesOf(left).keys()].sort())
  for (const [name, bytes] of filesOf(left)) {
    const same = files.get(name)!
    // Each says when it was begun.
    if (name.endsWith('.parquet')) expect(await rowsOf(same), name).toEqual(await rowsOf(bytes))
    else expect(same.equals(bytes), name).toBe(true)
  }
  expect(files.size).toBe(EXPORT_FORMATS.length)
  // Rows read before a kill are stored: each time only the head and the lost page are requested.
  expect(instance.asked.length - asked).toBeLessThan(ROWS / 50 + 3 * KILLS + 10)
})
