import { isDeepStrictEqual } from 'node:util'
import type { ChainReader } from '../../../chain-reader.ts'
import { until } from '../until.ts'
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

/** Waits: a detail does without what the node does not give in time (code, a supply), and the next one has it. */
export async function untilSameCounters(
  one: ChainReader,
  other: ChainReader,
  addresses: readonly string[],
): Promise<void> {
  let differing: unknown[] = []
  const areSame = async () => {
    const [ours, theirs] = [await countersOf(one, addresses), await countersOf(other, addresses)]
    differing = addresses
      .filter((address) => !isDeepStrictEqual(ours[address], theirs[address]))
      .map((address) => [address, ours[address], theirs[address]])
    return differing.length === 0
  }
  await until('the same counts', areSame, { seen: () => differing })
}
