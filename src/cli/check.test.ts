/** Tests `chainglass check` as a person and as a program runs it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startCheckedChain, type CheckedChain } from '#core/check/testing/checked-chain.ts'
import { Refused } from '#service/indexer/testing/node-proxy.ts'
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
})
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
      other: expect.any(String),
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

test('another source of the chain can stand in place of a node, for a thing and for the rows of a list', async () => {
  const other = await chain.ownService()
  const run = (args: readonly string[], options = {}) =>
    runCommand(
      [...['check', ...args, '--against', other], ...['--source', chain.url, '--data-dir', ':memory:']],
      options,
    )
  const honest = await run([hash], { columns: 200 })
  expect(honest.code).toBe(0)
  expect(honest.stdout).toMatch(/^agrees +gas_used +\d+/m)
  expect(honest.stderr).toMatch(/^\d+ of \d+ fields proven or agree, .*Held against /)
  lieInGas()
  const { code, stdout } = await run([hash], { columns: 200 })
  expect(code).toBe(1)
  expect(stdout.split('\n')[1]).toMatch(/^differs +gas_used +77 +\d{5}/)
  expect((await run([hash, '--csv'])).stdout).toMatch(/^state,where,source,other\r\n/)
  chain.lieWith((path, body) =>
    path.split('?')[0] === LIST ? { ...(body as RawPage), items: (body as RawPage).items.slice(1) } : body,
  )
  const rows = await run([WHO, 'transactions', '--json'])
  expect(rows.code).toBe(1)
  expect(JSON.parse(rows.stdout)).toMatchObject({ isWhole: true, notCompared: 0, counts: { differs: 1 } })
  expect(rows.stderr).toContain('rows: 1 differ.')
  expect((await run([hash, '--with', chain.node.url])).code).toBe(2)
})

test('a source to be held against has to be known where the command keeps what it is told', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-check-'))
  onTestFinished(() => {
    rmSync(dataDir, { recursive: true, force: true })
  })
  const run = () =>
    runCommand(['check', hash, '--against', chain.url, '--source', 'sample', '--data-dir', dataDir])
  expect(await run()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('“chainglass sources add') as string,
  })
})

const checkList = (...args: string[]) =>
  runCommand(
    [
      ...['check', WHO, 'transactions', '--with', chain.node.url, '--source', chain.url],
      ...['--data-dir', ':memory:', ...args],
    ],
    args.length === 0 ? { columns: 200 } : {},
  )
interface ListJson {
  readonly rows: readonly { readonly key: string; readonly block: object }[]
  readonly isWhole: boolean
  readonly unread: number
  readonly counts: object
}
type RawPage = { readonly items: readonly object[]; readonly next_page_params: object | null }

/** The list in pages of `size` rows, each with the last `again` rows of the one before; gives its number of rows. */
async function inPages(size: number, again = 0): Promise<number> {
  const { items } = await chain.ask<RawPage>(LIST)
  lieInPages((at) => ({
    items: items.slice(Math.max(0, at - again), at + size),
    next_page_params: at + size < items.length ? { at: at + size } : null,
  }))
  return items.length
}

function lieInPages(pageAt: (at: number) => RawPage) {
  chain.lieWith((path, body) => {
    const [asked, query] = path.split('?')
    return asked === LIST ? pageAt(Number(new URLSearchParams(query).get('at') ?? 0)) : body
  })
}

test('the rows of a list are checked: of a table those that differ, of JSON every row', async () => {
  const honest = await checkList('--json')
  expect(honest.code).toBe(0)
  const { rows, ...report } = JSON.parse(honest.stdout) as ListJson
  expect(report).toMatchObject({
    outcome: 'checked',
    node: { chainId: '31337' },
    isWhole: true,
    counts: { differs: 0, agrees: 0 },
  })
  expect(rows[0]!.block).toMatchObject({
    isProven: true,
    hash: expect.stringMatching(/^0x\w{64}$/) as string,
  })
  chain.lieWith((path, body) => {
    const { items } = body as { items?: object[] }
    return path.split('?')[0] === `/addresses/${WHO}/transactions` && items
      ? { ...(body as object), items: items.map((item, at) => (at === 1 ? { ...item, value: '77' } : item)) }
      : body
  })
  const { code, stdout, stderr } = await checkList()
  expect(code).toBe(1)
  expect(stdout.trim().split('\n')).toHaveLength(2)
  expect(stdout).toMatch(new RegExp(`${rows[1]!.key.slice(0, 10)}.* differs +value +77 +\\d`))
  expect(stderr).toContain(`${String(rows.length)} rows: 1 differ.`)
})

test('of rows that no block proves it is said', async () => {
  chain.node.answer(async (method, _, forward) => {
    const answer = await forward()
    return method === 'eth_getBlockByNumber' ? { ...(answer as object), extraData: '0x1234' } : answer
  })
  const { code, stdout, stderr } = await checkList('--json')
  expect(code).toBe(0)
  const { rows } = JSON.parse(stdout) as ListJson
  expect(rows[0]!.block).toMatchObject({ isProven: false })
  expect(stderr).toContain('does not know how this chain hashes its blocks')
})

