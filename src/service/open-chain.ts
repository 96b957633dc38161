/** The chain that the options name. The caller closes it. */
import type { ChainReader } from './chain-reader.ts'
import type { ChainOptions } from './cli-options.ts'
import type { FollowOptions } from './indexer/follow-chain.ts'
import { createSampleChain } from './sample/sample-chain.ts'

export interface OpenOptions extends Pick<FollowOptions, 'fetchMetadata'> {
  /** Gets a line for each thing that happens to a followed node. */
  readonly log: (line: string) => void
}

/** Rejects with an IndexError where a node can't be followed. */
export async function openChain(options: ChainOptions, given: OpenOptions): Promise<ChainReader> {
  if (!('rpcUrl' in options)) return createSampleChain(options)
  // Only for a node: what follows one takes a while to load.
  const { followChain } = await import('./indexer/follow-chain.ts')
  const { reader } = await followChain({ ...options, ...given })
  return reader
}
