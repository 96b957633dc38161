/** Requests a contract's code and ABI from a source. */
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { rateClassOf } from '#shared/source.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { Sources } from '../sources/sources.ts'
import type { ContractReader } from './contract-abis.ts'

/** Time that an answer is kept, in ms, because a contract may be verified, or a proxy upgraded. */
const KEPT_MS = 10 * 60_000
/** For the chain of an own node the time is shorter, because a person is developing its contracts. */
const KEPT_OF_NODE_MS = 10_000

export const contractReader = ({
  client,
  sources,
}: {
  readonly client: Pick<ApiClient, 'readDetail'>
  readonly sources: Pick<Sources, 'ready' | 'get'>
}): ContractReader => ({
  readContract: async (source, address, signal) =>
    client.readDetail(
      await sources.ready(source),
      'smart-contract',
      { address_hash: address },
      { signal, priority: 'visible' },
    ),
  async readImplementations(source, address, signal) {
    const { implementations } = await client.readDetail(
      await sources.ready(source),
      'address',
      { address_hash: address },
      { signal, priority: 'visible' },
    )
    return (implementations ?? []).flatMap(({ address_hash: hash }) => hash ?? [])
  },
  async readTokenType(source, address, signal) {
    try {
      const { type } = await client.readDetail(
        await sources.ready(source),
        'token',
        { address_hash: address },
        { signal, priority: 'visible' },
      )
      return type ?? null
    } catch (error) {
      if (error instanceof ChainglassFailure && error.error.code === 'not_found') return null
      throw error
    }
  },
  keptMs: (source) => (rateClassOf(sources.get(source)) === 'node' ? KEPT_OF_NODE_MS : KEPT_MS),
})
