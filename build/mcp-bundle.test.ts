import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { builtProgram } from '#platform/testing/built-program.ts'
import { makeMcpBundle } from './mcp-bundle.ts'

const ROOT = dirname(dirname(dirname(builtProgram('cli'))))
const ICON = Buffer.from('89504e470d0a1a0a', 'hex')

/** The manifest as clients of version 0.4 read it; they refuse members that they do not know. */
const MANIFEST = z.strictObject({
  manifest_version: z.literal('0.4'),
  name: z.string().check(z.regex(/^[a-z0-9-]+$/)),
  display_name: z.string(),
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
  description: z.string(),
  long_description: z.string(),
  license: z.string(),
  author: z.strictObject({ name: z.string() }),
  icon: z.string(),
  server: z.strictObject({
    type: z.literal('node'),
    entry_point: z.string(),
    mcp_config: z.strictObject({ command: z.literal('node'), args: z.array(z.string()) }),
  }),
  tools: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  prompts_generated: z.literal(true),
  keywords: z.array(z.string()),
  compatibility: z.strictObject({
    platforms: z.array(z.enum(['darwin', 'linux', 'win32'])),
    runtimes: z.strictObject({ node: z.string() }),
  }),
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-mcpb-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

it('is what a client installs and starts: its manifest is of the format, and says the tools that it has', async () => {
  const { name, bytes } = makeMcpBundle(ROOT, 'licences', ICON)
  expect(name).toMatch(/^chainglass-\d+\.\d+\.\d+\.mcpb$/)
  const files = unzipSync(bytes)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const { server, tools, icon } = MANIFEST.parse(JSON.parse(strFromU8(files['manifest.json']!)))
  expect(Object.keys(files)).toEqual(expect.arrayContaining([server.entry_point, icon]))
  const args = server.mcp_config.args.map((arg) => arg.replace('${__dirname}', folder))
  const client = new Client({ name: 'test', version: '0' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...args, '--data-dir', join(folder, 'data')],
      stderr: 'ignore',
    }),
  )
  onTestFinished(() => client.close())
  const had = await client.listTools()
  expect(had.tools.map((tool) => tool.name)).toEqual(tools.map((tool) => tool.name))
  const { isError } = await client.callTool({ name: 'list_rows', arguments: { thing: 'blocks' } })
  expect(isError).toBeUndefined()
})

it('is the same file for the same build', () => {
  expect(makeMcpBundle(ROOT, 'licences', ICON)).toEqual(makeMcpBundle(ROOT, 'licences', ICON))
})
