/** An index that was harmed, by a hand, a disk or an older version, is compared with its node and repaired. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { followChain, type FollowedChain } from './follow-chain.ts'
import { type Anvil, ended, rpc, startAnvil } from './testing/anvil.ts'
import { ListComparison } from './testing/compare/compare-lists.ts'
import { countersOf } from './testing/compare/counters.ts'
import { expectNone } from './testing/compare/expect-none.ts'
import { findIncompleteBlocks } from './testing/compare/incomplete-blocks.ts'
import { indexed, testFolder, testFollow } from './testing/fixtures.ts'
import { openIndexIn } from './testing/follow-indexed.ts'
import { until } from './testing/until.ts'
import { Workload } from './testing/workload.ts'
import { builtProgram } from '#platform/testing/built-program.ts'

let anvil: Anvil
let workload: Workload
/** The slow walk begins in no test but its own. */
const NEVER_MS = 2 ** 31 - 1
/** An index as it must be, and what it answers. */
const whole = mkdtempSync(join(tmpdir(), 'chainglass-index-'))
let counters: unknown
let traces: unknown
/** A copy of it, for a test to harm. */
let dataDir: string

const counted = (chain: FollowedChain) =>
  countersOf(chain.reader, [...workload.accounts, ...Object.values(workload.at), `0x${'0'.repeat(40)}`])

beforeAll(async () => {
  anvil = await startAnvil()
  workload = await Workload.deploy(anvil.url)
  await workload.make(160, 8)
  const chain = await followChain({ rpcUrl: anvil.url, dataDir: whole, verifyStepMs: NEVER_MS })
  await indexed(chain, anvil.url)
  // Reads what the pages need, so that all of it is there to be harmed.
  await chain.verify()
  counters = await counted(chain)
  traces = chain.status().traces
  await chain.close()
})

afterAll(async () => {
  await anvil.stop()
  rmSync(whole, { recursive: true, force: true })
})

beforeEach(() => {
  dataDir = testFolder()
  cpSync(whole, dataDir, { recursive: true })
})

/** Runs these statements on the index; gives how many rows each changed. */
function harm(statements: Readonly<Record<string, string>>): Record<string, number> {
  const database = openIndexIn(dataDir)
  try {
    return Object.fromEntries(Object.entries(statements).map(([name, sql]) => [name, database.run(sql)]))
  } finally {
    database.close()
  }
}

async function expectWhole(chain: FollowedChain) {
  expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
  expect(await counted(chain)).toEqual(counters)
  expect(chain.status().traces).toEqual(traces)
  await chain.close()
  expectNone(findIncompleteBlocks(openIndexIn(dataDir)))
}

const nothing = {
  blocks: 0,
  transactions: 0,
  logs: 0,
  transfers: 0,
  balances: 0,
  withdrawals: 0,
  frames: 0,
  tokens: 0,
  contracts: 0,
  nfts: 0,
  authorizations: 0,
}

test('rows deleted by hand: all are found, and all repaired', async () => {
  const { blocks, transactions, logs, transfers, frames, token, texts, contracts, nfts } = harm({
    blocks: 'DELETE FROM block WHERE number IN (7, 19)',
    transactions: 'DELETE FROM tx WHERE position % 7 = 3',
    logs: 'DELETE FROM log WHERE position % 5 = 1',
    transfers: 'DELETE FROM transfer WHERE log % 3 = 1',
    frames: 'DELETE FROM internal WHERE tx >> 20 NOT IN (7, 19) AND tx % 7 <> 3 AND position % 2 = 0',
    token: `DELETE FROM token WHERE name = 'Test Coin'`,
    texts: `UPDATE token SET name = NULL, symbol = NULL, supply = NULL WHERE symbol IS NOT NULL`,
    contracts: `UPDATE address SET is_contract = 0 WHERE id IN (SELECT address FROM contract LIMIT 4)`,
    nfts: `DELETE FROM instance WHERE (token, token_id) IN (SELECT token, token_id FROM instance LIMIT 3)`,
  })
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir })
  const { repaired, again } = await chain.verify()
  expect(again).toBeNull()
  expect(repaired).toMatchObject({ blocks, transactions, logs, transfers, contracts, nfts })
  expect(repaired.tokens).toBe(token! + texts!)
  // And what the frames tell of transactions that were deleted.
  expect(repaired.frames).toBeGreaterThan(frames!)
  expect((await chain.verify()).repaired).toEqual(nothing)
  await expectWhole(chain)
})

test('balances deleted by hand are added up once more', async () => {
  harm({
    histories: `DELETE FROM balance_history WHERE balance IN (SELECT id FROM balance WHERE id % 9 = 1)`,
    balances: `DELETE FROM balance WHERE id % 4 = 2`,
    loose: `DELETE FROM balance_history WHERE balance NOT IN (SELECT id FROM balance)`,
  })
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir })
  const { repaired } = await chain.verify()
  expect(repaired.balances).toBeGreaterThan(20)
  expect({ ...repaired, balances: 0, tokens: 0 }).toEqual(nothing)
  await expectWhole(chain)
})

