import type { Database } from '#platform/sqlite/database.ts'

/** Whether rows of lists lie in this file as items; else they are in chunks. */
export const isOfItems = (database: Database): boolean =>
  database.get("SELECT 1 FROM sqlite_schema WHERE name = 'items'") !== undefined
