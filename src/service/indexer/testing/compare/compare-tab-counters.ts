/** The counters of an address's tabs against its lists. */
import { MAX_TAB_COUNT } from '#shared/lists/list-endpoint.ts'
import { listEndpoint, listsOf } from '#shared/lists/list-table.ts'
import type { ChainReader } from '../../../chain-reader.ts'
import type { Differences } from './differences.ts'
import { ofAddress, readAll } from './read-all.ts'

export async function compareTabCounters(
  reader: ChainReader,
  result: Differences,
  addresses: Iterable<string>,
): Promise<void> {
  const lists = listsOf('address').filter((id) => listEndpoint(id).tabCounter !== undefined)
  for (const address of addresses) {
    const params = ofAddress(address)
    const expected: unknown[] = []
    for (const id of lists) {
      const { length } = await readAll(reader, id, { params })
      expected.push([id, Math.min(length, MAX_TAB_COUNT + 1)])
    }
    // After its lists: these fetch the call frames that are still missing.
    const counters = await reader.detail('address-tab-counters', params)
    const shown = lists.map((id) => [id, counters?.[listEndpoint(id).tabCounter ?? '']])
    result.same('address-tab-counters', address, shown, expected)
  }
}
