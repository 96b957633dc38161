import type { FollowedChain } from '../../follow-chain.ts'
import { listSchemas } from '#server/store/postgres-storage.ts'
import type { IndexDatabase } from '../../store/index-database.ts'
import { openPostgresIndex } from '#server/store/postgres-index.ts'
import { findIncompleteBlocks } from './incomplete-blocks.ts'

/**
 * Gives what of the rows is not as the node has it. Much faster than all lists over PostgreSQL, and enough where the rows
 * come in another way: how lists are made of them is proven by store-contract.test.ts.
 */
export async function findWrongRows(chain: FollowedChain): Promise<readonly string[]> {
  const { repaired, again } = await chain.verify()
  return [
    ...Object.entries(repaired).flatMap(([kind, rows]) => (rows === 0 ? [] : `${String(rows)} ${kind}`)),
    ...(again === null ? [] : [`everything from block ${String(again)}`]),
  ]
}

/** Finds wrong rows, and incomplete blocks of the index that `open` opens. Closes the chain. */
export async function compareRows(
  chain: FollowedChain,
  open: () => IndexDatabase,
): Promise<readonly string[]> {
  const wrong = await findWrongRows(chain)
  await chain.close()
  return [...wrong, ...findIncompleteBlocks(open())]
}

/** The one index that this database has. */
export function openOnlyIndex(database: string): IndexDatabase {
  const [schema, ...others] = listSchemas(database)
  if (schema === undefined || others.length > 0) throw new Error('The database has not one index.')
  return openPostgresIndex(database, schema)
}
