/** Looks through the API client, behind everything a person is waiting for. */
import type { ApiClient } from '../api-client/create-api-client.ts'
import { ChainglassFailure } from '#shared/rpc/errors.ts'
import type { Source } from '#shared/source.ts'
import type { LookReader } from './look.ts'

export function clientReader(
  client: Pick<ApiClient, 'readPage' | 'readDetail'>,
  ready: (id: string) => Promise<Source>,
): LookReader {
  return {
    async page(source, list, address, cursor, signal) {
      const options = { signal, priority: 'background' } as const
      return client.readPage(await ready(source), list, { address_hash: address }, {}, cursor, options)
    },
    async transfersCount(source, address, signal) {
      const options = { signal, priority: 'background' } as const
      try {
        const of = { address_hash: address }
        const counters = await client.readDetail(await ready(source), 'address-counters', of, options)
        return counters.token_transfers_count ?? undefined
      } catch (error) {
        // A neighbour of the specification: not every source has it.
        if (error instanceof ChainglassFailure && error.error.code === 'not_found') return undefined
        throw error
      }
    },
  }
}
