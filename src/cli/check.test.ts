/** Tests `chainglass check` as a person and as a program runs it. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startCheckedChain, type CheckedChain } from '#core/check/testing/checked-chain.ts'
import { runCommand } from './testing/run-command.ts'

let chain: CheckedChain
let hash: string

beforeAll(async () => {
  chain = await startCheckedChain()
  const { transactions } = await chain.anvil.request<{ transactions: string[] }>('eth_getBlockByNumber', [
    'latest',
    false,
  ])
  hash = transactions[0]!
}, 120_000)
afterAll(() => chain.close())
afterEach(() => {
  chain.beHonest()
})

const check = (...args: string[]) =>
  runCommand(
    ['check', hash, '--with', chain.node.url, '--source', chain.url, '--data-dir', ':memory:', ...args],
    args.length === 0 ? { columns: 200 } : {},
  )
const lieInGas = () => {
  chain.lieWith((path, body) =>
    path === `/transactions/${hash}` ? { ...(body as object), gas_used: '77' } : body,
  )
}

test('what is true is told in a table, with what can’t be checked, and ends with 0', async () => {
  const { code, stdout, stderr } = await check()
  expect(code).toBe(0)
  expect(stdout).toMatch(/^state +where +source +node/)
  expect(stdout).toMatch(/^proven +gas_used +\d+/m)
  expect(stdout).toMatch(/^can’t be checked +confirmations +\d+ +moves with the head/m)
  expect(stderr).toMatch(
    /^(\d+) of \d+ fields proven or agree, \d+ can’t be checked\. Held against block \d+ \(0x/,
  )
})

test('what differs stands first, with both values, and ends with 1', async () => {
  lieInGas()
  const { code, stdout, stderr } = await check()
  expect(code).toBe(1)
  expect(stdout.split('\n')[1]).toMatch(/^differs +gas_used +77 +\d{5}/)
  expect(stderr).toContain(', 1 differs, ')
})

test('programs get the report with its counts', async () => {
  lieInGas()
  const { code, stdout } = await check('--json')
  expect(code).toBe(1)
  const report = JSON.parse(stdout) as { counts: object; findings: { state: string }[] }
  expect(report).toMatchObject({
    outcome: 'checked',
    node: { chainId: '31337' },
    block: { isProven: true },
    counts: { differs: 1, agrees: 0 },
  })
  expect(report.findings.filter(({ state }) => state === 'differs')).toEqual([
    {
      part: 'transaction',
      row: null,
      field: 'gas_used',
      state: 'differs',
      source: '77',
      node: expect.any(String),
    },
  ])
})

test('a node that is not believed ends with 1 and a sentence, and no table', async () => {
  chain.node.answer(async (method, [, whole], forward) => {
    const answer = (await forward()) as object
    return method === 'eth_getBlockByNumber' && whole === true
      ? { ...answer, miner: `0x${'7'.repeat(40)}` }
      : answer
  })
  const { code, stdout, stderr } = await check('--csv')
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('gives as the block’s header does not hash to what it says it hashes to')
})

test('what is no URL of a node, and what can’t be checked, is not understood', async () => {
  const run = (thing: string, rpc: string) =>
    runCommand(['check', thing, '--with', rpc, '--source', chain.url, '--data-dir', ':memory:'])
  expect((await run(hash, 'ftp://somewhere')).code).toBe(2)
  expect((await run('nothing', chain.node.url)).code).toBe(2)
})

test('blocks and addresses are checked in the same way', async () => {
  const run = (thing: string) =>
    runCommand([
      'check',
      thing,
      '--with',
      chain.node.url,
      '--source',
      chain.url,
      '--data-dir',
      ':memory:',
      '--csv',
    ])
  const [block, address] = [await run('3'), await run('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')]
  expect([block.code, address.code]).toEqual([0, 0])
  expect(block.stdout).toContain('proven,parent_hash,0x')
  expect(address.stdout).toMatch(/^proven,coin_balance,\d+,$/m)
  expect(address.stdout).toMatch(/^agrees,balance of 0x\w{40}: value,\d+,$/m)
})

test('the rows of a list are checked: of a table those that differ, of JSON every row', async () => {
  const run = (...args: string[]) =>
    runCommand(
      [
        'check',
        WHO,
        'transactions',
        '--with',
        chain.node.url,
        '--source',
        chain.url,
        '--data-dir',
        ':memory:',
        ...args,
      ],
      args.length === 0 ? { columns: 200 } : {},
    )
  const honest = await run('--json')
  expect(honest.code).toBe(0)
  const { rows, isWhole, counts } = JSON.parse(honest.stdout) as {
    rows: { key: string }[]
    isWhole: boolean
    counts: object
  }
  expect({ isWhole, counts }).toMatchObject({ isWhole: true, counts: { differs: 0, agrees: 0 } })
  chain.lieWith((path, body) => {
    const { items } = body as { items?: object[] }
    return path.split('?')[0] === `/addresses/${WHO}/transactions` && items
      ? { ...(body as object), items: items.map((item, at) => (at === 1 ? { ...item, value: '77' } : item)) }
      : body
  })
  const { code, stdout, stderr } = await run()
  expect(code).toBe(1)
  expect(stdout.trim().split('\n')).toHaveLength(2)
  expect(stdout).toMatch(new RegExp(`${rows[1]!.key.slice(0, 10)}.* differs +value +77 +\\d`))
  expect(stderr).toContain(`${String(rows.length)} rows: 1 differ.`)
})

const WHO = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
