/** The history of coin balances of every address that takes part, against `eth_getBalance` at the end of the blocks. */
import type { Hex } from 'viem'
import type { ChainReader } from '../../../chain-reader.ts'
import type { Differences } from './differences.ts'
import type { NodeTruth, RawBlock } from './node-data.ts'
import { ofAddress, readAll } from './read-all.ts'

export async function compareCoinBalances(
  reader: ChainReader,
  result: Differences,
  truth: NodeTruth,
  addresses: Iterable<string>,
): Promise<void> {
  const blocks = await truth.blocks()
  const days = new Map(
    blocks.map((block, height) => [
      new Date(Number(block.timestamp) * 1000).toISOString().slice(0, 'yyyy-mm-dd'.length),
      height,
    ]),
  )
  for (const address of addresses) {
    const values = await balancesOf(truth, address, blocks)
    const expected = values
      .map((value, height) => [height, String(value), String(value - (values[height - 1] ?? 0n))])
      .filter(([, , delta]) => delta !== '0')
      .toReversed()
    for (const [dialect, limit] of [
      ['spec', 50],
      ['v12', 7],
    ] as const) {
      const rows = await readAll(reader, 'address-coin-balances', {
        params: ofAddress(address),
        dialect,
        limit,
      })
      result.same(
        `address-coin-balances (${dialect})`,
        address,
        rows.map((item) => [item.block_number, item.value, item.delta]),
        expected,
      )
    }
    const byDay = await reader.detail('address-coin-balances-by-day', ofAddress(address))
    result.same(
      'address-coin-balances-by-day',
      address,
      byDay?.items as unknown[],
      [...days].map(([date, height]) => ({ date, value: String(values[height]) })).slice(-30),
    )
  }
}

/** By height. Between the ends of a run of empty blocks nothing moves: a node is slow to say what was so long ago. */
async function balancesOf(truth: NodeTruth, address: string, blocks: readonly RawBlock[]): Promise<bigint[]> {
  const isEmpty = (height: number) => blocks[height]?.transactions.length === 0
  const asked = blocks.filter((_, height) => !(isEmpty(height - 1) && isEmpty(height) && isEmpty(height + 1)))
  const balances = await truth.ask<Hex>(
    asked.map(({ number }) => ['eth_getBalance', [address, number]] as const),
  )
  const byBlock = new Map(asked.map(({ hash }, index) => [hash, BigInt(balances[index] ?? 0)]))
  let value = 0n
  return blocks.map(({ hash }) => (value = byBlock.get(hash) ?? value))
}
