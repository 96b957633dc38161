import type { Hex } from 'viem'
import type { ChainReader, WireItem } from '../../../chain-reader.ts'
import { Differences } from './differences.ts'
import { hashOf, lower } from './list-rows.ts'
import { NodeTruth } from './node-data.ts'
import { present } from './present.ts'
import { readAll } from './read-all.ts'

interface Told {
  readonly result: Differences
  readonly truth: NodeTruth
}

/**
 * State changes of every transaction in some blocks: what they add up to is what the node's balances did between the
 * parent block and this one, and the last balance told of each token is the token's own at this block.
 */
export async function compareStateChanges(
  reader: ChainReader,
  url: string,
  heights: readonly number[],
): Promise<Differences> {
  const result = new Differences()
  const truth = new NodeTruth(url)
  const blocks = await truth.blocks()
  for (const height of heights) {
    const block = present(blocks[height])
    const coins = new Map<string, bigint>()
    const tokens = new Map<
      string,
      { after: string; holder: Hex; token: Hex; id: string | null; type: unknown }
    >()
    for (const { hash } of block.transactions) {
      const items = await readAll(reader, 'transaction-state-changes', {
        params: { transaction_hash: hash },
        limit: 5,
      })
      for (const item of items) {
        const address = present(hashOf(item.address)) as Hex
        const [before, after] = [item.balance_before, item.balance_after] as (string | null)[]
        const change = item.change
        if (
          typeof change === 'string' &&
          before != null &&
          after != null &&
          BigInt(after) - BigInt(before) !== BigInt(change)
        ) {
          result.add(`${hash}: ${before} and ${change} are not ${after}`)
        }
        if (item.type === 'coin') coins.set(address, (coins.get(address) ?? 0n) + BigInt(String(change)))
        else if (after != null) {
          const token = item.token as WireItem
          const id = item.token_id as string | null
          const contract = lower(token.address_hash) as Hex
          tokens.set(`${contract}:${id ?? ''}:${address}`, {
            after,
            holder: address,
            token: contract,
            id,
            type: token.type,
          })
        }
      }
    }
    await coinsMoved({ result, truth }, height, coins)
    await tokensHeld({ result, truth }, height, [...tokens.values()])
  }
  return result
}

async function coinsMoved({ result, truth }: Told, height: number, coins: ReadonlyMap<string, bigint>) {
  const addresses = [...coins.keys()].toSorted()
  const at = (number: number) =>
    truth.ask<Hex>(addresses.map((each) => ['eth_getBalance', [each, `0x${number.toString(16)}`]] as const))
  const [before, after] = [await at(height - 1), await at(height)]
  result.same(
    'state changes, coins',
    `block ${String(height)}`,
    addresses.map((each) => [each, String(coins.get(each))]),
    addresses.map((each, index) => [each, String(BigInt(after[index] ?? 0) - BigInt(before[index] ?? 0))]),
  )
}

async function tokensHeld(
  { result, truth }: Told,
  height: number,
  rows: readonly { after: string; holder: Hex; token: Hex; id: string | null; type: unknown }[],
) {
  const asked = rows.filter((row) => row.id === null || row.type === 'ERC-1155')
  const said = await truth.view(
    asked.map(({ token, holder, id }) =>
      id === null
        ? { to: token, signature: 'function balanceOf(address) view returns (uint256)', args: [holder] }
        : {
            to: token,
            signature: 'function balanceOf(address,uint256) view returns (uint256)',
            args: [holder, BigInt(id)],
          },
    ),
    `0x${height.toString(16)}`,
  )
  const told = asked.map((row, index) => [row, said[index]] as const).filter(([, balance]) => balance != null)
  result.same(
    'state changes, tokens',
    `block ${String(height)}`,
    told.map(([row]) => [row.token, row.holder, row.id, row.after]),
    told.map(([row, balance]) => [row.token, row.holder, row.id, String(balance)]),
  )
}
