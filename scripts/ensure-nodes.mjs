// The development nodes other than anvil, each in a folder of its own under node_modules/.cache: too much for everyone who
// installs this project, and needed by one test file (src/service/indexer/real-nodes.test.ts).
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ROOT, runNpm } from './setup.mjs'

const NODES = [
  { env: 'CHAINGLASS_HARDHAT_3', name: 'hardhat', version: '3.18.0', native: '@nomicfoundation/edr' },
  { env: 'CHAINGLASS_HARDHAT_2', name: 'hardhat', version: '2.29.1' },
  { env: 'CHAINGLASS_GANACHE', name: 'ganache', version: '7.9.2' },
]
/** Their own dependencies as they were on this day: the same ones everywhere, without a lock file for each. */
const DAY = '2026-11-20'
/** npm says nothing where it could not download an optional dependency, as each `native` is. */
const ATTEMPTS = 3

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

async function ensureNode({ name, version, native }, folder) {
  const whole = join(folder, 'installed')
  if (existsSync(whole)) return
  console.log(`Installing ${name} ${version} for the tests (once) ...`)
  let problem
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await install(`${name}@${version}`, folder)
    problem = native && findNativeProblem(native, folder)
    if (!problem) break
  }
  if (problem) throw new Error(problem)
  writeFileSync(whole, '')
}

async function install(spec, folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  await runNpm(['install', '--ignore-scripts', '--before', DAY, ...quiet, spec], { cwd: folder })
}

function findNativeProblem(native, folder) {
  try {
    createRequire(join(folder, 'package.json'))(native)
    return undefined
  } catch (error) {
    return error.message
  }
}
