import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { followIndexed } from './follow-indexed.ts'
import type { FollowOptions, FollowedChain } from '../follow-chain.ts'
import { rpc, startAnvil, type Anvil } from './anvil.ts'
import { startProxy, type Answerer, type NodeProxy } from './node-proxy.ts'
import { until } from './until.ts'

/** A folder that goes with the test. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-index-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** An anvil that ends with the test. */
export async function testAnvil(options?: Parameters<typeof startAnvil>[0]): Promise<Anvil> {
  const anvil = await startAnvil(options)
  onTestFinished(() => anvil.stop())
  return anvil
}

export async function testProxy(target: string | null, answer?: Answerer): Promise<NodeProxy> {
  const proxy = await startProxy(target, answer)
  onTestFinished(() => proxy.close())
  return proxy
}

/** A followed chain that is closed with the test, before its node and its folder go. */
export async function testFollow(options: FollowOptions): Promise<FollowedChain> {
  const chain = await followIndexed(options)
  onTestFinished(() => chain.close())
  return chain
}

/**
 * Waits until everything the node has is in the index, call frames too, and it is this node's own chain. The limit is less
 * than a test's own, so that what is missing is said.
 */
export async function indexed(chain: FollowedChain, url: string): Promise<void> {
  await until(
    'everything indexed',
    async () => {
      const { state, head, traces } = chain.status()
      if (state !== 'following' || traces.done + traces.unavailable !== traces.of) return false
      const newest = await rpc<{ hash: string }>(url, 'eth_getBlockByNumber', ['latest', false])
      return head?.hash === newest.hash
    },
    { seen: () => chain.status() },
  )
}
