/** Tests `chainglass contract` as a person and as a program runs it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCheckedChain, type CheckedChain } from '#core/check/testing/checked-chain.ts'
import { compiled } from '#service/indexer/testing/workload.ts'
import { runCommand } from './testing/run-command.ts'

let chain: CheckedChain
let holder: string

beforeAll(async () => {
  chain = await startCheckedChain()
  ;[holder] = (await chain.anvil.request<[string, ...string[]]>('eth_accounts')) as [string]
  chain.lieWith((path, body) =>
    path.startsWith('/smart-contracts/')
      ? { name: 'Coin', is_verified: true, abi: compiled('Coin').abi, source_code: 'contract Coin {}' }
      : body,
  )
})
afterAll(() => chain.close())

const run = (...args: string[]) =>
  runCommand(['contract', chain.at.Coin, ...args, '--source', chain.url, '--data-dir', ':memory:'], {
    columns: 200,
  })
const read = (...args: string[]) => run(...args, '--with', chain.node.url)

test('its functions, events and errors stand in a table', async () => {
  const { code, stdout, stderr } = await run()
  expect(code).toBe(0)
  expect(stderr).toContain('Coin, verified, 1 files.')
  expect(stdout).toMatch(/^0x70a08231 +function balanceOf\(address account\) view returns \(uint256\) +Coin/m)
})

test('a function is found by its name, and says its values and at which block', async () => {
  const balance = await chain.anvil.request<string>('eth_call', [
    { to: chain.at.Coin, data: `0x70a08231${holder.slice(2).padStart(64, '0')}` },
    'latest',
  ])
  const { code, stdout, stderr } = await read('balanceOf', holder)
  expect(code).toBe(0)
  expect(stdout).toContain(BigInt(balance).toString())
  expect(stderr).toMatch(/Read at block \d+ of 127\.0\.0\.1/)
  const asProgram = await read('decimals', '--json', '--at', '3')
  expect(JSON.parse(asProgram.stdout)).toMatchObject({
    outcome: 'values',
    block: { height: 3 },
    values: [{ value: '18' }],
  })
})

test('the block at which it is asked has a height, a name or a time', async () => {
  const heightAt = async (block: string) => {
    const { stdout } = await read('decimals', '--json', '--at', block)
    return (JSON.parse(stdout) as { block: { height: number } }).block.height
  }
  const of = (tag: string) => chain.anvil.request<{ number: string }>('eth_getBlockByNumber', [tag, false])
  const newest = await of('latest')
  expect(await heightAt('latest')).toBe(Number(newest.number))
  expect(await heightAt('2200-01-01')).toBe(Number(newest.number))
  expect(await heightAt('finalized')).toBe(Number((await of('finalized')).number))
  expect(await read('decimals', '--at', 'somewhen')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('“somewhen” is no block'),
  })
})

test('one that nobody knows is asked by its signature', async () => {
  const { code, stdout } = await read('symbol() returns (string)')
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('TST') })
})

test('what is not understood ends with 2 and says what could be asked', async () => {
  expect(await read('balanceOf')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('It has function balanceOf(address account)'),
  })
  expect(await read('nothing')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('function symbol() view'),
  })
  expect(await read('balanceOf', '0x12')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Argument 1: An address has 40 digits, this one 2.'),
  })
  expect((await run('symbol')).stderr).toContain('This needs a node, and none of this chain is followed')
})

test('what a function reverts with, and a block that the node does not have, end with 1', async () => {
  const reverted = await run('transfer', holder, '1e60', '--with', chain.anvil.url, '--as', chain.at.Silent)
  expect(reverted).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Reverted: ERC20InsufficientBalance('),
  })
  expect(await read('symbol', '--at', '9999999')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('and this is block 9999999'),
  })
})
