import type { Priority } from '#shared/priority.ts'
import type { TokenType } from '#shared/chain/token-events.ts'
import type { BalanceRow } from '../../model/missing-data.ts'
import { REFUSED } from '#platform/json-rpc/node-failure.ts'
import type { SyncContext } from '../sync-context.ts'
import { fetchTokenBalances } from './token-balances.ts'

/**
 * Compares these balances with the token contracts at the newest block of the index, and corrects those that differ. A
 * token of which one differs is asked for its balances from then on.
 */
export async function verifyBalances(
  context: SyncContext,
  rows: readonly BalanceRow[],
  priority: Priority = 'visible',
) {
  const { store } = context
  const head = store.head()
  if (!head || rows.length === 0) return
  const keys = rows.map((row) => ({
    token: row.token,
    holder: row.holder,
    type: row.type as TokenType,
    tokenId: row.token_id.length === 0 ? null : row.token_id,
  }))
  const values = await fetchTokenBalances(context, keys, head, { priority })
  // If the chain has moved or is another one now, these balances are not of the index's head.
  if (!store.database.isOpen || store.hashAt(head.number) !== head.hash) return
  if (store.head()?.hash !== head.hash) return
  store.write(() => {
    for (const [row, value] of idsFirst(rows, values)) {
      const { id, token } = row
      if (id !== null) store.repairs[value === REFUSED ? 'add' : 'remove']('balance', id)
      if (value === null || value === REFUSED) continue
      const type = row.type as TokenType
      const differs = store.balances.correct(token, row.holder, row.token_id, type, value, head.number)
      store.tokens.flush()
      if (differs && store.isComplete(token, row.holder)) store.tokens.markAsked(token, head.number)
      if (id !== null)
        store.database.send(
          ({ hasBit }) => `UPDATE balance SET in_list = in_list & 3 WHERE id = ? AND ${hasBit('in_list', 4)}`,
          id,
        )
    }
  })
}

/** Puts NFTs before counts: correcting an NFT changes the count of its holder. */
function idsFirst<Value>(
  rows: readonly BalanceRow[],
  values: readonly (Value | null | undefined)[],
): (readonly [BalanceRow, Value | null])[] {
  const pairs = rows.map((row, index) => [row, values[index] ?? null] as const)
  const isCount = ([row]: (typeof pairs)[number]) => row.token_id.length === 0
  return [...pairs.filter((pair) => !isCount(pair)), ...pairs.filter(isCount)]
}
