/** The token transfers of every address, all of them and by each filter. */
import type { ChainReader } from '../../../chain-reader.ts'
import type { Differences } from './differences.ts'
import { transferRow, trueRow } from './list-rows.ts'
import type { TrueTransfer } from './node-data.ts'
import { ofAddress, readAll } from './read-all.ts'

/** `types`: of the tokens, by their address. */
export async function compareTransfersOfAddresses(
  reader: ChainReader,
  result: Differences,
  truth: readonly TrueTransfer[],
  types: ReadonlyMap<string, unknown>,
): Promise<void> {
  for (const party of new Set(truth.flatMap(({ from, to }) => [from, to]))) {
    const own = truth.filter(({ from, to }) => from === party || to === party)
    const token = own[0]?.token
    const cases: [Readonly<Record<string, string | readonly string[]>>, readonly TrueTransfer[]][] = [
      [{}, own],
      [{ filter: 'from' }, own.filter(({ from }) => from === party)],
      [{ filter: 'to' }, own.filter(({ to }) => to === party)],
      ...(token === undefined
        ? []
        : [[{ token }, own.filter((each) => each.token === token)] satisfies (typeof cases)[number]]),
      ...[...new Set(own.map((each) => String(types.get(each.token))))].map(
        (type): (typeof cases)[number] => [
          { type: [type] },
          own.filter((each) => types.get(each.token) === type),
        ],
      ),
    ]
    for (const [filters, transfers] of cases) {
      const items = await readAll(reader, 'address-token-transfers', {
        params: ofAddress(party),
        filters,
        limit: 7,
      })
      result.same(
        `address-token-transfers (${JSON.stringify(filters)})`,
        party,
        items.map(transferRow),
        transfers.map(trueRow),
      )
    }
  }
}
