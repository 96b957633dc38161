/** Tests that JSON and JSON Lines hold the items of a live source letter by letter. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestCore } from '#core/testing/create-test-core.ts'
import { text } from '#platform/testing/behaviours.ts'
import { openHostileServer, type HostileServer } from '#platform/testing/hostile-server.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { runProgram } from './testing/run-command.ts'

const hash = (digit: string) => `0x${digit.repeat(64)}`
const ADDRESS = `0x${'1'.repeat(40)}`
const LONG = 'é'.repeat(30_000)
/** As servers write them: `nonce` a number, a reward as `2.0e18`, nested objects, an own order of members. */
const BLOCKS = [
  `{"nonce": 7,"height":3,"hash":"${hash('3')}","base_fee_per_gas":2.0e3,"extra":[1.50,-0,1e400],"timestamp":"2026-10-07T12:00:00.000000Z","uncles_hashes":[{"hash":"${hash('e')}"}]}`,
  // A block whose height can't be read.
  `{"height":{"of":"x","long":"${LONG}"},"hash":"${hash('1')}","z":1.10,"timestamp":null}`,
  `{"height":2,"hash":"${hash('2')}","timestamp":"2026-10-07T11:59:48.000000Z","é\\u00e9\\/":"\\ud83d\\ude00","note":"${LONG}","2":1,"1":2}`,
]
const READABLE = [BLOCKS[0]!, BLOCKS[2]!]
const OLDER = `{"hash":"${hash('0')}","height":0,"timestamp":"2026-10-07T11:59:36.000000Z","rewards":[{"type":"Miner Reward","reward":2.0e18}]}`
const NEWER = `{"z":2.50e1,"nonce":8,"height":4,"hash":"${hash('4')}","timestamp":"2026-10-07T12:00:12.000000Z","a":{"b":[1.0]}}`
/** Over several lines, as some servers format their answers; a member of the same name, and one that comes twice. */
const page = (items: readonly string[], next: string) =>
  `{"more":{"items":[1]},"items":[9],\n  "items" : [\n    ${items.map((item) => item.replace(',', ',\n      ')).join(' ,\r\n    ')}\n  ],\n  "next_page_params": ${next}\n}`

let server: HostileServer
let dataDir: string
/** Of blocks that came after the others. */
let newer: readonly string[] = []
beforeAll(async () => {
  server = await openHostileServer()
  server.always((response, seen) => {
    const { path, query } = seen
    const next = '{"block_number":2,"items_count":50}'
    const given = !path.includes('/blocks')
      ? page([], 'null')
      : query.has('block_number')
        ? page([OLDER], 'null')
        : page(path.includes(ADDRESS) ? READABLE : [...newer, ...BLOCKS], next)
    return text(given)(response, seen)
  })
})
afterAll(() => server.close())
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainglass-text-'))
})
afterEach(() => {
  rmSync(dataDir, { recursive: true })
})

const run = (...args: readonly string[]) => runProgram([...args, '--data-dir', dataDir])
const all = () => `${[...BLOCKS, OLDER].join('\n')}\n`

const list = ['list', 'blocks', '--all', '--jsonl']

describe('JSON of a live source', () => {
  it('is the items letter by letter, each on its line', async () => {
    const { code, stdout, stderr } = await run(...list, '--source', server.url)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(all())
  })

  it('is the same items in an array, in a file, and beside what they are of', async () => {
    const source = ['--source', server.url]
    const array = await run('list', 'blocks', '--all', '--json', ...source)
    expect(array.stdout).toBe(`[\n${[...BLOCKS, OLDER].join(',\n')}\n]\n`)
    const file = join(dataDir, 'blocks.jsonl')
    expect(await run('export', 'blocks', '--out', file, ...source)).toMatchObject({ code: 0 })
    expect(readFileSync(file, 'utf8')).toBe(all())
    const chosen = await run(...list, '--where', 'block>1', ...source)
    expect(chosen.stdout).toBe(`${READABLE.join('\n')}\n`)
  })

  it('is so of new rows, and on the stdin of a command for each', async () => {
    const file = join(dataDir, 'new.jsonl')
    for (const how of [['--jsonl'], ['--exec', `cat >> '${file}'`]]) {
      newer = []
      server.forgetRequests()
      const watching = run('watch', 'blocks', ...how, '--limit', '1', '--source', server.url)
      await server.until((requests) => requests.some(({ path }) => path.endsWith('/blocks')))
      newer = [NEWER]
      const { code, stdout } = await watching
      newer = []
      expect(code).toBe(0)
      expect(how[0] === '--exec' ? readFileSync(file, 'utf8') : stdout).toBe(`${NEWER}\n`)
    }
  })

  it('is in letters of our own where rows are kept, which is said', async () => {
    const core = await createTestCore(dataDir)
    const client = connectInMemory(core.server)
    const added = await client.call('sources.add', { url: server.url, chainId: '1' })
    await client.call('sources.use', { id: added.ok ? added.data.id : '' })
    core.close()
    // Lists of a whole chain are not kept.
    const kept = ['list', ADDRESS, 'blocks', '--all', '--jsonl']
    expect(await run(...kept)).toMatchObject({
      code: 0,
      stdout: `${[...READABLE, OLDER].join('\n')}\n`,
      stderr: '',
    })
    const again = await run(...kept)
    expect(again.stdout.startsWith(`${READABLE.join('\n')}\n`)).toBe(true)
    expect(again.stdout.trimEnd().split('\n').at(-1)).toBe(OLDER.replace('2.0e18', '"2000000000000000000"'))
    expect(again.stderr).toBe(
      '1 of the rows are as they are kept, with numbers and texts in one form. Those of the source have its own letters.\n',
    )
    const offline = await run(...kept, '--offline')
    expect(offline.stdout).toContain('{"nonce":7,')
    expect(offline.stdout).not.toContain('chainglass:')
    expect(offline.stderr).toMatch(/^This is what is kept: .*\n$/)
  })
})
