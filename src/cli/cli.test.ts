import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestCore } from '#core/testing/create-test-core.ts'
import { openCoreSocket } from '#host/core-socket.ts'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { readState } from '#shared/rpc/read-state.ts'
import * as behaviours from '#platform/testing/behaviours.ts'
import { openHostileServer, type Seen } from '#platform/testing/hostile-server.ts'
import { builtProgram } from '#platform/testing/built-program.ts'
import { runCommand, type CommandOptions } from './testing/run-command.ts'

const NOW = Date.UTC(2026, 9, 7, 12)
let service: Service
let chain: ReturnType<typeof createSampleChain>
let address: string
let dataDir: string

beforeAll(async () => {
  chain = createSampleChain({ seed: 'cli', transactions: 400, now: () => NOW })
  service = await createService({ reader: chain })
  address = chain.suggestedAddresses()[0]!.address
})
afterAll(() => service.close())
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainglass-cli-'))
})
afterEach(() => {
  rmSync(dataDir, { recursive: true })
})

const command = (args: readonly string[], options?: CommandOptions) =>
  runCommand([...args, '--data-dir', dataDir], options)
const ask = (args: readonly string[], options?: CommandOptions) =>
  command([...args, '--source', service.url], options)
const lines = (text: string) => text.split('\n').filter((line) => line !== '')
const parsed = (text: string) => lines(text).map((line) => JSON.parse(line) as Record<string, unknown>)

/** All items of a list of the address, as the source gives them. */
async function given(list: 'transactions' | 'token-transfers'): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  for (let cursor: Record<string, string> | null = {}; cursor !== null;) {
    const query: URLSearchParams = new URLSearchParams(cursor)
    const response = await fetch(`${service.url}/api/v2/addresses/${address}/${list}?${query.toString()}`)
    const page = (await response.json()) as {
      items: typeof items
      next_page_params: Record<string, string> | null
    }
    items.push(...page.items)
    cursor = page.next_page_params
  }
  return items
}