test('a row that moves to the next page is counted once', async () => {
  const count = await inPages(5, 2)
  const { rows, isWhole } = JSON.parse((await checkList('--json')).stdout) as ListJson
  expect({ rows: rows.length, isWhole }).toEqual({ rows: count, isWhole: true })
})

test('pages without rows end', async () => {
  lieInPages((at) => ({ items: [], next_page_params: { at: at + 1 } }))
  const { code, stdout } = await checkList('--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ rows: [], isWhole: false })
})

test('a cursor that repeats is told with what was checked', async () => {
  const { items } = await chain.ask<RawPage>(LIST)
  lieInPages(() => ({ items: items.slice(0, 3), next_page_params: { at: 3 } }))
  const { code, stdout } = await checkList('--json')
  expect(code).toBe(1)
  const { rows, isWhole } = JSON.parse(stdout) as ListJson
  expect({ rows: rows.length, isWhole }).toEqual({ rows: 3, isWhole: false })
})

test('what was checked before the node failed is kept, but nothing where it lies', async () => {
  await inPages(5)
  // The first page is answered.
  const failWith = (answer: (block: object) => unknown) => {
    let pages = 0
    chain.node.answer(async (method, [, whole], forward) => {
      if (method === 'eth_chainId') pages += 1
      const given = await forward()
      return method === 'eth_getBlockByNumber' && whole === true && pages > 1
        ? answer(given as object)
        : given
    })
  }
  failWith(() => {
    throw new Refused(-32005, 'limit exceeded')
  })
  const failed = await checkList('--json')
  expect(failed.code).toBe(1)
  expect(failed.stderr).toContain('limit exceeded')
  const report = JSON.parse(failed.stdout) as ListJson
  expect(report).toMatchObject({ isWhole: false, problem: { kind: 'limited' } })
  expect(report.rows.length).toBeGreaterThan(0)
  failWith((block) => ({ ...block, miner: `0x${'7'.repeat(40)}` }))
  const lying = await checkList('--csv')
  expect({ code: lying.code, stdout: lying.stdout }).toEqual({ code: 1, stdout: '' })
  expect(lying.stderr).toContain('does not hash to what it says')
})

const WHO = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const LIST = `/addresses/${WHO}/transactions`

/** The blocks of the node at these heights are others, or none. */
function changeBlocks(heights: readonly number[], change: (block: object) => object | null) {
  chain.node.answer(async (method, params, forward) => {
    const isChanged = heights.some((height) => params[0] === `0x${height.toString(16)}`)
    const answer = await forward()
    return method === 'eth_getBlockByNumber' && isChanged ? change(answer as object) : answer
  })
}

test.each([
  ['first', 1, []],
  ['genesis', 0, [1]],
] as const)(
  'of a source that names no chain, a node whose %s block is another one is of another chain',
  async (_, height, missing) => {
    const other = `0x${'ab'.repeat(32)}`
    changeBlocks([height, ...missing], (block) =>
      (block as { number: string }).number === `0x${height.toString(16)}` ? { ...block, hash: other } : null,
    )
    const { code, stdout, stderr } = await check()
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      new RegExp(`of another chain: its block ${String(height)} is ${other}, .* 0x[\\da-f]{64}`),
    )
  },
)

test('of a source that names no chain, it is said where no block could be compared', async () => {
  expect((await check()).stderr).not.toContain('another chain')
  changeBlocks([0, 1], () => null)
  const { code, stderr } = await check()
  expect(code).toBe(0)
  expect(stderr).toMatch(/may be of another chain/)
  expect(JSON.parse((await check('--json')).stdout)).toMatchObject({ node: { isChainUnknown: true } })
})

test('of a source that names no chain, a recent block tells a fork of its chain, which has the early ones', async () => {
  const head = async () => Number(await chain.anvil.request<string>('eth_blockNumber', []))
  const last = await head()
  await chain.anvil.request('anvil_mine', ['0x60'])
  await chain.ownService()
  const forked = Array.from({ length: (await head()) - last }, (_, at) => last + 1 + at)
  expect((await check()).stderr).not.toContain('another chain')
  changeBlocks(forked, (block) => ({ ...block, hash: `0x${'ab'.repeat(32)}` }))
  const { code, stdout, stderr } = await check()
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/of another chain: its block \d+ is 0x(ab){32}/)
  changeBlocks(forked, () => null)
  expect((await check()).stderr).toMatch(/may be of another chain/)
})

