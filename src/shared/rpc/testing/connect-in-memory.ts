/** Connects a client to a server in the same process, for tests. */
import { createRpcClient, type RpcClient } from '#shared/rpc/client.ts'
import { createMemoryTransport } from '#shared/rpc/memory-transport.ts'
import type { RpcServer } from '#shared/rpc/server.ts'

export const connectInMemory = (server: RpcServer): RpcClient =>
  createRpcClient(createMemoryTransport(server))
