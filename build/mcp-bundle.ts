/**
 * The server for language models as one file, a bundle of the format MCPB (a zip with a manifest.json, version 0.4 of
 * github.com/modelcontextprotocol/mcpb): clients install it with a click, and run it with a Node of their own.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { zipSync } from 'fflate'
import { READING_TOOLS } from '#cli/mcp/tools.ts'

const SERVER = 'out/node'
const ENTRY = `${SERVER}/cli.js`
/** Programs of their own that the server starts none of. */
const NOT_OF_IT: ReadonlySet<string> = new Set(['web.js', 'core.js'])
/** A fixed time: the same build gives the same file. */
const MADE_AT = '2026-01-01T00:00:00Z'

export interface McpBundle {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Bundles the built programs in `root`. `icon`: a PNG. */
export function makeMcpBundle(root: string, licences: string, icon: Uint8Array): McpBundle {
  const { name, productName, version, description, license } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<'name' | 'productName' | 'version' | 'description' | 'license', string>
  const about = { name, version, description, license }
  const manifest = {
    manifest_version: '0.4',
    ...about,
    display_name: productName,
    long_description:
      'Reads EVM chains from the sources that are set up in Chainglass, and a sample chain without any. It only reads: labels and keeping need the command line (--allow-labels, --allow-keep).',
    author: { name: productName },
    icon: 'icon.png',
    server: {
      type: 'node',
      entry_point: ENTRY,
      mcp_config: { command: 'node', args: [`\${__dirname}/${ENTRY}`, 'mcp'] },
    },
    tools: READING_TOOLS.map(({ name: tool, description: text }) => ({ name: tool, description: text })),
    prompts_generated: true,
    keywords: ['ethereum', 'evm', 'blockchain', 'explorer'],
    compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: '>=24.0.0' } },
  }
  const files = {
    'manifest.json': json(manifest),
    // The program finds its version there.
    'package.json': json({ ...about, type: 'module' }),
    'LICENCES.txt': Buffer.from(licences),
    'icon.png': icon,
    ...builtFiles(join(root, SERVER)),
  }
  return { name: `${name}-${version}.mcpb`, bytes: zipSync(files, { level: 9, mtime: MADE_AT }) }
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value, undefined, 2))

function builtFiles(folder: string): Record<string, Uint8Array> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(folder, path).split(sep).join('/'), path] as const)
    .filter(([name]) => !NOT_OF_IT.has(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(found.map(([name, path]) => [`${SERVER}/${name}`, readFileSync(path)]))
}