test('what an older version wrote otherwise is found and repaired in place', async () => {
  // The number of this block depends on how many contracts the node deployed in one block.
  const firstWithFailure = '(SELECT min(position) >> 20 FROM tx WHERE revert IS NOT NULL)'
  const { fees, untraced, outcomes } = harm({
    fees: `UPDATE tx SET fee = x'0101' WHERE position % 11 = 1`,
    untraced: `UPDATE block SET traced = 2 WHERE number = ${firstWithFailure}`,
    // The frames of that block are read when the chain is followed again, before anything is compared.
    outcomes: `UPDATE tx SET revert = NULL, inner_failure = 0 WHERE revert IS NOT NULL AND position >> 20 <> ${firstWithFailure}`,
  })
  expect(untraced).toBe(1)
  expect(outcomes).toBeGreaterThan(0)
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir })
  const { repaired } = await chain.verify()
  expect(repaired.transactions).toBe(fees)
  expect(repaired.frames).toBe(outcomes!)
  await expectWhole(chain)
})

test('from a block that is another one, or has transfers that were none, it is indexed again', async () => {
  harm({ hash: `UPDATE block SET hash = x'${'00'.repeat(32)}' WHERE number = 20` })
  const first = await testFollow({ rpcUrl: anvil.url, dataDir })
  const head = Number(await rpc(anvil.url, 'eth_blockNumber', []))
  expect((await first.verify()).again).toBe(20)
  expect(first.status().head?.number).toBe(head)
  expectNone((await new ListComparison(first.reader, anvil.url).all()).found)
  await first.close()

  const pictures = `(SELECT id FROM address WHERE hash = x'${workload.at.Pictures.slice(2)}')`
  harm({
    counts: `UPDATE tx SET transfers = transfers - (SELECT count(*) FROM transfer f WHERE f.tx = tx.position AND token = ${pictures})`,
    history: `DELETE FROM balance_history WHERE balance IN (SELECT id FROM balance WHERE token = ${pictures})`,
    balances: `DELETE FROM balance WHERE token = ${pictures}`,
    instances: `DELETE FROM instance WHERE token = ${pictures}`,
    transfers: `DELETE FROM transfer WHERE token = ${pictures}`,
    token: `DELETE FROM token WHERE address = ${pictures}`,
  })
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir })
  expect((await chain.verify()).again).toBeGreaterThan(0)
  expect(chain.status().head?.number).toBe(head)
  expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
})

test('the newest block deleted by hand is read again', async () => {
  harm({ head: 'DELETE FROM block WHERE number = (SELECT max(number) FROM block)' })
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir })
  await indexed(chain, anvil.url)
  await expectWhole(chain)
})

test('the slow walk finds the same, and goes on where it was', async () => {
  const { transactions } = harm({ transactions: 'DELETE FROM tx WHERE position % 7 = 3' })
  const lines: string[] = []
  const walking = await testFollow({
    rpcUrl: anvil.url,
    dataDir,
    verifyStepMs: 1,
    log: (line) => lines.push(line),
  })
  await until('it is told', () => lines.some((line) => line.startsWith('Differed and repaired')), {
    seen: () => lines,
  })
  expect(lines).toContainEqual(
    expect.stringMatching(
      new RegExp(`^Differed and repaired: ${String(transactions)} transactions, \\d+ call frames\\.$`),
    ),
  )
  await expectWhole(walking)
})

test('npm run api -- --verify says what it found, and ends', async () => {
  const { logs } = harm({ logs: 'DELETE FROM log WHERE position % 5 = 1' })
  expect(await runVerify(dataDir)).toEqual({
    code: 0,
    out: expect.stringMatching(
      new RegExp(
        `^Compared with the node: .* blocks, .*\\nDiffered and repaired: ${String(logs)} logs\\.\\n$`,
      ),
    ) as string,
  })
  expect((await runVerify(dataDir)).out).toMatch(/\nNothing differed\.\n$/)
})

test('with no index there is nothing to compare, which is no success', async () => {
  expect(await runVerify(testFolder())).toEqual({
    code: 1,
    out: expect.stringMatching(/^There is no index of this node to compare: .*\n$/) as string,
  })
})

async function runVerify(folder: string) {
  const args = ['--rpc', anvil.url, '--data-dir', folder, '--verify']
  const child = spawn(process.execPath, [builtProgram('service'), ...args])
  onTestFinished(() => ended(child))
  let out = ''
  child.stdout.on('data', (part: Buffer) => (out += part.toString()))
  const code = await new Promise((done) => child.once('close', done))
  return { code, out }
}
