import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { anvilPath, startAnvil, type Anvil } from '#service/indexer/testing/anvil.ts'
import { callData, deployData } from '#service/indexer/testing/workload.ts'
import { builtProgram } from '#platform/testing/built-program.ts'
import { serve } from '#platform/testing/serve.ts'
import { createNodeThreads, type NodeThreads } from './node-threads.ts'

let dataDir: string
let anvil: Anvil
let threads: NodeThreads

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'chainglass-threads-'))
  anvil = await startAnvil()
  threads = createNodeThreads({
    dataDir,
    worker: pathToFileURL(builtProgram('node-worker')),
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

/** The person's own gateway on this machine. */
async function testGateway() {
  const asked: string[] = []
  const gateway = await serve((request, response) => {
    asked.push(request.url ?? '')
    response.end('{"name":"From afar"}')
  })
  vi.stubEnv('CHAINGLASS_IPFS_GATEWAY', gateway)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  return { gateway, asked }
}

/** An ERC-721 with one NFT whose metadata is at this base and `1`. */
async function pictures(base: string): Promise<string> {
  const { contractAddress } = await anvil.send({ from: richest, data: deployData('FarPictures', [base]) })
  const to = contractAddress ?? ''
  await anvil.send({ from: richest, to, data: callData('FarPictures', 'mint', [richest, 1n]) })
  return to
}

const instances = async (url: string, token: string) =>
  (
    (await (await fetch(`${url}/api/v2/tokens/${token}/instances`)).json()) as {
      items: { metadata: unknown }[]
    }
  ).items

// anvil comes from npm for Linux on x64; elsewhere it has to be on the PATH.
describe.skipIf(anvilPath() === null)('a followed node', () => {
  it('is served in a thread of its own, once for one URL, and shows what is new', async () => {
    const url = await threads.follow({ rpcUrl: anvil.url })
    expect(await threads.follow({ rpcUrl: anvil.url })).toBe(url)
    expect(await transactions(url)).toBe(0)
    await anvil.request('eth_sendTransaction', [{ from: richest, to: `0x${'11'.repeat(20)}`, value: '0x1' }])
    await expect.poll(() => transactions(url)).toBe(1)
    expect(threads.status(anvil.url)).toMatchObject({ chainId: '31337' })
  })

  it('pauses, goes on, and is forgotten with its index', async () => {
    const url = await threads.follow({ rpcUrl: anvil.url })
    threads.pause(anvil.url)
    await expect.poll(() => threads.status(anvil.url)?.state).toBe('paused')
    await anvil.request('eth_sendTransaction', [{ from: richest, to: `0x${'11'.repeat(20)}`, value: '0x1' }])
    threads.resume(anvil.url)
    await expect.poll(() => transactions(url)).toBe(1)
    expect(readdirSync(join(dataDir, 'nodes')).some((name) => name.endsWith('.sqlite'))).toBe(true)
    await threads.forget(anvil.url)
    expect(readdirSync(join(dataDir, 'nodes')).filter((name) => name.endsWith('.sqlite'))).toEqual([])
    expect(threads.status(anvil.url)).toBeUndefined()
  })

  it('fetches the metadata of an opened NFT through the guard, and nothing where that is switched off', async () => {
    const { gateway, asked } = await testGateway()
    const near = await pictures('ipfs://bafy/')
    const inner = await pictures(`${gateway}/ipfs/inner/`)
    const url = await threads.follow({ rpcUrl: anvil.url })
    threads.allowDownloads(false)
    await expect.poll(() => threads.status(anvil.url)?.state).toBe('following')
    const metadata = async (token: string) => (await instances(url, token))[0]?.metadata
    expect(await metadata(near)).toBeNull()
    threads.allowDownloads(true)
    // The same metadata is not requested again for some seconds.
    await expect.poll(() => metadata(near)).toEqual({ name: 'From afar' })
    expect(await metadata(inner)).toBeNull()
    expect(asked).toEqual(['/ipfs/bafy/1'])
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
