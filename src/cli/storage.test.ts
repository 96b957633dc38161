/** Tests `chainglass storage` as a person runs it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCheckedChain, type CheckedChain } from '#core/check/testing/checked-chain.ts'
import { Refused } from '#service/indexer/testing/node-proxy.ts'
import { callData, compiled, deployData } from '#service/indexer/testing/workload.ts'
import { runCommand } from './testing/run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'chainglass-storage-'))
const layout = join(folder, 'Shelf.json')
let chain: CheckedChain
let shelf: string
let owner: string
let filled: string

beforeAll(async () => {
  chain = await startCheckedChain()
  ;[owner] = (await chain.anvil.request<[string, ...string[]]>('eth_accounts')) as [string]
  const send = (sent: object) => chain.anvil.send({ from: owner, gas: '0x4c4b40', ...sent })
  shelf = String((await send({ data: deployData('Shelf') })).contractAddress)
  const data = callData('Shelf', 'fill', [owner as `0x${string}`, 7n])
  ;({ transactionHash: filled } = await send({ to: shelf, data }))
  writeFileSync(layout, JSON.stringify({ storageLayout: compiled('Shelf').storageLayout }))
})
afterAll(async () => {
  await chain.close()
  rmSync(folder, { recursive: true, force: true })
})

const runOf = (thing: string, ...args: string[]) =>
  runCommand(
    ['storage', thing, ...args, '--with', chain.node.url, '--source', chain.url, '--data-dir', ':memory:'],
    { columns: 260 },
  )
const run = (...args: string[]) => runOf(shelf, ...args)

test('variables stand in a table, by a layout of the person’s own', async () => {
  const { code, stdout, stderr } = await run('--layout', layout)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^0x0 +20–27 +since +uint64 +1790000000/m)
  expect(stdout).toMatch(/^0x\w+ +lent +mapping\(.*\) +name a key/m)
  expect(stdout).toContain(`lent[${owner.toLowerCase()}][7].set`)
  expect(stderr).toContain('token transfers: 0')
  expect(stderr).toContain('Read at block')
})

test('a key, and a block beside another one', async () => {
  const { code, stdout } = await run(
    `lent[${owner}][7].left`,
    'debt',
    '--layout',
    layout,
    '--against',
    '1',
    '--csv',
  )
  expect(code).toBe(0)
  const [head, left, debt] = stdout.trimEnd().split('\r\n')
  expect(head).toBe('slot,offset,bytes,variable,type,kind,value,word,against_value,against_word')
  expect(left).toContain(',uint128,value,1,')
  expect(debt).toMatch(/,debt,int256,value,-5,0xf{63}b,0,0x0{64}$/)
})

test('without a layout there are words, and what is no slot is not understood', async () => {
  const { code, stdout, stderr } = await run('0x1')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^0x1 +0xf{63}b/m)
  expect(stderr).toContain('No layout is used')
  expect(await run('debt')).toMatchObject({ code: 2 })
  expect(await run('--layout', join(folder, 'none.json'))).toMatchObject({ code: 2 })
})

test('namespaces without a layout of the compiler are said to be all that is known', async () => {
  const text = '/// @custom:storage-location erc7201:a.b\nstruct Space { uint x; }'
  chain.lieWith((path, body) =>
    path.toLowerCase() === `/smart-contracts/${shelf.toLowerCase()}`
      ? { name: 'Shelf', source_code: text, file_path: 'Shelf.sol' }
      : body,
  )
  const { stdout, stderr } = await run()
  chain.beHonest()
  expect(stdout).toMatch(/ Space\.x +uint256 +0$[^]*^0x1 +0xf{63}b/m)
  expect(stderr).toContain('Only its namespaces are known; the rest are words.')
})

test('what a layout has not, and a file that is too large, is said', async () => {
  const behind = await run('notes[2]', '--layout', layout)
  expect(behind.stderr).toContain('notes[2] is behind the end of its array.')
  const file = join(folder, 'other.json')
  writeFileSync(file, '{"storage":[],"types":null}')
  expect((await run('--layout', file)).stderr).toContain('This layout has no variables.')
  writeFileSync(file, ' '.repeat(6 * 1024 * 1024))
  expect(await run('--layout', file)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('up to 5') as unknown,
  })
})

test('a block beside it has a height or a name, and is not the newest', async () => {
  const heights = async (...args: string[]) => {
    const { stdout } = await runOf(chain.at.Coin, '--json', ...args)
    const { block, againstBlock } = JSON.parse(stdout) as Record<string, { height: number }>
    return [block?.height, againstBlock?.height]
  }
  expect(await heights('--at', '3', '--against', 'earliest')).toEqual([3, 0])
  expect(await runOf(chain.at.Coin, '--against', 'latest')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--against can’t be the newest block') as unknown,
  })
})

test('of a transaction is what it changed, before and after, as words or by a layout', async () => {
  const words = await runOf(filled)
  expect(words.code).toBe(0)
  expect(words.stdout).toMatch(/^0x\w{40} +0x1 +0x0{64} +0xf{63}b/m)
  expect(words.stderr).toContain('No layout is used')
  const { code, stdout, stderr } = await runOf(filled, shelf, '--layout', layout, '--csv')
  expect(code).toBe(0)
  expect(stdout).toMatch(/,since,uint64,value,0,1790000000,0x0{64},0x\w{64}\r\n/)
  expect(stdout).toContain(`,lent[${owner}][7].left,uint128,value,0,1,`)
  expect(stderr).toContain('runs it again')
  const other = await runOf(filled, owner)
  expect(other.stderr).toContain(`It changed nothing in storage of ${owner}.`)
  expect(await runOf(filled, '--layout', layout)).toMatchObject({ code: 2 })
  expect(await runOf(filled, '--at', '1')).toMatchObject({ code: 2 })
  chain.node.answer((method, _params, forward) => {
    if (method === 'debug_traceTransaction') throw new Refused(-32601, 'no such method')
    return forward()
  })
  expect(await runOf(filled)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('debug_traceTransaction') as unknown,
  })
})
