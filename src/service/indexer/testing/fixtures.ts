import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { followIndexed } from './follow-indexed.ts'
import type { FollowOptions, FollowedChain } from '../follow-chain.ts'
import { startAnvil } from './anvil.ts'
import type { Anvil } from './anvil.ts'
import { startProxy } from './node-proxy.ts'
import type { Answerer, NodeProxy } from './node-proxy.ts'
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

/** Everything the node has is in the index, call frames too, and it is this node's own chain. */
export async function indexed(chain: FollowedChain, url: string, withinMs = 120_000): Promise<void> {
  await until(
    'everything indexed',
    async () => {
      const { state, head, traces } = chain.status()
      if (state !== 'following' || traces.done + traces.unavailable !== traces.of) return false
      return head?.hash === (await newest(url))
    },
    { withinMs, seen: () => chain.status() },
  )
}

async function newest(url: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBlockByNumber',
      params: ['latest', false],
    }),
  })
  return ((await response.json()) as { result: { hash: string } }).result.hash
}
