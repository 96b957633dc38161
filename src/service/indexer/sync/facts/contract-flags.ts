import type { Priority } from '#shared/priority.ts'
import { NodeRefusal } from '../../node/node-failure.ts'
import type { SyncContext } from '../sync-context.ts'

/** Finds out which of these addresses have code, and writes it to the index. */
export async function fetchContractFlags(
  { connection, store }: SyncContext,
  addresses: readonly number[],
  priority: Priority = 'background',
) {
  const responses = await connection.many(
    addresses.map((id) => ({ method: 'eth_getCode', params: [store.addresses.hashOf(id), 'latest'] })),
    { priority },
  )
  if (addresses.length === 0 || !store.database.isOpen) return
  store.write(() => {
    addresses.forEach((id, index) => {
      const response = responses[index]
      if (!response || response instanceof NodeRefusal) return
      // A contract may have been created since the request: then its creation has set the flag.
      store.database.run(
        'UPDATE address SET is_contract = ? WHERE id = ? AND is_contract IS NULL',
        response.result === '0x' ? 0 : 1,
        id,
      )
    })
  })
}

const BATCH_SIZE = 100

/** Background step: addresses without a flag. True where there may be more. */
export async function fetchNextContractFlags(context: SyncContext): Promise<boolean> {
  const addresses = context.store.database
    .all<{ id: number }>('SELECT id FROM address WHERE is_contract IS NULL LIMIT ?', BATCH_SIZE)
    .map((row) => row.id)
  if (addresses.length > 0) await fetchContractFlags(context, addresses)
  return addresses.length === BATCH_SIZE
}
