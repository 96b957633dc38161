/** Builds and packs the package for teams, as `npm run build:server` and `npm pack` do. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { testFolder } from '#service/indexer/testing/fixtures.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PACKAGE = join(ROOT, 'packages/server')

export function npm(cwd: string, ...args: string[]): string {
  const script = process.env.npm_execpath
  const isScript = script?.endsWith('.js') === true && existsSync(script)
  const [program, before] = isScript ? [process.execPath, [script]] : ['npm', []]
  return execFileSync(program, [...before, ...args, '--offline', '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
  })
}

/** Gives the file, which is in this folder. */
export async function packServer(folder: string): Promise<string> {
  const source = join(testFolder(), 'server')
  for (const name of ['package.json', 'README.md', 'LICENSE']) cpSync(join(PACKAGE, name), join(source, name))
  const configFile = join(ROOT, 'vite.server.config.ts')
  await build({ configFile, logLevel: 'warn', build: { outDir: join(source, 'dist') } })
  const [file = ''] = npm(source, 'pack', '--pack-destination', folder).trim().split('\n').slice(-1)
  return join(folder, file)
}
