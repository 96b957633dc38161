/** Tests `chainglass approvals` as a person and as a program runs it. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startCheckedChain, type CheckedChain } from '#core/check/testing/checked-chain.ts'
import { callData } from '#service/indexer/testing/workload.ts'
import type { Approval } from '#shared/rpc/contract/approvals.ts'
import { runCommand } from './testing/run-command.ts'

let chain: CheckedChain
let owner: string
let account: string

beforeAll(async () => {
  chain = await startCheckedChain()
  ;[owner, account] = (await chain.anvil.request<string[]>('eth_accounts')).slice(7) as [string, string]
  const { Coin, Items, Workshop } = chain.at
  const send = (to: string, data: string) => chain.anvil.send({ from: owner, to, data, gas: '0x7a120' })
  await send(Coin, callData('Coin', 'mint', [owner, 5n * 10n ** 18n]))
  await send(Coin, callData('Coin', 'approve', [account, 2n ** 256n - 1n]))
  await send(Coin, callData('Coin', 'approve', [Workshop, 25n * 10n ** 17n]))
  await send(Items, callData('Items', 'setApprovalForAll', [Workshop, true]))
  await send(Items, callData('Items', 'setApprovalForAll', [account, true]))
  await send(Items, callData('Items', 'setApprovalForAll', [account, false]))
})
afterAll(() => chain.close())
afterEach(() => {
  chain.beHonest()
})

const run = (...args: string[]) =>
  runCommand(
    ['approvals', owner, '--source', chain.url, '--data-dir', ':memory:', ...args],
    args.some((arg) => arg.startsWith('--json') || arg === '--csv') ? {} : { columns: 400 },
  )
const read = (...args: string[]) => run('--with', chain.node.url, ...args)

test('what is open stands in a table, the riskiest first, with the call that ends it', async () => {
  const { code, stdout, stderr } = await read()
  expect(code).toBe(0)
  const [head, ...rows] = stdout.trimEnd().split('\n')
  expect(head).toMatch(/^token +spender +how much +at stake +first set +last used +what to know +call +of/)
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatch(
    /^TST 0x\w{40} +0x\w{40} +everything, unlimited +5 TST +\d{4}-\S+Z +never +a plain account, unlimited +0x095ea7b3\d/,
  )
  expect(rows.find((row) => row.includes('2.5 TST'))).toBeDefined()
  expect(stderr).toMatch(/3 open, 1 ended\.\s+From 5 logs of blocks 0 to \d+, given by 127\.0\.0\.1:\d+\./)
  expect(stderr).toMatch(/Tokens were asked at block \d+\./)
})

test('programs get one JSON object a line, with whole amounts', async () => {
  const { code, stdout } = await read('--jsonl')
  expect(code).toBe(0)
  const found = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Approval)
  expect(found).toHaveLength(3)
  expect(found[0]).toMatchObject({
    kind: 'amount',
    state: 'open',
    amount: String(2n ** 256n - 1n),
    unlimited: 'huge',
    stake: String(5n * 10n ** 18n),
    spender: { address: account.toLowerCase(), hasCode: false },
    ending: { to: chain.at.Coin },
  })
})

test('a spender with a name keeps its address, also in CSV, where each thing has its column', async () => {
  const { Workshop } = chain.at
  chain.lieWith((path, body) =>
    path.toLowerCase() === `/addresses/${Workshop}` ? { hash: Workshop, name: 'UniversalRouter' } : body,
  )
  expect((await read()).stdout).toContain(`UniversalRouter ${Workshop}`)
  const [head, ...rows] = (await read('--csv')).stdout.trimEnd().split('\r\n')
  expect(head).toContain('spender,label,name,')
  expect(rows.filter((row) => row.includes(`,${Workshop},,UniversalRouter,`))).toHaveLength(2)
})

test('what has ended stands in a table of its own, with when and by which call', async () => {
  const { code, stdout } = await read('--ended')
  expect(code).toBe(0)
  const [head, ...rows] = stdout.trimEnd().split('\n')
  expect(head).toMatch(/^token +spender +of +first set +ended +by +transaction/)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatch(/0x\w{40} +collection +\d{4}-\S+Z +\d{4}-\S+Z +setApprovalForAll +0x\w{64}$/)
  const csv = (await read('--ended', '--csv')).stdout.trimEnd().split('\r\n')
  expect(csv[0]).toContain(
    'since_transaction,expires_at,how,end_block,end_time,end_transaction,method,from,to',
  )
  expect(csv[1]).toContain(`,setApprovalForAll,${owner.toLowerCase()},${chain.at.Items}`)
})

test('the rows are those with all of the words of a filter', async () => {
  const countOf = async (words: string) =>
    (await read('--jsonl', '--filter', words)).stdout.split('\n').filter(Boolean).length
  expect(await countOf('tst')).toBe(2)
  expect(await countOf(`token:tst spender:${account}`)).toBe(1)
  expect(await countOf('risk:collection')).toBe(1)
  expect(await countOf('spender:tst')).toBe(0)
})

test('a node that is not believed ends with 1 and a sentence, and no table', async () => {
  chain.node.answer((method, _params, forward) => (method === 'eth_chainId' ? 'none' : forward()))
  const { code, stdout, stderr } = await read('--csv')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('is no Ethereum node')
})

test('without a node it says so, and what is known all the same', async () => {
  const { code, stderr } = await run()
  expect(code).toBe(0)
  expect(stderr).toContain('No transaction of this address is kept.')
  expect(stderr).toContain('No node was asked')
})

test('what is no address, and what is no URL of a node, is not understood', async () => {
  expect((await run('--with', 'ftp://somewhere')).code).toBe(2)
  expect((await runCommand(['approvals', 'nothing', '--data-dir', ':memory:'])).code).toBe(2)
})
