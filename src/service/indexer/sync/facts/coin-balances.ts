import { NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { readAtBlock, type BlockId } from '../../node/read-at-block.ts'
import { quantity } from '#platform/json-rpc/wire.ts'

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
      return responses.map(readBalance)
    },
    'visible',
  )
  return balances ?? addresses.map(() => null)
}

/** Coin balances of one address at the ends of several blocks: in one request where the node takes a block's hash. */
export async function fetchCoinBalancesAt(
  connection: NodeConnection,
  address: string,
  blocks: readonly BlockId[],
): Promise<readonly (bigint | null)[]> {
  const [first, ...others] = blocks
  if (!first) return []
  // Whether it does is found out by the first of them.
  const [known = null] = await fetchCoinBalances(connection, [address], first)
  if (connection.takesBlockHash !== true) {
    const one = async (block: BlockId) => (await fetchCoinBalances(connection, [address], block))[0] ?? null
    return [known, ...(await Promise.all(others.map(one)))]
  }
  const responses = await connection.many(
    others.map(({ hash }) => ({
      method: 'eth_getBalance',
      params: [address, { blockHash: hash, requireCanonical: true }],
    })),
    { priority: 'visible' },
  )
  return [known, ...responses.map(readBalance)]
}

/** Null where the node refuses it: it no longer has that block, or its state. */
const readBalance = (response: NodeRefusal | { result: unknown }): bigint | null =>
  response instanceof NodeRefusal || typeof response.result !== 'string'
    ? null
    : BigInt(quantity(response.result, 'a balance'))
