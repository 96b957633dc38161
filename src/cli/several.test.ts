/** Tests help, chosen columns, calls and several things, in a separate process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestCore } from '#core/testing/create-test-core.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { PAGE_SIZE } from '#shared/lists/filters.ts'
import { listEndpoint, listsOf } from '#shared/lists/list-table.ts'
import { RESOURCES } from '#shared/lists/resources.ts'
import { ALL_WORDS, WORDS } from '#shared/query/words.ts'
import { builtProgram } from '#platform/testing/built-program.ts'
import { LIST_OWNERS } from './help.ts'
import { runCommand, runProgram } from './testing/run-command.ts'

let service: Service
let addresses: readonly string[]
let delegated: string
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-several-'))
  const chain = createSampleChain({ seed: 'cli', transactions: 400, now: () => Date.UTC(2026, 9, 7, 12) })
  service = await createService({ reader: chain })
  addresses = chain.suggestedAddresses().map(({ address }) => address)
  delegated = chain.suggestedAddresses().find(({ name }) => name === 'Delegated account')!.address
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})
const withSource = (args: readonly string[]) => [
  ...args,
  '--source',
  service.url,
  '--data-dir',
  join(folder, 'data'),
]
const ask = (...args: readonly string[]) => runProgram(withSource(args))
const parsed = (lines: string) =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** Runs the program with these lines on its stdin. */
async function askOf(things: readonly string[], ...args: readonly string[]) {
  const child = spawn(process.execPath, [builtProgram('cli'), ...withSource(args)])
  child.stdin.end(things.map((thing) => `${thing}\n`).join(''))
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ])
  return { code, stdout, stderr }
}

describe('help', () => {
  it.each(['list', 'export', 'watch'])(
    'of `%s` says every list, each filter with its values, every word, and that dates are UTC',
    async (command) => {
      const { code, stdout } = await runProgram([command, '--help'])
      expect(code).toBe(0)
      for (const list of LIST_OWNERS.flatMap((owner) => listsOf(owner))) {
        const { slug, filters } = listEndpoint(list)
        expect(stdout).toMatch(new RegExp(`^ {4}${slug}$`, 'm'))
        for (const [name, filter] of Object.entries(filters))
          expect(stdout, `${slug} ${name}`).toMatch(
            new RegExp(`^ +${name === PAGE_SIZE ? 'every list: ' : ''}${name}=.*${filter.description}`, 'm'),
          )
      }
      for (const word of ALL_WORDS) expect(stdout).toContain(`${WORDS[word].example} `)
      expect(stdout).toContain('UTC')
      if (command === 'list') expect(stdout).toContain('(default: 50)')
    },
  )

  it('of `ask` says every word and kind, of `keep` every list of an address', async () => {
    const { stdout: ask } = await runProgram(['ask', '--help'])
    for (const word of ALL_WORDS) expect(ask).toContain(`${WORDS[word].example} `)
    for (const kind of RESOURCES) expect(ask).toMatch(new RegExp(`^Kinds: .*\\b${kind}\\b`, 'm'))
    const { stdout: keep } = await runProgram(['keep', '--help'])
    for (const list of listsOf('address'))
      expect(keep).toMatch(new RegExp(`^Lists: .*\\b${listEndpoint(list).slug}\\b`, 'm'))
  })

  it('of every command says what is typed where', async () => {
    const { stdout } = await runProgram(['--help'])
    const commands = [...stdout.matchAll(/^ {2}([a-z-]+) .*\[options\] [<[]/gm)].map(([, name]) => name!)
    expect(commands.length).toBeGreaterThan(8)
    for (const command of commands) {
      const { stdout: help } = await runProgram([command, '--help'])
      const [, names = ''] = /^Arguments:\n([^]*?)\n\n/m.exec(help) ?? []
      for (const [, name] of help.split('\n')[0]!.matchAll(/[<[]([a-z]+)(?:\.\.\.)?[>\]]/g))
        if (name !== 'options') expect(names, command).toMatch(new RegExp(`^ +${name!} +\\S`, 'm'))
    }
  })
})

describe('--fields', () => {
  const FIELDS = 'hash,value,block_number'

  it('gives these columns in this order, in every format', async () => {
    const rows = parsed((await ask('list', 'transactions', '--limit', '5', '--jsonl')).stdout)
    const wanted = rows.map(({ hash, value, block_number }) => ({ hash, value, block_number }))
    const list = ['list', 'transactions', '--limit', '5', '--fields', FIELDS]
    expect(parsed((await ask(...list, '--jsonl')).stdout)).toEqual(wanted)
    const csv = (await ask(...list, '--csv')).stdout.trimEnd().split('\r\n')
    expect(csv).toEqual([FIELDS, ...wanted.map((row) => Object.values(row).join(','))])
    const table = (await ask(...list)).stdout.trimEnd().split('\n')
    expect(table.map((line) => line.trim().split(/ +/))).toEqual([
      FIELDS.split(','),
      ...wanted.map((row) => Object.values(row).map(String)),
    ])
  })

  it('is for files, too', async () => {
    for (const format of ['csv', 'jsonl']) {
      const out = join(folder, `fields.${format}`)
      expect(
        (await ask('export', addresses[0]!, 'transfers', '--fields', 'amount,batch_index', '--out', out))
          .code,
      ).toBe(0)
      const listed = await ask(
        ...['list', addresses[0]!, 'transfers', '--all', '--fields', 'amount,batch_index', `--${format}`],
      )
      expect(listed.stdout.length).toBeGreaterThan(1_000)
      expect(readFileSync(out, 'utf8')).toBe(listed.stdout)
    }
  })

  it('says which columns there are', async () => {
    const { code, stdout, stderr } = await ask('list', 'transactions', '--fields', 'hash,colour')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/“colour”.*hash, block_number, timestamp/s)
  })
})

