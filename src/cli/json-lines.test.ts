/** Tests in separate processes that JSON Lines have each item as its source wrote it: asked, kept, shown and exported. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { runProgram } from './testing/run-command.ts'

let service: Service
let address: string
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-lines-'))
  const chain = createSampleChain({ seed: 'cli', transactions: 400, now: () => Date.UTC(2026, 9, 7, 12) })
  address = chain.landmarks()[0]!.address
  // It writes nonces as numbers, one total as an object, and old names of members.
  service = await createService({ reader: chain, dialect: 'legacy' })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

/** All items of a list with commas between them, letter by letter as the service writes them. */
async function written(path: string): Promise<string> {
  const pages: string[] = []
  for (let next: Record<string, unknown> | null = {}; next;) {
    const query = new URLSearchParams(Object.entries(next).map(([name, value]) => [name, String(value)]))
    const body = await (await fetch(`${service.url}/api/v2/${path}?${String(query)}`)).text()
    pages.push(/^\{"items":\[([^]*)\],"next_page_params":[^]*$/.exec(body)![1]!)
    next = (JSON.parse(body) as { next_page_params: typeof next }).next_page_params
  }
  return pages.join(',')
}
const parsed = (items: string) => JSON.parse(`[${items}]`) as Record<string, unknown>[]

async function command(...args: readonly string[]) {
  const done = await runProgram([...args, '--data-dir', join(folder, 'data')])
  expect(done.code, done.stderr).toBe(0)
  return done
}
const lines = (text: string) => text.split('\n').slice(0, -1)

it('asked of a source', async () => {
  const asked = await command('list', 'blocks', '--all', '--jsonl', '--source', service.url)
  const blocks = await written('blocks')
  expect(parsed(blocks).length).toBeGreaterThan(100)
  expect(lines(asked.stdout).join(',') === blocks).toBe(true)
  const [{ hash, nonce } = {}] = parsed(await written('transactions'))
  expect(nonce).toEqual(expect.any(Number))
  const shown = await command('show', String(hash), '--jsonl', '--source', service.url)
  expect(JSON.parse(shown.stdout)).toMatchObject({ hash, nonce })
})

it('kept on this machine, and written into a file', async () => {
  await command('sources', 'add', service.url)
  await command('keep', address, 'transactions', '--source', service.url)
  const given = ['--source', service.url, '--offline']
  const kept = await command('list', address, 'transactions', '--all', '--jsonl', ...given)
  const rows = await written(`addresses/${address}/transactions`)
  expect(rows).toContain('4.0e3')
  // Pending rows, which a list begins with, are not kept.
  expect(lines(kept.stdout)).toHaveLength(parsed(rows).filter(({ block }) => block !== null).length)
  expect(rows.endsWith(`},${lines(kept.stdout).join(',')}`)).toBe(true)
  const out = join(folder, 'rows.jsonl')
  await command('export', address, 'transactions', '--out', out, ...given)
  expect(readFileSync(out, 'utf8')).toBe(kept.stdout)
})
