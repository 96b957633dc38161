/** Makes the requests of a poll through the API client, at background priority. */
import type { ApiClient } from '../api-client/create-api-client.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { reportReachability } from '../sources/report-response.ts'
import type { Sources } from '../sources/sources.ts'
import type { PollReader } from './poll-address.ts'

export function createPollReader(
  client: Pick<ApiClient, 'readPage' | 'readDetail'>,
  sources: Sources,
): PollReader {
  return {
    async page(source, list, address, cursor, signal) {
      const options = { signal, priority: 'background', purpose: 'polling' } as const
      const query = { list, params: { address_hash: address }, cursor }
      return reportReachability(sources, source, async () =>
        client.readPage(await sources.ready(source), query, options),
      )
    },
    async transfersCount(source, address, signal) {
      const options = { signal, priority: 'background', purpose: 'polling' } as const
      const params = { address_hash: address }
      try {
        const counters = await reportReachability(sources, source, async () =>
          client.readDetail(await sources.ready(source), 'address-counters', params, options),
        )
        return counters.token_transfers_count ?? undefined
      } catch (error) {
        // The specification does not have this call, so not every source does.
        if (error instanceof ChainglassFailure && error.error.code === 'not_found') return undefined
        throw error
      }
    },
  }
}
