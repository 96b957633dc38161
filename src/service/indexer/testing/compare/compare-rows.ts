import { expect } from 'vitest'
import type { FollowedChain } from '../../follow-chain.ts'
import { listSchemas } from '../../follow/postgres-storage.ts'
import { openPostgresIndex } from '../../store/postgres-index.ts'
import { findIncompleteBlocks } from './incomplete-blocks.ts'

/**
 * Gives what of the rows is not as the node has it, and what is not whole; closes the chain. Much faster than all lists over
 * PostgreSQL, and enough where the rows come in another way: how lists are made of them is proven elsewhere.
 */
export async function compareRows(chain: FollowedChain, database: string): Promise<readonly string[]> {
  const { repaired, again } = await chain.verify()
  await chain.close()
  const schemas = listSchemas(database)
  expect(schemas).toHaveLength(1)
  return [
    ...Object.entries(repaired).flatMap(([kind, rows]) => (rows === 0 ? [] : `${String(rows)} ${kind}`)),
    ...(again === null ? [] : [`everything from block ${String(again)}`]),
    ...schemas.flatMap((schema) => findIncompleteBlocks(openPostgresIndex(database, schema))),
  ]
}
