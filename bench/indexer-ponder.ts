/** ponder over the same node: a project of its own that keeps one thing, ERC-20 transfers, with their block and transaction. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#platform/testing/free-port.ts'
import { rpc } from '#service/indexer/testing/anvil.ts'
import { until } from '#service/indexer/testing/until.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TIMEOUT_MS = 150_000

const PROJECT: Readonly<Record<string, string>> = {
  'package.json': '{ "private": true, "type": "module" }',
  'ponder.config.ts': `
import { createConfig } from 'ponder'
import { http, parseAbi } from 'viem'
const abi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])
export default createConfig({
  networks: { node: { chainId: 31337, transport: http(process.env.CHAINGLASS_RPC), disableCache: true } },
  contracts: { Token: { network: 'node', abi, startBlock: 0 } },
})`,
  'ponder.schema.ts': `
import { onchainTable } from 'ponder'
export const transfer = onchainTable('transfer', (t) => ({
  id: t.text().primaryKey(), token: t.hex(), sender: t.hex(), receiver: t.hex(), value: t.bigint(), block: t.bigint(), tx: t.hex(),
}))`,
  'src/index.ts': `
import { ponder } from 'ponder:registry'
import { transfer } from 'ponder:schema'
ponder.on('Token:Transfer', async ({ event, context }) => {
  await context.db.insert(transfer).values({
    id: event.id, token: event.log.address, sender: event.args.from, receiver: event.args.to,
    value: event.args.value, block: event.block.number, tx: event.transaction.hash,
  })
})`,
  'src/api/index.ts': `
import { db } from 'ponder:api'
import schema from 'ponder:schema'
import { count } from 'ponder'
import { Hono } from 'hono'
const app = new Hono()
app.get('/count', async (c) => c.json((await db.select({ rows: count() }).from(schema.transfer))[0]))
export default app`,
}

/** Seconds from the start of its reading (its own start, with its database, is not counted) until every transfer is in. */
export async function ponderCatchUp(
  installed: string,
  rpcUrl: string,
): Promise<{ seconds: number; transfers: number }> {
  const transfers = await erc20Transfers(rpcUrl)
  // Inside the folder, so that its packages are found.
  const project = mkdtempSync(join(installed, 'chainglass-bench-'))
  mkdirSync(join(project, 'src', 'api'), { recursive: true })
  symlinkSync(join(installed, 'node_modules'), join(project, 'node_modules'))
  for (const [name, text] of Object.entries(PROJECT)) writeFileSync(join(project, name), text)
  const port = await freePort()
  const bin = join(installed, 'node_modules', 'ponder', 'dist', 'esm', 'bin', 'ponder.js')
  const child = spawn(process.execPath, [bin, 'start', '-H', '127.0.0.1', '--port', String(port)], {
    cwd: project,
    env: {
      ...process.env,
      CHAINGLASS_RPC: rpcUrl,
      DATABASE_SCHEMA: 'bench',
      PONDER_TELEMETRY_DISABLED: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = new Promise((done) => child.once('exit', done))
  let output = ''
  let started: number | undefined
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString()
    if (started === undefined && output.includes('historical sync')) started = performance.now()
  })
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  try {
    await until(
      'ponder has every transfer',
      async () => (await rows(port)) >= transfers || child.exitCode !== null,
      { withinMs: TIMEOUT_MS, seen: () => output.slice(-2_000) },
    )
    if (started === undefined || child.exitCode !== null)
      throw new Error(`ponder ended: ${output.slice(-2_000)}`)
    return { seconds: (performance.now() - started) / 1000, transfers }
  } finally {
    child.kill('SIGKILL')
    await exit
    rmSync(project, { recursive: true, force: true })
  }
}

async function erc20Transfers(rpcUrl: string): Promise<number> {
  const logs = await rpc<{ topics: string[]; data: string }[]>(rpcUrl, 'eth_getLogs', [
    { fromBlock: '0x0', toBlock: 'latest', topics: [TRANSFER] },
  ])
  return logs.filter(({ topics, data }) => topics.length === 3 && data.length >= 66).length
}

/** Asked for now and then only: its database has one thread. */
async function rows(port: number): Promise<number> {
  try {
    await setTimeout(250)
    const response = await fetch(`http://127.0.0.1:${String(port)}/count`)
    return ((await response.json()) as { rows: number }).rows
  } catch {
    return 0
  }
}
