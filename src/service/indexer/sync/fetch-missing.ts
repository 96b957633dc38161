import type { AbiRegistry } from '../decode/abi-registry.ts'
import type { MissingData } from '../model/missing-data.ts'
import { NodeFailure } from '#platform/json-rpc/node-failure.ts'
import { identifyContracts } from './facts/contract-code.ts'
import { fetchContractFlags } from './facts/contract-flags.ts'
import { fetchExternalMetadata, fetchNftMetadata } from './facts/nft-metadata.ts'
import type { FetchMetadata } from './facts/nft-metadata.ts'
import { fetchEarlierContracts, fetchEarlierHoldings, fetchEarlierNfts } from './facts/earlier.ts'
import { fetchTokens } from './facts/tokens.ts'
import { verifyBalances } from './facts/verify-balances.ts'
import type { SyncContext } from './sync-context.ts'
import { syncFramesNow } from './sync-frames.ts'

/** Fetches the data that a page lacks and writes it to the index. A failure of the node is no error. */
export async function fetchMissing(
  context: SyncContext,
  missing: MissingData,
  { abis, fetchMetadata }: { abis: AbiRegistry; fetchMetadata: FetchMetadata },
): Promise<void> {
  const tokens = [...missing.tokens, ...missing.changingTokens]
  const nfts = [...missing.nfts.values()]
  try {
    await Promise.all([
      missing.contractFlags.size > 0 && fetchContractFlags(context, [...missing.contractFlags], 'visible'),
      tokens.length > 0 && fetchTokens(context, tokens, 'visible'),
      nfts.length > 0 &&
        fetchNftMetadata(context, nfts, 'visible').then(() =>
          fetchExternalMetadata(
            context,
            nfts.filter(({ withExternal }) => withExternal),
            fetchMetadata,
          ),
        ),
      missing.codes.size > 0 && identifyContracts(context, abis, [...missing.codes]),
      missing.frames.size > 0 && syncFramesNow(context, [...missing.frames]),
      missing.balances.length > 0 && verifyBalances(context, missing.balances),
      missing.earlierContracts.size > 0 && fetchEarlierContracts(context, [...missing.earlierContracts]),
      missing.earlierHolders.size > 0 && fetchEarlierHoldings(context, [...missing.earlierHolders]),
      missing.earlierNfts.size > 0 && fetchEarlierNfts(context, [...missing.earlierNfts.values()]),
    ])
  } catch (error) {
    if (!(error instanceof NodeFailure) && context.store.database.isOpen) throw error
  }
}