test('rows that are watched for are held against a node as they come, each by itself: a lie ends with 1, and so does a node that can’t tell', async () => {
  const own = await startCheckedChain({ isOwn: true })
  onTestFinished(() => own.close())
  const [from = '', to] = await own.anvil.request<string[]>('eth_accounts')
  let reads = 0
  let sent: Promise<unknown> | undefined
  own.lieWith((path, body) => {
    if (!path.toLowerCase().startsWith(`/addresses/${from.toLowerCase()}/transactions`)) return body
    // As soon as both have read the first page.
    if (++reads === 2) sent = own.anvil.send({ from, to, value: '0x5' })
    const { items } = body as { items: object[] }
    return { ...(body as object), items: items.map((item) => ({ ...item, value: '7' })) }
  })
  own.node.methods.length = 0
  const source = ['--source', own.url, '--data-dir', ':memory:', '--limit', '1', '--jsonl']
  const [{ code, stdout, stderr }, alone] = await Promise.all(
    [own.node.url, 'http://127.0.0.1:1'].map((rpcUrl) =>
      runCommand(['watch', from, 'transactions', ...source, '--check', '--with', rpcUrl]),
    ) as [ReturnType<typeof runCommand>, ReturnType<typeof runCommand>],
  )
  await sent
  expect(alone).toMatchObject({ code: 1, stdout })
  expect(alone.stderr).toContain('No node answers at 127.0.0.1:1')
  expect(alone.stderr).toContain('1 can’t be checked.')
  expect(code).toBe(1)
  const { hash: shown } = JSON.parse(stdout) as { hash: string }
  expect(stderr).toContain(`${shown} differs: value is 7, the node says 5.`)
  expect(stderr).toContain('1 differs. Held against ')
  expect(own.node.methods.filter((method) => method === 'eth_getBlockReceipts')).toHaveLength(1)
})

/** Watches for two payments, of which the source lies; the second comes once the first was compared, and `between`. */
async function watchTwo(
  between: (chain: CheckedChain) => unknown,
  lie: (items: Told[]) => readonly object[],
) {
  const own = await startCheckedChain({ isOwn: true })
  onTestFinished(() => own.close())
  const [from = '', to] = await own.anvil.request<string[]>('eth_accounts')
  const pay = () => own.anvil.send({ from, to, value: '0x5' })
  let reads = 0
  let first: ReturnType<typeof pay> | undefined
  let second: ReturnType<typeof pay> | undefined
  /** Of the evidence for the first row's block, and then of its age. */
  let heads = 0
  own.lieWith((path, body) => {
    if (!path.toLowerCase().startsWith(`/addresses/${from.toLowerCase()}/transactions`)) return body
    if (++reads === 1) first = pay()
    return { ...(body as object), items: lie((body as { items: Told[] }).items) }
  })
  own.node.answer(async (method, _, forward) => {
    if (method === 'eth_blockNumber') heads += 1
    if (method === 'eth_getBlockReceipts') heads = 0
    const answer = await forward()
    if (method === 'eth_blockNumber' && heads === 2 && first && !second) {
      second = first.then(() => between(own)).then(pay)
      await second
    }
    return answer
  })
  const { code, stderr } = await runCommand([
    ...['watch', from, 'transactions', '--source', own.url, '--data-dir', ':memory:', '--limit', '2'],
    ...['--check', '--with', own.node.url],
  ])
  const hashes = (await Promise.all([first, second])).map((sent) => String(sent?.transactionHash))
  return { code, stderr, hashes }
}
interface Told {
  readonly hash: string
}
const ofOldTime = (item: Told) => ({ ...item, timestamp: '2001-01-01T00:00:00.000Z' })

test('rows that are watched for differ for good only once their block is so deep that no branch explains it', async () => {
  const { code, stderr, hashes } = await watchTwo(
    ({ anvil }) => anvil.request('anvil_mine', ['0x40']),
    (items) => items.map(ofOldTime),
  )
  expect(code).toBe(1)
  const [one, other] = hashes
  expect(stderr).toMatch(
    new RegExp(
      `^${one} differs so far: timestamp is 2001.*, the node says 20.*^${one} differs: timestamp`,
      'ms',
    ),
  )
  expect(stderr).toContain(`${other} differs so far: timestamp`)
  expect(stderr).not.toContain(`${other} differs:`)
  expect(stderr).toContain(
    '2 differ. 1 differed while young: the node may be on another branch. Held against ',
  )
})

test('a row that is watched for and differed while young still does where the page does not have it any more', async () => {
  const before = new Set<string>()
  const { code, stderr, hashes } = await watchTwo(
    () => undefined,
    (items) => {
      if (before.size === 0) for (const { hash } of items) before.add(hash)
      const sent = items.filter(({ hash }) => !before.has(hash))
      // The first of them is told with a lie, and only until the second comes.
      return sent.length < 2 ? items.map(ofOldTime) : items.filter((item) => item !== sent[1])
    },
  )
  const [one, other] = hashes
  expect(stderr).toContain(`${one} differs so far: timestamp is 2001`)
  expect(stderr).toContain(`${one} was not checked again`)
  expect(stderr).not.toContain(`${other} differs`)
  expect(stderr).toContain('1 row proven, 1 differs. 1 differed while young')
  expect(code).toBe(1)
})

test('rows that no node has are not watched with a check, and a node is one of a check', async () => {
  const [who = ''] = await chain.anvil.request<string[]>('eth_accounts')
  const asked = ['--source', chain.url, '--data-dir', ':memory:']
  expect(await runCommand(['watch', who, 'internal-transactions', '--check', ...asked])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('can’t be checked against a node'),
  })
  expect(await runCommand(['watch', who, 'transactions', '--with', chain.node.url, ...asked])).toMatchObject({
    code: 2,
  })
})
