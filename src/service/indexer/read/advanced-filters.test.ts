/** Transactions, calls and transfers of an index of a real node in one list, over HTTP. */
import { expect, test } from 'vitest'
import { DIALECTS } from '#shared/lists/dialects.ts'
import {
  filterCases,
  readUnion,
  rowTexts,
  readFiltered,
} from '../../advanced-filters/testing/check-filters.ts'
import { indexed, testAnvil, testFolder, testFollow } from '../testing/fixtures.ts'
import { Workload } from '../testing/workload.ts'

test('every row of the three lists once, and what each filter leaves', async () => {
  const anvil = await testAnvil()
  // Blocks made in a row would else have one time.
  await anvil.request('anvil_setBlockTimestampInterval', [12])
  const workload = await Workload.deploy(anvil.url)
  await workload.make(120, 4)
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder() })
  await indexed(chain, anvil.url)
  const { reader } = chain

  const union = await readUnion(reader)
  expect(union.calls.length).toBeGreaterThan(10)
  expect(union.transfers.length).toBeGreaterThan(10)
  for (const dialect of DIALECTS) {
    const items = await readFiltered(reader, dialect)
    expect(rowTexts(items)).toEqual(union.rows)
    const places = items.map((item) => Number(item.block_number) * 1000 + Number(item.transaction_index))
    expect(places).toEqual(places.toSorted((one, other) => other - one))
    expect(rowTexts(await readFiltered(reader, dialect, {}, 3))).toEqual(union.rows)
  }

  const selectors = new Map(
    union.transactions.flatMap(({ hash, to, raw_input: input }) =>
      to !== null && String(input).length >= 10 ? [[String(hash), String(input).slice(0, 10)]] : [],
    ),
  )
  const whole = await readFiltered(reader, 'v12')
  const identity = ({ hash, internal_transaction_index: call, ...item }: (typeof whole)[number]) =>
    [hash, call, item.token_transfer_index, item.token_transfer_batch_index].join()
  for (const [name, query, has] of filterCases(whole, selectors)) {
    const expected = whole.filter(has)
    if (!/long|nobody/.test(name)) expect(expected.length, name).toBeGreaterThan(0)
    expect(expected.length, name).toBeLessThan(whole.length)
    const found = await readFiltered(reader, 'v12', query, 5)
    expect(found.map(identity), name).toEqual(expected.map(identity))
  }
})
