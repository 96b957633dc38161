import type { Session } from '../sync-context.ts'
import { NodeRefusal } from '../../node/node-failure.ts'

/** Asks which of these addresses have code, and writes it down. */
export async function learnKinds(
  { connection, store }: Session,
  addresses: readonly number[],
  urgent = false,
) {
  const answers = await connection.many(
    addresses.map((id) => ({ method: 'eth_getCode', params: [store.addresses.hashOf(id), 'latest'] })),
    { urgent },
  )
  if (addresses.length === 0 || !store.database.isOpen) return
  store.write(() => {
    addresses.forEach((id, index) => {
      const answer = answers[index]
      if (!answer || answer instanceof NodeRefusal) return
      // A contract may have come to be since it was asked for: that is known better from its creation.
      store.database.run(
        'UPDATE address SET is_contract = ? WHERE id = ? AND is_contract IS NULL',
        answer.result === '0x' ? 0 : 1,
        id,
      )
    })
  })
}

const AT_ONCE = 100

/** One step of the background: addresses of which nobody knows whether they have code. */
export async function learnNextKinds(session: Session): Promise<boolean> {
  const addresses = session.store.database
    .all<{ id: number }>('SELECT id FROM address WHERE is_contract IS NULL LIMIT ?', AT_ONCE)
    .map((row) => row.id)
  if (addresses.length > 0) await learnKinds(session, addresses)
  return addresses.length === AT_ONCE
}
