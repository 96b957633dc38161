// The development nodes other than anvil, each in a folder of its own under node_modules/.cache: too much for everyone who
// installs this project, and needed by one test file (src/service/indexer/real-nodes.test.ts).
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runNpm } from './setup.mjs'

const NODES = [
  { env: 'CHAINGLASS_HARDHAT_3', name: 'hardhat', version: '3.18.0' },
  { env: 'CHAINGLASS_HARDHAT_2', name: 'hardhat', version: '2.29.1' },
  { env: 'CHAINGLASS_GANACHE', name: 'ganache', version: '7.9.2' },
]
/** Their own dependencies as they were on this day: the same ones everywhere, without a lock file for each. */
const DAY = '2026-11-20'

/** Installs what is not there yet (once, under a minute). Gives the environment that names those that could be had. */
export async function ensureNodes() {
  const env = {}
  for (const node of NODES) {
    if (process.env[node.env]) continue
    const folder = join(ROOT, 'node_modules', '.cache', 'chainglass-nodes', `${node.name}-${node.version}`)
    try {
      await ensureNode(node, folder)
      env[node.env] = folder
    } catch (error) {
      console.log(`${node.name} ${node.version} can't be installed (${error.message}): its test is skipped.`)
    }
  }
  return env
}

async function ensureNode({ name, version }, folder) {
  const whole = join(folder, 'installed')
  if (existsSync(whole)) return
  console.log(`Installing ${name} ${version} for the tests (once) ...`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  await runNpm(['install', '--ignore-scripts', '--before', DAY, ...quiet, `${name}@${version}`], {
    cwd: folder,
  })
  writeFileSync(whole, '')
}
