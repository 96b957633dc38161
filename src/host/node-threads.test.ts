import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anvilPath, startAnvil, type Anvil } from '#service/indexer/testing/anvil.ts'
import { nodeThreads, type NodeThreads } from './node-threads.ts'

let dataDir: string
let anvil: Anvil
let threads: NodeThreads

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainglass-threads-'))
  anvil = await startAnvil()
  threads = nodeThreads({
    dataDir,
    worker: new URL('./node-worker.ts', import.meta.url),
    log: () => undefined,
  })
})

afterEach(async () => {
  await threads.close()
  await anvil.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const richest = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const transactions = async (url: string) =>
  ((await (await fetch(`${url}/api/v2/addresses/${richest}/transactions`)).json()) as { items: unknown[] })
    .items.length

// anvil comes from npm for Linux on x64; elsewhere it has to be on the PATH.
describe.skipIf(anvilPath() === null)('a followed node', () => {
  it('is served in a thread of its own, once for one URL, and shows what is new', async () => {
    const url = await threads.follow({ rpcUrl: anvil.url })
    expect(await threads.follow({ rpcUrl: anvil.url })).toBe(url)
    expect(await transactions(url)).toBe(0)
    await anvil.request('eth_sendTransaction', [{ from: richest, to: `0x${'11'.repeat(20)}`, value: '0x1' }])
    await expect.poll(() => transactions(url), { timeout: 10_000 }).toBe(1)
    expect(threads.status(anvil.url)).toMatchObject({ chainId: '31337' })
  })

  it('pauses, goes on, and is forgotten with its index', async () => {
    const url = await threads.follow({ rpcUrl: anvil.url })
    threads.pause(anvil.url)
    await expect.poll(() => threads.status(anvil.url)?.state).toBe('paused')
    await anvil.request('eth_sendTransaction', [{ from: richest, to: `0x${'11'.repeat(20)}`, value: '0x1' }])
    threads.resume(anvil.url)
    await expect.poll(() => transactions(url), { timeout: 10_000 }).toBe(1)
    expect(readdirSync(join(dataDir, 'nodes')).some((name) => name.endsWith('.sqlite'))).toBe(true)
    await threads.forget(anvil.url)
    expect(readdirSync(join(dataDir, 'nodes')).filter((name) => name.endsWith('.sqlite'))).toEqual([])
    expect(threads.status(anvil.url)).toBeUndefined()
  })

  it('says why a node can not be followed', async () => {
    await expect(threads.follow({ rpcUrl: 'http://127.0.0.1:1' })).rejects.toMatchObject({
      error: { code: 'offline' },
    })
    await expect(threads.follow({ rpcUrl: 'ftp://x' })).rejects.toMatchObject({
      error: { code: 'invalid_input' },
    })
  })
})
