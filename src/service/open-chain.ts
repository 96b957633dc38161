/** The chain a command line asks for. Whoever opens it closes it. */
import type { ChainReader } from './chain-reader.ts'
import type { ChainOptions } from './cli-options.ts'
import { createSampleChain } from './sample/sample-chain.ts'

/** `log` gets a line for each thing that happens to a followed node. Rejects with an IndexError where it can't be followed. */
export async function openChain(options: ChainOptions, log: (line: string) => void): Promise<ChainReader> {
  if (!('rpcUrl' in options)) return createSampleChain(options)
  // Only for a node: what follows one takes a while to load.
  const { followChain } = await import('./indexer/follow-chain.ts')
  const { reader } = await followChain({ ...options, log })
  return reader
}
