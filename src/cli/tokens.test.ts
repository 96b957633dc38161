/** Tests tokens and NFTs on the command line, in a separate process, and over MCP. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { runProgram } from './testing/run-command.ts'

let service: Service
let dataDir: string
/** An NFT from a transfer. */
let nft: { readonly token: string; readonly id: string }

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainglass-tokens-'))
  const chain = createSampleChain({ seed: 'cli', transactions: 400, now: () => Date.UTC(2026, 9, 7, 12) })
  service = await createService({ reader: chain })
  const { stdout } = await ask('list', 'transfers', '--filter', 'type=ERC-721', '--limit', '1', '--jsonl')
  const [row] = parsed(stdout) as unknown as {
    token: { address_hash: string }
    total: { token_id: string }
  }[]
  nft = { token: row!.token.address_hash, id: row!.total.token_id }
})
afterAll(async () => {
  await service.close()
  rmSync(dataDir, { recursive: true })
})
const ask = (...args: readonly string[]) =>
  runProgram([...args, '--source', service.url, '--data-dir', dataDir])
const lines = (text: string) => text.split('\n').filter((line) => line !== '')
const parsed = (text: string) => lines(text).map((line) => JSON.parse(line) as Record<string, unknown>)

it('an NFT is named by its token and its id, or by a link, and has its lists', async () => {
  const link = `https://eth.blockscout.com/token/${nft.token}/instance/${nft.id}`
  for (const thing of [`${nft.token}:${nft.id}`, link]) {
    const shown = await ask('show', thing, '--json')
    expect(shown).toMatchObject({ code: 0 })
    expect(JSON.parse(shown.stdout)).toMatchObject({ id: nft.id })
    for (const list of ['transfers', 'holders']) {
      const { code, stdout } = await ask('list', thing, list, '--all', '--jsonl')
      expect({ list, code }).toEqual({ list, code: 0 })
      expect(lines(stdout), list).not.toEqual([])
    }
  }
  const { stdout } = await ask('list', `${nft.token}:${nft.id}`, 'transfers', '--all', '--jsonl')
  const ids = parsed(stdout).map(({ total }) => (total as { token_id: string }).token_id)
  expect([...new Set(ids)]).toEqual([nft.id])
})

it('of a token’s address the rows of the contract are given and said to be; --token gives those of the token', async () => {
  const own = await ask('list', nft.token, 'transfers', '--all', '--jsonl')
  expect(own.code).toBe(0)
  expect(own.stderr).toMatch(/is a token, too.*--token/s)
  const { code, stdout, stderr } = await ask('list', nft.token, 'transfers', '--token', '--all', '--jsonl')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const tokens = parsed(stdout).map(({ token }) => (token as { address_hash: string }).address_hash)
  expect([...new Set(tokens)]).toEqual([nft.token])
  expect(lines(stdout).length).toBeGreaterThan(lines(own.stdout).length)
})
