/**
 * Ethereum nodes that the app follows: it indexes their chain on this machine and reads the index like any other
 * source.
 */
import * as z from 'zod/mini'
import type { NodeStatus } from '#shared/node-status.ts'
import { call, event } from './definition.ts'
import type { FoundNode, SourceView } from './sources.ts'

export const rpcUrl = z.string().check(z.minLength(1), z.maxLength(2_000))
const folder = z.string().check(z.maxLength(4_000))
const source = z.string()

export interface NodeAccount {
  readonly address: string
  /** In wei; null if the node does not say. */
  readonly balance: string | null
}

export const nodeCalls = {
  /** Finds a node on the usual port of this machine (8545); null if there is none. Asks no other host. */
  'nodes.detect': call<FoundNode | null>().with(z.object({})),
  /** Starts to follow a node and makes a source of it. The same URL again returns the same source. */
  'nodes.add': call<SourceView>().with(
    z.object({ rpcUrl, name: z.optional(z.string().check(z.maxLength(80))), abiDir: z.optional(folder) }),
  ),
  /** The node's own accounts (`eth_accounts`), at most 20. */
  'nodes.accounts': call<readonly NodeAccount[]>().with(z.object({ source })),
  /** Stops requests to the node. The index is still served. */
  'nodes.pause': call<null>().with(z.object({ source })),
  /** Follows the node again. */
  'nodes.resume': call<null>().with(z.object({ source })),
  /** Deletes the index and the source. */
  'nodes.forget': call<null>().with(z.object({ source })),
} as const

export const nodeEvents = {
  /**
   * The status of a followed node. The first subscription starts to follow it, if that was not done since the program
   * began.
   */
  'nodes.changed': event<NodeStatus>().with(z.object({ source })),
} as const
