import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#platform/testing/free-port.ts'
import { ended, rpc } from './testing/anvil.ts'
import { ListComparison } from './testing/compare/compare-lists.ts'
import { compareStateChanges } from './testing/compare/compare-state-changes.ts'
import { expectNone } from './testing/compare/expect-none.ts'
import { indexed, testFolder, testFollow } from './testing/fixtures.ts'
import { indexesIn } from './testing/follow-indexed.ts'
import { until } from './testing/until.ts'
import { Workload } from './testing/workload.ts'

/**
 * Hardhat and ganache themselves, in folders named by CHAINGLASS_HARDHAT_3, CHAINGLASS_HARDHAT_2 and CHAINGLASS_GANACHE: `npm
 * test` installs them. What they answer is made of anvil's answers in node-kinds.test.ts.
 */
const NODES = [
  {
    name: 'Hardhat 3',
    folder: process.env.CHAINGLASS_HARDHAT_3,
    bin: 'hardhat',
    args: ['node', '--port'],
    config: 'hardhat.config.js',
    settings: `export default { networks: { default: { type: 'edr-simulated', chainId: 31337 } } }\n`,
    module: true,
    frames: 'debug_traceTransaction',
  },
  {
    name: 'Hardhat 2',
    folder: process.env.CHAINGLASS_HARDHAT_2,
    bin: 'hardhat',
    args: ['node', '--port'],
    config: 'hardhat.config.js',
    settings: `module.exports = { solidity: '0.8.30', networks: { hardhat: { hardfork: 'cancun' } } }\n`,
    module: false,
    frames: 'struct_logs',
  },
  {
    name: 'ganache',
    folder: process.env.CHAINGLASS_GANACHE,
    bin: 'ganache',
    args: ['--chain.hardfork', 'shanghai', '--wallet.deterministic', '--server.port'],
    config: null,
    settings: '',
    module: false,
    frames: 'struct_logs',
  },
] as const

async function start(node: (typeof NODES)[number], folder: string): Promise<string> {
  const home = testFolder()
  const own = join(folder, `chainglass-${String(process.pid)}`)
  mkdirSync(own, { recursive: true })
  onTestFinished(() => {
    rmSync(own, { recursive: true, force: true })
  })
  if (node.config !== null) {
    writeFileSync(join(own, node.config), node.settings)
    writeFileSync(join(own, 'package.json'), JSON.stringify(node.module ? { type: 'module' } : {}))
  }
  const port = await freePort()
  const bin = join(folder, 'node_modules', '.bin')
  const child = spawn(join(bin, node.bin), [...node.args, String(port)], {
    cwd: own,
    env: { ...process.env, HOME: home, TMPDIR: home, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
    stdio: 'ignore',
  })
  onTestFinished(() => ended(child))
  const url = `http://127.0.0.1:${String(port)}`
  await until(`${node.name} answers`, () => rpc(url, 'eth_chainId').catch(() => null))
  return url
}

describe.each(NODES)('$name itself', (node) => {
  const { folder } = node
  const missing = folder === undefined || !existsSync(join(folder, 'node_modules', '.bin', node.bin))
  const words = missing ? `(skipped: ${node.name} is not installed)` : ''
  test.skipIf(missing)(`is followed, and no list differs from what it says ${words}`, async () => {
    const url = await start(node, folder ?? '')
    const workload = await Workload.deploy(url)
    await workload.make(60, 10)
    const dataDir = testFolder()
    const chain = await testFollow({ rpcUrl: url, dataDir })
    await indexed(chain, url)
    expect(chain.status().node).toMatchObject({ frames: node.frames, receiptsByBlock: false })
    const comparison = new ListComparison(chain.reader, url)
    await comparison.transactions()
    await comparison.holdings()
    await comparison.blocks()
    expectNone(comparison.result.found)
    const height = chain.status().head?.number ?? 0
    const states = await compareStateChanges(chain.reader, url, [height - 1, height])
    expectNone(states.found)
    expect(states.compared['state changes, coins']).toBeGreaterThan(0)
    // Hardhat 3 and ganache have no such method. The genesis block stays the same: it shows elsewhere that the chain is another.
    if (node.name !== 'Hardhat 2') return
    const genesis = await rpc(url, 'eth_getBlockByNumber', ['0x0', false])
    await rpc(url, 'hardhat_reset')
    expect(await rpc(url, 'eth_getBlockByNumber', ['0x0', false])).toMatchObject({
      hash: (genesis as { hash: string }).hash,
    })
    const again = await Workload.deploy(url, 5)
    await again.make(20, 5)
    await indexed(chain, url)
    expect(indexesIn(dataDir)).toHaveLength(2)
    const anew = new ListComparison(chain.reader, url)
    await anew.transactions()
    await anew.holdings()
    expectNone(anew.result.found)
  })
})
