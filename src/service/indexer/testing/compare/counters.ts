import type { ChainReader } from '../../../chain-reader.ts'
import { ofAddress } from './read-all.ts'

/** Every running count the index keeps for these addresses: two indexes of one chain must agree on them. */
export async function countersOf(reader: ChainReader, addresses: readonly string[]) {
  const counts: Record<string, unknown> = {}
  for (const address of addresses) {
    const params = ofAddress(address)
    const [counters, token, detail] = [
      await reader.detail('address-counters', params),
      await reader.detail('token', params),
      await reader.detail('address', params),
    ]
    counts[address] = {
      ...counters,
      holders: token?.holders_count ?? null,
      supply: token?.total_supply ?? null,
      creator: detail?.creator_address_hash ?? null,
      isContract: detail?.is_contract ?? null,
    }
  }
  return counts
}
