import type { Priority } from '#shared/priority.ts'
import type { TokenType } from '#shared/chain/token-events.ts'
import type { BalanceRow } from '../../model/missing-data.ts'
import { decodeAmount } from '../../store/amounts.ts'
import { REFUSED } from '#platform/json-rpc/node-failure.ts'
import type { SyncContext } from '../sync-context.ts'
import { fetchTokenBalances } from './token-balances.ts'

/**
 * Compares these balances with the token contracts at the newest block of the index, and corrects those that differ. A
 * token of which one differs is asked for its balances from then on, so the node has to say it twice.
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
  const read = async (wanted: typeof keys) => fetchTokenBalances(context, wanted, head, { priority })
  // If the chain has moved or is another one now, these balances are not of the index's head.
  const isHead = () =>
    store.database.isOpen && store.hashAt(head.number) === head.hash && store.head()?.hash === head.hash
  const values = [...(await read(keys))]
  if (!isHead()) return
  // An answer may be of another block: of one that the node is taking in, or from one of many nodes behind one URL.
  const differing = rows.flatMap(({ token, value }, index) => {
    const said = values[index]
    return typeof said === 'bigint' && said !== decodeAmount(value) && !store.tokens.isRebasing(token)
      ? [index]
      : []
  })
  if (differing.length > 0) {
    const again = await read(differing.flatMap((index) => keys[index] ?? []))
    for (const [nth, index] of differing.entries()) if (again[nth] !== values[index]) values[index] = REFUSED
  }
  if (!isHead()) return
  store.write(() => {
    for (const [row, value] of idsFirst(rows, values)) {
      const { id, token } = row
      if (id !== null) store.repairs[value === REFUSED ? 'add' : 'remove']('balance', id)
      if (value === null || value === REFUSED) continue
      const type = row.type as TokenType
      const differs = store.balances.correct(token, row.holder, row.token_id, type, value, head.number)
      store.tokens.flush()
      if (differs && store.isComplete(token, row.holder)) store.tokens.markRebasing(token, head.number)
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
