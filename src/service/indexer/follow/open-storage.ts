import { createFileStorage } from './chain-files.ts'
import type { FollowOptions } from './follow-options.ts'
import type { IndexKind, IndexStorage } from './index-storage.ts'
import { createPostgresStorage } from './postgres-storage.ts'

export const openStorage = ({ dataDir, database, maxBytes }: FollowOptions, kind: IndexKind): IndexStorage =>
  database === undefined ? createFileStorage(dataDir, kind, maxBytes) : createPostgresStorage(database, kind)
