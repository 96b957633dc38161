/** `--sample-at`: the sample chain as it was at a time, the same in every run and surface. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { createTestCore } from '#core/testing/create-test-core.ts'
import { openCoreSocket } from '#host/core-socket.ts'
import { builtProgram } from '#platform/testing/built-program.ts'
import { callTool, type Rows } from './mcp/testing/connect-mcp.ts'
import { runProgram } from './testing/run-command.ts'

const AT = '2026-01-31T12:00Z'
const NEWEST = '2026-01-31T12:00:00.000000Z'
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainglass-sample-at-'))
})
afterEach(() => {
  rmSync(dataDir, { recursive: true })
})

const FIXED = ['--sample-at', AT]
const blocks = (args: readonly string[]) =>
  runProgram(['list', 'blocks', '--limit', '60', '--jsonl', '--data-dir', dataDir, ...args])
const newestOf = (text: string) => (JSON.parse(text.split('\n')[0]!) as { timestamp: string }).timestamp

it('gives the same rows in every run, the newest of that time', async () => {
  const first = await blocks(FIXED)
  expect(first).toMatchObject({ code: 0 })
  expect(newestOf(first.stdout)).toBe(NEWEST)
  expect((await blocks(FIXED)).stdout).toBe(first.stdout)
  expect(newestOf((await blocks(['--sample-at', '2026-01-31T13:00+01:00'])).stdout)).toBe(NEWEST)
})

it('is taken by the server for language models', async () => {
  const client = new Client({ name: 'test', version: '0' })
  const args = [builtProgram('cli'), 'mcp', '--data-dir', dataDir, ...FIXED]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
  onTestFinished(() => client.close())
  const { data } = await callTool<Rows<{ timestamp: string }>>(client, 'list_rows', { thing: 'blocks' })
  expect(data.rows[0]?.item.timestamp).toBe(NEWEST)
})

it('is taken by the service', async () => {
  const child = spawn(process.execPath, [builtProgram('cli'), 'api', ...FIXED], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const url = /http:\S+/.exec(line)![0]
  const { items } = (await (await fetch(`${url}/blocks`)).json()) as { items: { timestamp: string }[] }
  expect(items[0]?.timestamp).toBe(NEWEST)
})

it('refuses what is no time, and a core that has a sample of its own', async () => {
  expect(await blocks(['--sample-at', 'yesterday'])).toMatchObject({ code: 2, stdout: '' })
  expect(await blocks(['--sample-at', '2026-02-30'])).toMatchObject({ code: 2, stdout: '' })
  const core = await createTestCore(dataDir)
  const socket = await openCoreSocket(dataDir, core.server, () => undefined)
  onTestFinished(() => {
    socket?.close()
    core.close()
  })
  const { code, stderr } = await blocks(FIXED)
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/--sample-at.*open.*--data-dir/s) as string,
  })
})

it('refuses a source that is not the sample', async () => {
  const refused = {
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/--sample-at.*--source sample/) as string,
  }
  expect(await blocks([...FIXED, '--source', 'http://127.0.0.1:9'])).toMatchObject(refused)
  expect(await runProgram(['sources', 'use', 'ethereum', '--data-dir', dataDir])).toMatchObject({ code: 0 })
  expect(await blocks(FIXED)).toMatchObject(refused)
  expect(await blocks([...FIXED, '--source', 'sample'])).toMatchObject({ code: 0 })
})
