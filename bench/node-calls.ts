/** The client's time for a call to a node. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { connectNode, type NodeConnection } from '#platform/json-rpc/node-connection.ts'
import type { Figure } from './figure.ts'

const SECONDS = 3
const AT_ONCE = 6
/** Characters of an answer: a receipt's, and a block's of a busy chain. */
const SMALL = 1_000
const LARGE = 1_000_000

export async function run(): Promise<Figure[]> {
  const node = spawn(process.execPath, [join(import.meta.dirname, 'node-calls/answering-node.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [said] = (await once(node.stdout, 'data')) as [Buffer]
    const host = `127.0.0.1:${said.toString().trim()}`
    return [...(await figuresOf('HTTP', `http://${host}`)), ...(await figuresOf('WebSocket', `ws://${host}`))]
  } finally {
    node.kill()
  }
}

async function figuresOf(name: string, url: string): Promise<Figure[]> {
  const connection = connectNode(url)
  try {
    return [
      ...(await measured(`${name}, one call`, connection, 1, SMALL)),
      ...(await measured(`${name}, 100 calls together`, connection, 100, SMALL)),
      ...(await measured(`${name}, an answer of 1 MB`, connection, 1, LARGE)),
    ]
  } finally {
    connection.close()
  }
}

async function measured(
  name: string,
  connection: NodeConnection,
  together: number,
  characters: number,
): Promise<Figure[]> {
  const calls = Array.from({ length: together }, () => ({ method: 'test_answer', params: [characters] }))
  await during(0.5, () => connection.many(calls))
  const [cpu, from] = [process.cpuUsage(), performance.now()]
  const done = (await during(SECONDS, () => connection.many(calls))) * together
  const { user, system } = process.cpuUsage(cpu)
  return [
    { name, value: done / ((performance.now() - from) / 1_000), unit: 'calls a second' },
    { name: '  its own work', value: (user + system) / done, unit: 'µs a call' },
  ]
}

/** How often it was done, by as many at once as a connection has requests. */
async function during(seconds: number, work: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + seconds * 1_000
  let done = 0
  const one = async () => {
    for (; performance.now() < end; done++) await work()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return done
}
