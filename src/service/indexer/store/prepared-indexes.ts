import type { IndexDatabase } from './index-database.ts'
import { LATER_NAMES } from './schema.ts'

/** How many of the indexes that rare lists are read along there are. */
export function progressOf(database: Pick<IndexDatabase, 'preparedIndexes'>): {
  readonly done: number
  readonly of: number
} {
  const prepared = database.preparedIndexes()
  return { done: LATER_NAMES.filter((name) => prepared.has(name)).length, of: LATER_NAMES.length }
}
