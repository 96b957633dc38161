/** The progress of an index's writer, as it tells the processes that only read: how far it is, and that it is alive. */
import type { BackfillCounts, IndexState } from '#shared/node-status.ts'
import type { IndexDatabase } from '../store/index-database.ts'

export interface SharedState {
  readonly state: IndexState
  /** Blocks of the node. */
  readonly of: number
  /** Milliseconds since 1970, by the writer's clock. */
  readonly at: number
  readonly backfill?: BackfillCounts
}

const NAME = 'writer'

/** Caches of pages stay valid: this is no change of the index. */
export function saveSharedState(database: IndexDatabase, state: SharedState) {
  database.setMeta(NAME, JSON.stringify(state))
}

export function readSharedState(database: IndexDatabase): SharedState | null {
  const text = database.meta(NAME)
  return text === null ? null : (JSON.parse(text) as SharedState)
}