describe('several things on stdin', () => {
  it('are read one after another, and each row says of which it is', async () => {
    const asked = addresses.slice(0, 3)
    const { code, stdout } = await askOf(asked, 'list', '-', 'tokens', '--all', '--jsonl')
    expect(code).toBe(0)
    const alone: Record<string, unknown>[] = []
    for (const thing of asked) {
      const { stdout: rows } = await ask('list', thing, 'tokens', '--all', '--jsonl')
      alone.push(...parsed(rows).map((row) => ({ thing, ...row })))
    }
    expect(alone.length).toBeGreaterThan(asked.length)
    expect(parsed(stdout)).toEqual(alone)
    const csv = (await askOf(asked, 'list', '-', 'tokens', '--all', '--csv')).stdout
    expect(csv.split('\r\n').filter((line) => line.startsWith('thing,'))).toHaveLength(1)
    expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + alone.length)
  })

  it('one that is nothing does not end the others', async () => {
    const { code, stdout, stderr } = await askOf(['', 'nonsense!', '2', '1'], 'show', '-', '--jsonl')
    expect(code).toBe(2)
    expect(parsed(stdout).map(({ thing, height }) => [thing, height])).toEqual([
      ['2', 2],
      ['1', 1],
    ])
    expect(stderr).toContain('nonsense!: ')
  })

  it('can be stopped while the next one is awaited', async () => {
    const child = spawn(process.execPath, [builtProgram('cli'), ...withSource(['show', '-', '--jsonl'])])
    const gone = once(child, 'close') as Promise<[number | null]>
    child.stdin.write('1\n')
    // The first one is done, and stdin stays open.
    await once(child.stdout, 'data')
    child.kill('SIGINT')
    expect((await gone)[0]).toBe(130)
  })

  it('are no one array', async () => {
    const { code, stdout, stderr } = await askOf(['1', '2'], 'show', '-', '--json')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('--jsonl')
  })
})

describe('operations', () => {
  it('gives what a bundler handed in and what accounts signed, with what came of it', async () => {
    const { stdout: found } = await ask('list', delegated, 'transactions', '--jsonl')
    const signed = parsed(found).find(({ type }) => type === 4)
    const { code, stdout } = await ask('operations', String(signed?.hash), '--jsonl')
    expect(code).toBe(0)
    expect(parsed(stdout)).toMatchObject([
      { kind: 'authorization', authority: delegated.toLowerCase(), state: 'applied' },
    ])
    const { stdout: logs } = await ask('list', delegated, 'internal', '--jsonl')
    const bundle = String(parsed(logs).find(({ type }) => type === 'call')?.transaction_hash)
    const csv = await ask('operations', bundle, '--csv')
    expect(csv.stdout).toMatch(
      /^kind,account,nonce,does,state,gas_cost,paymaster,because,to,entry_point,version,hash\r\n/,
    )
    expect(csv.stdout).toContain(`operation,${delegated},`)
    expect((await ask('operations', bundle)).stdout).toContain(`operation  ${delegated}`)
    // Two transfers of coin, and a call with coin between them.
    expect(csv.stdout).toMatch(
      /,"0x[0-9A-Fa-f]{40}\{value: \d+\}, 0x[0-9A-Fa-f]{40}\.0x064eff90\{value: \d+\}, 0x[0-9A-Fa-f]{40}\{value: \d+\}",succeeded,10000000000000000,/,
    )
    expect(csv.stdout).toMatch(/(?: 0x[0-9A-Fa-f]{40}){2},0x[0-9A-Fa-f]{40},[0-9.]*,0x[0-9a-f]{64}\r\n/)
    const csvOfSigned = await ask('operations', String(signed?.hash), '--csv')
    expect(csvOfSigned.stdout).toMatch(/,0x[0-9A-Fa-f]{40},,,\r\n$/)
    const dataDir = mkdtempSync(join(folder, 'own-'))
    const core = await createTestCore(dataDir)
    const entry = { address: delegated, chainId: null, label: 'Mine' }
    const client = connectInMemory(core.server)
    // Labels are kept with the sources that are known.
    await client.call('sources.add', { url: service.url })
    await client.call('watchlist.save', entry)
    core.close()
    const labelled = await runCommand(['operations', bundle, '--source', service.url, '--data-dir', dataDir])
    expect(labelled.stdout).toMatch(/^operation +Mine /m)
  })
})

describe('trace', () => {
  it('gives the calls of a transaction in order, with what they moved', async () => {
    const { stdout: found } = await ask('list', addresses[0]!, 'internal', '--limit', '1', '--jsonl')
    const hash = String(parsed(found)[0]!.transaction_hash)
    const { code, stdout } = await ask('trace', hash, '--jsonl')
    expect(code).toBe(0)
    const calls = parsed(stdout)
    expect(calls.length).toBeGreaterThan(1)
    expect(calls[0]).toMatchObject({ path: '', kind: expect.any(String) as string })
    expect(calls.map(({ path }) => path)).toContain('0')
    const csv = await ask('trace', hash, '--csv')
    expect(csv.stdout).toMatch(/^path,kind,from,to,value,gas_used,called,error\r\n/)
    expect(csv.stdout.trimEnd().split('\r\n')).toHaveLength(1 + calls.length)
    const refused = await ask('trace', addresses[0]!)
    expect(refused).toMatchObject({ code: 2, stdout: '' })
  })
})
