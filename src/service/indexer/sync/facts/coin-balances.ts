import { NodeRefusal } from '../../node/node-failure.ts'
import type { NodeConnection } from '../../node/node-connection.ts'
import { readAtBlock } from '../../node/read-at-block.ts'
import { quantity } from '../../node/wire.ts'
import type { BlockId } from '../../node/read-at-block.ts'

/** Coin balances at the end of a block, in wei; null where the node does not give them. */
export async function fetchCoinBalances(
  connection: NodeConnection,
  addresses: readonly string[],
  at: BlockId,
): Promise<readonly (bigint | null)[]> {
  const balances = await readAtBlock(
    connection,
    at,
    async (block) => {
      const responses = await connection.many(
        addresses.map((address) => ({ method: 'eth_getBalance', params: [address, block] })),
        { priority: 'visible' },
      )
      return responses.map((response) =>
        response instanceof NodeRefusal || typeof response.result !== 'string'
          ? null
          : BigInt(quantity(response.result, 'a balance')),
      )
    },
    'visible',
  )
  return balances ?? addresses.map(() => null)
}
