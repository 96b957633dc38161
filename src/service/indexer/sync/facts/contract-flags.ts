import type { Priority } from '#shared/priority.ts'
import { NodeRefusal, REFUSED } from '#platform/json-rpc/node-failure.ts'
import { readAtBlock } from '../../node/read-at-block.ts'
import type { SyncContext } from '../sync-context.ts'

/**
 * Finds out which of these addresses have code at the newest block of the index, and writes it to the index. False where
 * nothing could be written.
 */
export async function fetchContractFlags(
  { connection, store }: SyncContext,
  addresses: readonly number[],
  priority: Priority = 'background',
): Promise<boolean> {
  const head = store.head()
  if (addresses.length === 0 || !head) return false
  const { changes } = store.addresses
  const hashes = addresses.map((id) => store.addresses.hashOf(id))
  const flags = await readAtBlock(
    connection,
    head,
    async (block) => {
      const responses = await connection.many(
        hashes.map((hash) => ({ method: 'eth_getCode', params: [hash, block] })),
        { priority },
      )
      return responses.map((response) =>
        response instanceof NodeRefusal || typeof response.result !== 'string'
          ? REFUSED
          : response.result === '0x'
            ? 0
            : 1,
      )
    },
    priority,
  )
  // Code may have come or gone with a block since, or with one that was undone: then they are asked for once more.
  if (!flags || !store.database.isOpen || store.addresses.changes !== changes) return false
  store.write(() => {
    addresses.forEach((id, index) => {
      const flag = flags[index] ?? null
      if (flag === null || flag === REFUSED) {
        store.repairs.add('contract', id)
        return
      }
      store.repairs.remove('contract', id)
      // A contract may have been created since the request: then its creation has set the flag.
      store.database.send('UPDATE address SET is_contract = ? WHERE id = ? AND is_contract IS NULL', flag, id)
    })
  })
  return true
}

const BATCH_SIZE = 100

/** Background step: addresses without a flag. True where there may be more. */
export async function fetchNextContractFlags(context: SyncContext): Promise<boolean> {
  const { database, repairs } = context.store
  const addresses = database
    .all<{ id: number }>(
      `SELECT id FROM address WHERE is_contract IS NULL AND ${repairs.isNotIn('contract', 'id')} LIMIT ?`,
      BATCH_SIZE,
    )
    .map((row) => row.id)
  return (await fetchContractFlags(context, addresses)) && addresses.length === BATCH_SIZE
}
