/** A core as a window reaches it, with an instance over HTTP as its source, whose chain has so many rows in each block. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RpcClient } from '#shared/rpc/client.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { startChainInstance, type ChainInstance } from '../archive/testing/chain-instance.ts'
import type { Core, CorePorts } from '../create-core.ts'
import { createTestCore } from './create-test-core.ts'

export interface CoreWithInstance {
  readonly folder: string
  readonly instance: ChainInstance
  /** The id of the instance as a source. */
  readonly source: string
  core: Core
  client: RpcClient
  /** Another core over the same folder; the one before has to be closed. */
  start(): Promise<void>
  end(): Promise<void>
}

export async function startCoreWithInstance(
  blocks: readonly number[],
  ports: Partial<CorePorts> = {},
): Promise<CoreWithInstance> {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-core-'))
  const instance = await startChainInstance()
  instance.chain.grow(blocks)
  const core = await createTestCore(folder, ports)
  const client = connectInMemory(core.server)
  const added = await client.call('sources.add', { url: instance.url })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  const world: CoreWithInstance = {
    folder,
    instance,
    source: added.data.id,
    core,
    client,
    async start() {
      world.core = await createTestCore(folder, ports)
      world.client = connectInMemory(world.core.server)
    },
    async end() {
      world.core.close()
      await instance.stop()
      rmSync(folder, { recursive: true })
    },
  }
  return world
}
