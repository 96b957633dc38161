/** Tests that every place that names a recorded transaction's call uses the core's name and its origin. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { namesOver, handlersOver } from '#core/abi/testing/handlers-over.ts'
import { createOwnAbis } from '#core/abi/own-abis.ts'
import { openStore } from '#core/store/open-store.ts'
import { callNameOf } from '#shared/chain/call-name.ts'
import { shownTransactionMethod, transactionMethod } from '#shared/chain/transaction-words.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { rowFields, type RowContext } from '#shared/query/row-fields.ts'
import { createItemRows } from './output/item-rows.ts'
import { withCalled } from './with-called.ts'

const FOLDER = new URL('../../../shared/fixtures/recorded/transaction-detail/', import.meta.url)
const CONTEXT: RowContext = {
  ...{ ownAddress: undefined, ownToken: undefined, labels: new Map(), zone: 'utc' },
  coin: { symbol: 'ETH', decimals: 18 },
}
const store = openStore({ dataDir: ':memory:' })
afterAll(() => {
  store.close()
})

describe.skipIf(!existsSync(FOLDER))('recorded calls (skipped where ../shared/fixtures is absent)', () => {
  it('have one name in rows, titles, files, on the command line and over MCP', async () => {
    const ownAbis = createOwnAbis(store)
    const { nameRow } = namesOver({ ownAbis })
    const calls = readdirSync(FOLDER)
      .map((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Transaction)
      .filter(({ raw_input: input, to }) => to && (input?.length ?? 0) >= 10)
    const { results } = await handlersOver({ ownAbis })['abi.decode'](
      {
        source: 's',
        items: calls.map(({ to, raw_input: input }) => ({
          kind: 'call',
          to: to?.hash ?? '',
          input: input ?? '',
        })),
        askSource: false,
      },
      { signal: new AbortController().signal, connection: {} },
    )
    const { columns, csvColumns, rowsOf } = createItemRows({
      ...{ resource: 'transaction', chainId: '1', context: CONTEXT },
    })
    const cellAt = (cells: readonly string[], names: readonly string[]) => cells[names.indexOf('method')]
    let named = 0
    for (const [at, call] of calls.entries()) {
      const decoded = results[at]
      // A source knows the contracts that it has verified: its names take precedence over a guess.
      if (!decoded) continue
      if (!decoded.isCertain && call.to?.is_verified === true) {
        if (call.method) expect(transactionMethod(nameRow('s', call)), call.hash).toBe(call.method)
        continue
      }
      named += 1
      const { name, origin, from, isCertain, signature } = decoded
      // The result is the same for any name that the source gives, even a selector.
      for (const given of [
        call,
        { ...call, method: call.raw_input?.slice(0, 10) },
        { ...call, method: null },
      ]) {
        const row = nameRow('s', given)
        const [written] = rowsOf(row, undefined)
        const said = {
          column: shownTransactionMethod(row),
          copied: transactionMethod(row),
          asked: rowFields('transaction').method?.(row, CONTEXT),
          commandLine: cellAt(
            written!.cells,
            columns.map((one) => one.name),
          ),
          file: cellAt(written!.csv?.[0] ?? [], csvColumns ?? []),
          mcp: (withCalled(row) as { called: { name: string } }).called.name,
        }
        expect(said, call.hash).toEqual(Object.fromEntries(Object.keys(said).map((place) => [place, name])))
        expect(callNameOf(row)).toEqual({ name, origin, from, isCertain, signature })
      }
    }
    expect(named).toBeGreaterThan(20)
  })
})
