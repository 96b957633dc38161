import { createFileStorage } from './chain-files.ts'
import type { FollowOptions } from './follow-options.ts'
import type { IndexIdentity, IndexKind, IndexStorage } from './index-storage.ts'
import { createPostgresStorage } from './postgres-storage.ts'

export const openStorage = ({ dataDir, database, maxBytes }: FollowOptions, kind: IndexKind): IndexStorage =>
  database === undefined ? createFileStorage(dataDir, kind, maxBytes) : createPostgresStorage(database, kind)

/** The index of the newest blocks of a chain, if there is one. */
export function removeRecent(options: FollowOptions, chain: IndexIdentity) {
  const storage = openStorage(options, 'recent')
  for (const name of storage.find(chain)) storage.remove(name)
}
