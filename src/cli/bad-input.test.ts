/** Tests commands against bad terminals, other commands, and a core that has died. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startChainInstance } from '#core/archive/testing/chain-instance.ts'
import { createTestCore } from '#core/testing/create-test-core.ts'
import { openCoreSocket, socketFile } from '#host/core-socket.ts'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { readState } from '#shared/rpc/read-state.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { builtProgram } from '#platform/testing/built-program.ts'
import { runCommand, runProgram, withoutProgress, type CommandOptions } from './testing/run-command.ts'

let service: Service
let address: string
let dataDir: string

beforeAll(async () => {
  const chain = createSampleChain({ seed: 'cli', transactions: 400, now: () => Date.UTC(2026, 9, 7) })
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
const lines = (text: string) => text.split('\n').filter((line) => line !== '')

it.skipIf(!existsSync('/proc/self'))(
  'a folder that can’t be made is a sentence (skipped without /proc)',
  async () => {
    for (const folder of ['/proc/x', '/proc/x/y/z', '/dev/null/x']) {
      const { code, stderr } = await runProgram(['sources', '--data-dir', folder])
      expect({ folder, code }).toEqual({ folder, code: 1 })
      expect(lines(stderr)).toHaveLength(1)
      expect(stderr).toMatch(/data folder/i)
    }
  },
)

it('a terminal of 20 columns has the first columns, their numbers whole', async () => {
  const args = ['list', 'transactions', '--limit', '5', '--source', service.url]
  for (const columns of [1, 20]) {
    const { code, stdout } = await command(args, { columns })
    expect(code).toBe(0)
    const [head = '', ...rows] = lines(stdout)
    expect(head).toMatch(/^ *block/)
    expect(rows).toHaveLength(5)
    for (const row of rows) expect(row.length).toBeLessThanOrEqual(20)
    const wide = lines((await command(args, { columns: 400 })).stdout).slice(1)
    expect(rows.map((row) => /\d+/.exec(row)?.[0])).toEqual(wide.map((row) => /\d+/.exec(row)?.[0]))
  }
  expect((await command(['--help'], { columns: 20 })).code).toBe(0)
})

describe('what a terminal gets besides rows', () => {
  const list = ['list', 'transactions', '--all']
  const of = (options?: CommandOptions) => command([...list, '--jsonl', '--source', service.url], options)
  const escape = /\u001b/

  it('colour, unless NO_COLOR says otherwise; a program never', async () => {
    const table = async (options: CommandOptions) =>
      (await command([...list, '--limit', '3', '--source', service.url], options)).stdout
    const plain = await table({ columns: 80, env: { NO_COLOR: '1' } })
    expect(plain).not.toMatch(escape)
    // By https://no-color.org an empty value counts as unset.
    for (const env of [{}, { NO_COLOR: '' }]) {
      const coloured = await table({ columns: 80, env })
      expect(coloured).toMatch(escape)
      expect(coloured.replaceAll(/\u001b\[\d*m/g, '')).toBe(plain)
    }
    expect(await table({ env: {} })).not.toMatch(escape)
    expect((await command(['--help'], { columns: 80, env: { NO_COLOR: '1' } })).stdout).not.toMatch(escape)
  })

  it('progress on stderr, which is gone before the next row; a program has none of a quick command', async () => {
    const piped = await of()
    expect(piped).toMatchObject({ code: 0, stderr: '' })
    const shown = await of({ columns: 80 })
    // Only rows are on stdout; characters that would move a terminal's cursor are escaped.
    const rows = ({ stdout }: typeof shown) => lines(stdout).map((row) => JSON.parse(row) as unknown)
    expect(rows(shown)).toEqual(rows(piped))
    const [first, ...more] = shown.stderr.split('\r\u001b[2K')
    expect(first).toMatch(/^\d+ rows read$/)
    expect(more.length).toBeGreaterThan(3)
    for (const text of more) expect(text).toMatch(/^(?:\d+ rows read)?$/)
  })
})

it.runIf(process.platform !== 'win32')(
  'a pipe that is closed early ends it with 0, and no word',
  async () => {
    for (const format of ['', '--csv', '--jsonl', '--json']) {
      const line = `"$0" "$1" list transactions --all ${format} --source "$2" --data-dir "$3" | head -n 2; echo "\${PIPESTATUS[*]}"`
      const child = spawn('bash', ['-c', line, process.execPath, builtProgram('cli'), service.url, dataDir], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
      expect(lines(out), format).toHaveLength(3)
      expect({ codes: lines(out).at(-1), err: withoutProgress(err) }, format).toEqual({
        codes: '0 0',
        err: '',
      })
    }
  },
)

it('a source that sends a page again and again: the rows until then, and that there may be more', async () => {
  const instance = await startChainInstance()
  try {
    instance.chain.grow(Array.from({ length: 200 }, () => 1))
    instance.repeatsBelow = 120
    const core = await createTestCore(dataDir)
    const url = instance.url
    const added = await connectInMemory(core.server).call('sources.add', { url, chainId: '1' })
    core.close()
    const of = ['--source', added.ok ? added.data.id : '']
    const { code, stdout, stderr } = await command([
      'list',
      address,
      'transactions',
      '--all',
      '--jsonl',
      ...of,
    ])
    expect(code).toBe(1)
    expect(lines(stdout).length).toBeGreaterThan(50)
    expect(lines(stdout).length).toBeLessThan(200)
    expect(stderr).toMatch(/sends the same page again and again\..*there may be more rows/)
    const file = join(dataDir, 'rows.csv')
    expect(await command(['export', address, 'transactions', '--out', file, ...of])).toMatchObject({
      code: 1,
    })
    expect(existsSync(file)).toBe(false)
  } finally {
    await instance.stop()
  }
})

describe('two commands that keep the same list', () => {
  const keep = () => command(['keep', address, 'transactions'])

  it('are one job of the core that both ask', async () => {
    const core = await createTestCore(dataDir, { source: service.url })
    const socket = await openCoreSocket(dataDir, core.server, () => undefined)
    try {
      const [one, other] = await Promise.all([keep(), keep()])
      expect([one.code, other.code]).toEqual([0, 0])
      const { jobs } = await readState(connectInMemory(core.server), 'keep.changed', {})
      expect(jobs).toHaveLength(1)
      expect(jobs[0]!.state).toBe('done')
    } finally {
      socket?.close()
      core.close()
    }
  })

  it('without a core: one keeps it, and another that comes meanwhile says why it can’t', async () => {
    const added = await command(['sources', 'add', service.url])
    await command(['sources', 'use', /as (\S+)\./.exec(added.stderr)?.[1] ?? ''])
    const both = await Promise.all([keep(), keep()])
    // Both succeed if one ended before the other began.
    for (const { code, stderr } of both)
      if (code !== 0) expect(stderr).toMatch(/Another Chainglass.* is using this data folder/)
    expect(both.some(({ code }) => code === 0)).toBe(true)
    const again = await keep()
    expect(again.code).toBe(0)
    const found = await command(['ask', 'out', '--all', '--jsonl'])
    expect(lines(found.stdout).length).toBeGreaterThan(0)
  })
})

describe('a file of a core that is not there any more', () => {
  const leave = (text: string) => {
    const file = socketFile(dataDir)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, text, { mode: 0o600 })
  }
  const works = async () => {
    const { code, stdout } = await command(['list', 'blocks', '--limit', '1', '--jsonl'])
    expect({ code, lines: lines(stdout).length }).toEqual({ code: 0, lines: 1 })
  }

  it('names a socket that nobody listens at, or is no file of ours: the command starts its own', async () => {
    leave(JSON.stringify({ path: join(dataDir, 'open', 'core.sock'), secret: 'x' }))
    await works()
    for (const text of ['', '{', 'null', '{"path":5}']) {
      leave(text)
      await works()
    }
  })

  it('names a socket where another program listens now: the command ends with a sentence', async () => {
    const path = join(dataDir, 'other.sock')
    const other = createServer((socket) => {
      socket.once('data', () => socket.destroy())
    })
    await new Promise<void>((resolve) => other.listen(path, resolve))
    leave(JSON.stringify({ path, secret: 'x' }))
    try {
      const { code, stderr } = await command(['sources'])
      expect(code).toBe(1)
      expect(stderr).toMatch(/core is lost/)
    } finally {
      other.close()
    }
  })
})

describe('api', () => {
  const start = (...args: string[]) =>
    spawn(process.execPath, [builtProgram('cli'), 'api', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })

  it('serves until it is stopped', async () => {
    const child = start('--port', '0', '--transactions', '100')
    const exit = once(child, 'exit')
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    const url = /is ready: (\S+)/.exec(line)?.[1] ?? ''
    const page = (await (await fetch(`${url}/transactions`)).json()) as { items: unknown[] }
    expect(page.items.length).toBeGreaterThan(0)
    child.kill('SIGTERM')
    expect((await exit)[0]).toBe(0)
  })

  it('says what it does not understand', async () => {
    const child = start('--colour', 'red')
    let errors = ''
    child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
    expect((await once(child, 'exit'))[0]).toBe(2)
    expect(errors).toContain('--colour')
  })

  it.each([
    ['--role', 'reader'],
    ['--rpc', 'http://127.0.0.1:1'],
    ['--rpc', 'http://127.0.0.1:1', '--verify'],
    ['--rpc', 'http://127.0.0.1:1', '--role', 'worker'],
  ])('says which package has what --database needs: %s %s %s %s', async (...args) => {
    const child = start(...args, '--database', 'postgres://user:SECRET@127.0.0.1:1/none')
    let errors = ''
    child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
    expect((await once(child, 'exit'))[0]).toBe(2)
    expect(errors).toMatch(
      /^--database and CHAINGLASS_DATABASE need the package @chainglass\/server, .*build:server, then npm install.*\n/,
    )
    expect(errors).not.toContain('SECRET')
  })
})
