/** Every step the archive's schema has taken, in order. A step that was released is never edited. */
import type { Migration } from '../store/migrations.ts'

export const ARCHIVE_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    description: 'lists with their coverage and rows, and details',
    sql: `
      -- One list of one source, as it was asked for. The page size makes no difference.
      CREATE TABLE lists (
        id INTEGER PRIMARY KEY,
        source TEXT NOT NULL,
        list TEXT NOT NULL,
        params TEXT NOT NULL, -- JSON, sorted, lower case
        filters TEXT NOT NULL, -- JSON, sorted
        read_at INTEGER NOT NULL, -- ms since 1970: when its head was read last
        head_cursor BLOB, -- of a head page whose rows are all pending: what it continues is still the head
        used INTEGER NOT NULL, -- counts up; a clock may be set back
        UNIQUE (source, list, params, filters)
      ) STRICT;
      CREATE INDEX lists_by_use ON lists (used);

      -- Rows of a list that follow one another, from the newest to the oldest by position. Coverage is these and what
      -- comes after each: the next chunk without a gap, something that is not held, or the end of the list.
      CREATE TABLE chunks (
        id INTEGER PRIMARY KEY,
        list_id INTEGER NOT NULL REFERENCES lists (id),
        position INTEGER NOT NULL,
        after TEXT NOT NULL CHECK (after IN ('joined', 'gap', 'end')),
        cursor TEXT, -- JSON: what continues below its last row; null at the end of the list
        top_height INTEGER, -- of the chain; null in a list that has another order
        bottom_height INTEGER,
        row_count INTEGER NOT NULL,
        chain_head INTEGER, -- the highest block known when it was read
        read_at INTEGER NOT NULL,
        body BLOB NOT NULL, -- compressed JSON of the rows
        UNIQUE (list_id, position)
      ) STRICT;

      -- What is needed of each row without unpacking it. Columns to search by will stand beside them.
      CREATE TABLE rows (
        list_id INTEGER NOT NULL,
        key BLOB NOT NULL, -- the beginning of the hash of its identity
        chunk_id INTEGER NOT NULL,
        height INTEGER,
        position_in_block INTEGER,
        cursor BLOB, -- the beginning of the hash of the cursor that continues below it
        PRIMARY KEY (list_id, key)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX rows_by_cursor ON rows (list_id, cursor) WHERE cursor IS NOT NULL;

      CREATE TABLE details (
        source TEXT NOT NULL,
        detail TEXT NOT NULL,
        params TEXT NOT NULL, -- JSON, sorted, lower case
        read_at INTEGER NOT NULL,
        used INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (source, detail, params)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX details_by_use ON details (used);

      CREATE TABLE chain_heads (
        source TEXT PRIMARY KEY,
        height INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
]
