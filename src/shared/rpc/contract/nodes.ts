/** Ethereum nodes that the app follows itself: their chain is indexed on this machine and read like any other source. */
import * as z from 'zod/mini'
import type { NodeStatus } from '#shared/node-status.ts'
import { call, event } from './definition.ts'
import type { FoundNode, SourceView } from './sources.ts'

export const rpcUrl = z.string().check(z.minLength(1), z.maxLength(2_000))
const folder = z.string().check(z.maxLength(4_000))
const source = z.string()

export interface NodeAccount {
  readonly address: string
  /** In wei; null where the node does not say. */
  readonly balance: string | null
}

export const nodeCalls = {
  /** A node on this machine's usual port (8545), or null. No other host is asked. */
  'nodes.detect': call<FoundNode | null>().with(z.object({})),
  /** Starts to follow a node and makes a source of it; the same URL again gives the same source. */
  'nodes.add': call<SourceView>().with(
    z.object({ rpcUrl, name: z.optional(z.string().check(z.maxLength(80))), abiDir: z.optional(folder) }),
  ),
  /** The accounts that the node calls its own, at most 20. */
  'nodes.accounts': call<readonly NodeAccount[]>().with(z.object({ source })),
  /** Ends asking the node; what is indexed is served. */
  'nodes.pause': call<null>().with(z.object({ source })),
  'nodes.resume': call<null>().with(z.object({ source })),
  /** Deletes the index and the source. */
  'nodes.forget': call<null>().with(z.object({ source })),
} as const

export const nodeEvents = {
  /** Starts to follow the node where that was not done since the program began. */
  'nodes.changed': event<NodeStatus>().with(z.object({ source })),
} as const