describe('list', () => {
  it('gives every item of a list, one a line, as the source gives it', async () => {
    const { code, stdout, stderr } = await ask(['list', address, 'transactions', '--all', '--jsonl'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const items = await given('transactions')
    expect(items.length).toBeGreaterThan(100)
    expect(lines(stdout)).toEqual(items.map((item) => JSON.stringify(item)))
  })

  it('ends after so many rows', async () => {
    const { stdout } = await ask(['list', address, 'transfers', '--limit', '3', '--jsonl'])
    expect(parsed(stdout)).toEqual((await given('token-transfers')).slice(0, 3))
  })

  it('gives JSON, and CSV with the columns of exports', async () => {
    const json = await ask(['list', 'transactions', '--limit', '60', '--json'])
    expect((JSON.parse(json.stdout) as unknown[]).length).toBe(60)
    const none = await ask(['list', address, 'transactions', '--where', 'value>999999999', '--json'])
    expect(JSON.parse(none.stdout)).toEqual([])
    const csv = await ask(['list', 'transactions', '--limit', '60', '--csv'])
    const rows = csv.stdout.split('\r\n')
    expect(rows[0]).toMatch(/^hash,block_number,timestamp,/)
    expect(rows).toHaveLength(62)
  })

  it('finds what matches a question, wherever it stands in the list', async () => {
    const { stdout } = await ask([
      'list',
      address,
      'transactions',
      '--all',
      '--where',
      'failed out',
      '--jsonl',
    ])
    const failed = (await given('transactions')).filter(
      ({ status, from }) => status === 'error' && (from as { hash: string }).hash === address,
    )
    expect(failed.length).toBeGreaterThan(0)
    expect(parsed(stdout)).toEqual(failed)
  })

  it('passes filters on to the source', async () => {
    const { stdout } = await ask([
      'list',
      address,
      'transfers',
      '--filter',
      'type=ERC-721',
      '--all',
      '--jsonl',
    ])
    const types = parsed(stdout).map(({ token }) => (token as { type: string }).type)
    expect(types.length).toBeGreaterThan(0)
    expect([...new Set(types)]).toEqual(['ERC-721'])
  })

  it('fits a table into the terminal, with amounts whole', async () => {
    const { stdout } = await ask(['list', address, 'transactions', '--limit', '20'], { columns: 80 })
    const [head = '', ...rows] = lines(stdout)
    expect(head).toMatch(/^ *block +time +/)
    expect(rows).toHaveLength(20)
    for (const row of rows) expect(row.length).toBeLessThanOrEqual(80)
    const wide = await ask(['list', address, 'transactions', '--limit', '20'])
    const [first] = await given('transactions')
    expect(wide.stdout).toContain(String(first?.hash))
  })

  it('shows nothing of a chain’s text that could move a cursor or turn a line around', async () => {
    const hostile = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
    const rows = ['list', 'transactions', '--all']
    expect((await ask([...rows, '--jsonl'])).stdout).toMatch(hostile)
    expect((await ask(rows, { columns: 400 })).stdout).not.toMatch(hostile)
    expect((await ask([...rows, '--jsonl'], { columns: 400 })).stdout).not.toMatch(hostile)
    expect((await ask([...rows, '--csv'], { columns: 400 })).stdout.replaceAll('\r', '')).not.toMatch(hostile)
    const items = lines((await ask([...rows, '--jsonl'])).stdout)
    const { hash } = JSON.parse(items.find((item) => hostile.test(item)) ?? '{}') as { hash: string }
    expect((await ask(['show', hash, '--json'])).stdout).toMatch(hostile)
    expect((await ask(['show', hash, '--json'], { columns: 400 })).stdout).not.toMatch(hostile)
  })
})

describe('a URL that is no source', () => {
  it('gives the rows of a page before the next has come', async () => {
    const server = await openHostileServer()
    const first = await fetch(`${service.url}/api/v2/addresses/${address}/transactions`)
    const { items } = (await first.json()) as { items: readonly unknown[] }
    const isNext = ({ query }: Seen) => query.has('index')
    server.always((response, seen) =>
      (!seen.path.endsWith('/transactions')
        ? behaviours.json({}, 404)
        : isNext(seen)
          ? behaviours.silent
          : behaviours.page(items, { block_number: 1, index: 1, items_count: items.length }))(response, seen),
    )
    const child = spawn(
      process.execPath,
      [
        builtProgram('cli'),
        ...['list', address, 'transactions', '--all', '--jsonl'],
        ...['--source', server.url, '--data-dir', dataDir],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let rows = 0
    const ended = once(child, 'exit')
    for await (const _ of createInterface(child.stdout)) {
      rows += 1
      if (rows === items.length) break
    }
    await server.until((requests) => requests.some(isNext))
    child.kill('SIGKILL')
    await ended
    expect(rows).toBe(50)
    await server.close()
  })

  it('holds no page that was given', async () => {
    const core = await createTestCore(':memory:', { source: service.url })
    const client = connectInMemory(core.server)
    const { current } = await readState(client, 'sources.changed', {})
    const list = 'address-transactions'
    const page = {
      source: current,
      list,
      params: { address_hash: address },
      filters: {},
      cursor: null,
    } as const
    expect(await client.call('lists.page', { ...page, unkept: true })).toMatchObject({ ok: true })
    for (const unkept of [false, true])
      expect(await client.call('lists.page', { ...page, offline: true, unkept })).toMatchObject({
        ok: false,
        error: { code: 'not_found', reason: 'not_kept' },
      })
    core.close()
  })
})

describe('what is not understood', () => {
  const cases: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['a list that is none', ['list', '0x' + '1'.repeat(40), 'nothing'], /no list “nothing”.*transactions/s],
    ['a shortened address', ['list', '0x1234…5678', 'transactions'], /shortened/],
    ['half an address', ['show', '0x1234'], /address/],
    ['an address of another chain', ['show', 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh'], /Bitcoin/],
    [
      'a word of the language that is none',
      ['list', 'transactions', '--where', 'vale>1'],
      /Did you mean “value”/,
    ],
    [
      'a filter that the list has not',
      ['list', 'transactions', '--filter', 'colour=red'],
      /no filter “colour”.*filter/s,
    ],
    ['a limit that is no number', ['list', 'transactions', '--limit', 'many'], /whole number/],
    ['two formats', ['list', 'transactions', '--json', '--csv'], /cannot be used with/],
    ['a command that is none', ['lost'], /unknown command/],
    ['a source that is no URL', ['sources', 'add', 'foo'], /not the address of an instance/],
    ['a day that is none', ['statement', '0x' + '1'.repeat(40), '--from', '2026-02-30'], /not a day/],
    [
      'a period that ends before it begins',
      ['ledger', '0x' + '1'.repeat(40), '--from', '2026-02-03', '--to', '2026-02-01'],
      /ends before/,
    ],
  ]
  it.each(cases)('%s: exit code 2, a sentence, and no row', async (_, args, sentence) => {
    const { code, stdout, stderr } = await ask(args)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(sentence)
  })

  it('a source that is not there', async () => {
    const { code, stderr } = await command(['list', 'transactions', '--source', 'elsewhere'])
    expect(code).toBe(2)
    expect(stderr).toContain('There is no source “elsewhere”.')
  })

  it('an address whose capitals are wrong is asked for, and said', async () => {
    const wrong = address.replace(/[a-f]/, (letter) => letter.toUpperCase())
    const { code, stderr } = await ask(['list', wrong, 'transactions', '--limit', '1'])
    expect(code).toBe(0)
    expect(stderr).toMatch(/checksum/)
  })
})

it('a source that does not answer: exit code 1 and a sentence', async () => {
  const gone = await createService({ reader: chain })
  await gone.close()
  const { code, stdout, stderr } = await command(['list', 'transactions', '--source', gone.url])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/can’t be reached/)
})

it('show gives a thing in full', async () => {
  const { stdout } = await ask(['show', address, '--json'])
  const held = (await (await fetch(`${service.url}/api/v2/addresses/${address}`)).json()) as {
    coin_balance: string
  }
  expect(JSON.parse(stdout)).toMatchObject({ hash: address, coin_balance: held.coin_balance })
  const missing = await ask(['show', `0x${'0'.repeat(64)}`])
  expect(missing.code).toBe(1)
  expect(missing.stderr).toMatch(/has no data for this/)
})

it('statement and ledger: closing is what the source says that it holds', async () => {
  const { code, stdout, stderr } = await ask(['statement', address, '--jsonl'])
  expect(code).toBe(0)
  expect(stderr).toMatch(/^It adds up: \d+ movements, block \d+\.\n$/)
  const [coin] = parsed(stdout) as unknown as { asset: { id: string }; closing: string; proof: string }[]
  expect(coin).toMatchObject({ asset: { id: 'coin' }, proof: 'adds_up' })
  const held = (await (await fetch(`${service.url}/api/v2/addresses/${address}`)).json()) as {
    coin_balance: string
  }
  expect(coin?.closing).toBe(held.coin_balance)
  const movements = parsed((await ask(['ledger', address, '--asset', 'coin', '--all', '--jsonl'])).stdout)
  const sum = movements.reduce((total, { amount }) => total + BigInt(amount as string), 0n)
  expect(String(sum)).toBe(held.coin_balance)
})

it('says how many rows it looked at, and that there are more than it shows', async () => {
  expect((await ask(['list', address, 'transactions', '--limit', '3', '--csv'])).stderr).toBe(
    'There are more than these 3 rows: --limit ROWS, or --all.\n',
  )
  const all = await ask(['list', address, 'transactions', '--all', '--jsonl', '--where', 'value>1'])
  const { length } = lines((await ask(['list', address, 'transactions', '--all', '--jsonl'])).stdout)
  expect(all.stderr).toBe(`${String(length)} rows were looked at.\n`)
})

it('decode says what an input means', async () => {
  const word = (hex: string) => hex.padStart(64, '0')
  const data = `0xa9059cbb${word(address.slice(2))}${word('de0b6b3a7640000')}`
  const { stdout, stderr } = await command(['decode', data])
  expect(stderr).toContain('transfer(address to, uint256 value)')
  expect(stdout).toContain(address)
  expect(stdout).toContain('1000000000000000000')
  expect((await command(['decode', 'hello'])).code).toBe(2)
})

describe('sources', () => {
  it('are added, used and removed, in the data folder', async () => {
    const added = await command(['sources', 'add', service.url])
    expect(added.code).toBe(0)
    const id = /as (\S+)\./.exec(added.stderr)?.[1] ?? ''
    await command(['sources', 'use', id])
    const listed = parsed((await command(['sources', '--jsonl'])).stdout)
    expect(listed.find((source) => source.id === id)).toMatchObject({ kind: 'instance', isCurrent: true })
    // For a listed source, rows that were read are stored.
    const kept = await command(['keep', address, 'transactions', 'transfers'])
    expect(kept.code).toBe(0)
    expect(kept.stderr).toMatch(/^\d+ rows kept, \d+ requests\.\n$/)
    const told = await command(['keep', address, 'internal'], { progressIntervalMs: 0 })
    expect(told.stderr).toMatch(
      /^(?:So far: \d+ rows kept, \d+ requests\. Ctrl\+C stops\.\n)+\d+ rows kept, \d+ requests\.\n$/,
    )
    const found = await command(['ask', 'failed', '--all', '--jsonl'])
    expect(parsed(found.stdout).length).toBeGreaterThan(0)
    expect(parsed(found.stdout).every(({ status }) => status === 'error')).toBe(true)
    await command(['sources', 'remove', id])
    expect((await command(['sources', '--jsonl'])).stdout).not.toContain(id)
  })

  it('of the sample chain nothing is kept, as `keep` says', async () => {
    const { code, stderr } = await command(['keep', address, '--source', 'sample'])
    expect(stderr).toBe('Lists of Sample chain are not kept: they are on this machine already.\n')
    expect(code).toBe(1)
  })

  it('a keep that is stopped is paused, so that no window goes on with it', async () => {
    const slow = await openHostileServer()
    const isList = ({ path }: Seen) => path.endsWith('/transactions')
    slow.always((response, seen) =>
      (isList(seen) ? behaviours.silent : behaviours.json({}, 404))(response, seen),
    )
    const core = await createTestCore(dataDir)
    const added = await connectInMemory(core.server).call('sources.add', { url: slow.url, unchecked: true })
    core.close()
    if (!added.ok) throw new Error(added.error.code)
    const stopped = new AbortController()
    const keeping = command(['keep', address, 'transactions', '--source', added.data.id], {
      signal: stopped.signal,
    })
    await slow.until((requests) => requests.some(isList))
    stopped.abort()
    expect((await keeping).code).toBe(130)
    await slow.close()
    const later = await createTestCore(dataDir)
    const { jobs } = await readState(connectInMemory(later.server), 'keep.changed', {})
    later.close()
    expect(jobs.map(({ state }) => state)).toEqual(['paused'])
  })

  it('a URL that is not among them is asked and not kept', async () => {
    await ask(['list', 'transactions', '--limit', '1'])
    expect((await command(['sources', '--jsonl'])).stdout).not.toContain(service.url)
  })
})

describe('while a core has the data folder', () => {
  it('it is asked, and knows what was changed', async () => {
    const core = await createTestCore(dataDir)
    const socket = await openCoreSocket(dataDir, core.server, () => undefined)
    try {
      expect((await command(['sources', 'add', service.url])).code).toBe(0)
      const { sources } = await readState(connectInMemory(core.server), 'sources.changed', {})
      expect(sources.some((source) => 'baseUrl' in source && source.baseUrl === service.url)).toBe(true)
      const { stdout } = await ask(['list', address, 'transactions', '--limit', '2', '--jsonl'])
      expect(parsed(stdout)).toHaveLength(2)
    } finally {
      socket?.close()
      core.close()
    }
  })

  it('that ends meanwhile ends the command, also one that only waits', async () => {
    const core = await createTestCore(dataDir, { source: service.url })
    let waiting = 0
    const server: typeof core.server = {
      connect(send) {
        const connection = core.server.connect(send)
        return {
          ...connection,
          receive(message) {
            connection.receive(message)
            if ((message as { event?: string }).event === 'lists.firstPage') waiting += 1
          },
        }
      },
    }
    const socket = await openCoreSocket(dataDir, server, () => undefined)
    const watching = command(['watch', 'transactions'])
    await expect.poll(() => waiting).toBe(1)
    socket?.close()
    core.close()
    const { code, stderr } = await watching
    expect(code).toBe(1)
    expect(stderr).toMatch(/connection to the application core is lost/)
  })

  it('one without a socket: it says who has it, and changes nothing', async () => {
    const core = await createTestCore(dataDir)
    try {
      const { code, stderr } = await command(['sources'])
      expect(code).toBe(1)
      expect(stderr).toMatch(/Another Chainglass.* is using this data folder/)
    } finally {
      core.close()
    }
  })
})

it('ends quietly when its reader has read enough', async () => {
  const child = spawn(
    process.execPath,
    [
      builtProgram('cli'),
      ...['list', 'transactions', '--all', '--jsonl', '--source', service.url, '--data-dir', dataDir],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let errors = ''
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
  const exit = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    expect(JSON.parse(line)).toHaveProperty('hash')
    break
  }
  child.stdout.destroy()
  expect((await exit)[0]).toBe(0)
  expect(errors).not.toMatch(/EPIPE|Error/)
})

it('every example of the help can be typed', async () => {
  const help = (await runCommand(['--help'])).stdout
  const examples = lines(help.slice(help.indexOf('Examples'))).slice(1)
  expect(examples.length).toBeGreaterThan(4)
  for (const example of examples) {
    const words = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    const { code, stdout, stderr } = await command(words.slice(1))
    expect({ example, code, stderr }).toMatchObject({ code: 0 })
    expect(stdout, example).not.toBe('')
  }
})
