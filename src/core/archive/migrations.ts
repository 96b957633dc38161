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
  {
    version: 2,
    description: 'what changed, for questions over rows that are held',
    sql: `
      -- Counts up with each change of a chunk. It begins anywhere, so that no two files have the same count.
      CREATE TABLE changes (count INTEGER NOT NULL) STRICT;
      INSERT INTO changes VALUES (abs(random()) % 1000000000000);
      -- The count of the last change of any of its chunks, and of the rows of this one.
      ALTER TABLE lists ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE chunks ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
      CREATE TRIGGER chunk_added AFTER INSERT ON chunks BEGIN
        UPDATE changes SET count = count + 1;
        UPDATE lists SET changed = (SELECT count FROM changes) WHERE id = new.list_id;
      END;
      CREATE TRIGGER chunk_changed AFTER UPDATE OF after, cursor, body ON chunks BEGIN
        UPDATE changes SET count = count + 1;
        UPDATE lists SET changed = (SELECT count FROM changes) WHERE id = new.list_id;
      END;
      CREATE TRIGGER chunk_removed AFTER DELETE ON chunks BEGIN
        UPDATE changes SET count = count + 1;
        UPDATE lists SET changed = (SELECT count FROM changes) WHERE id = old.list_id;
      END;
      -- All that has to be known to find a row by its place in a list, without a look at any body.
      CREATE INDEX chunks_in_order ON chunks
        (list_id, position, row_count, after, changed, top_height, bottom_height);
    `,
  },
  {
    version: 3,
    description: 'columns of the rows of each chunk',
    sql: `
      -- What can be asked of the rows of a chunk without unpacking them (columns/columns.ts).
      CREATE TABLE chunk_columns (
        chunk_id INTEGER PRIMARY KEY,
        changed INTEGER NOT NULL, -- as the chunk's, when they were made
        body BLOB NOT NULL
      ) STRICT;
      CREATE TRIGGER chunk_removed_with_columns AFTER DELETE ON chunks BEGIN
        DELETE FROM chunk_columns WHERE chunk_id = old.id;
      END;
    `,
  },
  {
    version: 4,
    description: 'chunks that wait for their columns',
    sql: `
      -- Those written before there were any (fill-columns.ts). One that is gone, or has columns by then, is passed over.
      CREATE TABLE chunks_without_columns (chunk_id INTEGER PRIMARY KEY) STRICT;
      INSERT INTO chunks_without_columns
        SELECT id FROM chunks WHERE id NOT IN (SELECT chunk_id FROM chunk_columns);
    `,
  },
]
