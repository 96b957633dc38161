/** The chain a command line asks for. Whoever opens it closes it. */
import type { ChainReader } from './chain-reader.ts'
import type { ChainOptions } from './cli-options.ts'
import { createSampleChain } from './sample/sample-chain.ts'

export async function openChain(options: ChainOptions): Promise<ChainReader> {
  return Promise.resolve(createSampleChain(options))
}
