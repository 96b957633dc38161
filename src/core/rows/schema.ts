/** All migrations of the lists' schema, in order. A released one must never be edited. */
import type { Migration } from '../store/migrations.ts'

/** Tables that are checked when the file is opened. */
export const LIST_TABLES = ['lists', 'intervals', 'bodies', 'items', 'cursors', 'names', 'details'] as const

export const ROWS_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    description: 'lists, their intervals, items, bodies and names; details',
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
        changed INTEGER NOT NULL DEFAULT 0, -- the count of its last change
        UNIQUE (source, list, params, filters)
      ) STRICT;
      CREATE INDEX lists_by_use ON lists (used);
      -- Counts up with each change of a list. It begins anywhere, so that no two files have the same count.
      CREATE TABLE changes (count INTEGER NOT NULL) STRICT;
      INSERT INTO changes VALUES (abs(random()) % 1000000000000);

      -- A place in a list is a height and a rank: the higher comes first. In a history list the height is the block's and
      -- the rank tells the rows of a block apart; in a list with an order of its own the height is 0 and ranks count down.

      -- What is loaded of a list: all its rows from a top down to a bottom. What lies between two intervals is a gap.
      CREATE TABLE intervals (
        id INTEGER PRIMARY KEY,
        list_id INTEGER NOT NULL REFERENCES lists (id),
        top_height INTEGER, -- these four are null in a list without rows
        top_rank INTEGER,
        bottom_height INTEGER,
        bottom_rank INTEGER,
        cursor TEXT, -- JSON: what continues below it; null at the end of the list
        is_end INTEGER NOT NULL CHECK (is_end IN (0, 1)),
        CHECK (top_height IS NULL OR (top_height, top_rank) >= (bottom_height, bottom_rank))
      ) STRICT;
      CREATE INDEX intervals_in_order ON intervals (list_id, top_height DESC, top_rank DESC);
      CREATE TRIGGER interval_added BEFORE INSERT ON intervals WHEN EXISTS (
        SELECT 1 FROM intervals WHERE list_id = new.list_id AND (top_height IS NULL OR new.top_height IS NULL OR (
          (top_height, top_rank) >= (new.bottom_height, new.bottom_rank) AND
          (bottom_height, bottom_rank) <= (new.top_height, new.top_rank)))
      ) BEGIN SELECT raise(ABORT, 'intervals overlap'); END;
      CREATE TRIGGER interval_changed BEFORE UPDATE ON intervals WHEN EXISTS (
        SELECT 1 FROM intervals WHERE list_id = new.list_id AND id <> new.id AND
          (top_height, top_rank) >= (new.bottom_height, new.bottom_rank) AND
          (bottom_height, bottom_rank) <= (new.top_height, new.top_rank)
      ) BEGIN SELECT raise(ABORT, 'intervals overlap'); END;

      -- The JSON of rows that follow one another. No two of a list overlap, and none is changed: others take its place.
      CREATE TABLE bodies (
        id INTEGER PRIMARY KEY AUTOINCREMENT, -- given once: who has read one need not read it again
        list_id INTEGER NOT NULL REFERENCES lists (id),
        top_height INTEGER NOT NULL,
        top_rank INTEGER NOT NULL,
        bottom_height INTEGER NOT NULL,
        bottom_rank INTEGER NOT NULL,
        rows INTEGER NOT NULL,
        chain_head INTEGER, -- the highest block known when they were read
        read_at INTEGER NOT NULL,
        json BLOB NOT NULL -- compressed
      ) STRICT;
      CREATE INDEX bodies_in_order ON bodies (list_id, top_height DESC, top_rank DESC);

      -- Cursors that came with pages, each with the place of the row that it continues below.
      CREATE TABLE cursors (
        list_id INTEGER NOT NULL,
        height INTEGER NOT NULL,
        rank INTEGER NOT NULL,
        hash BLOB NOT NULL, -- its beginning
        cursor TEXT NOT NULL, -- JSON
        PRIMARY KEY (list_id, height, rank)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX cursors_by_hash ON cursors (list_id, hash);

      -- What can be asked of a row without its JSON (item-columns.ts). 0 of a column that names something: nothing.
      CREATE TABLE items (
        list_id INTEGER NOT NULL,
        height INTEGER NOT NULL,
        rank INTEGER NOT NULL,
        key INTEGER NOT NULL, -- 48 bits of the hash of its identity
        body INTEGER NOT NULL,
        number INTEGER NOT NULL, -- in its body
        provisional INTEGER NOT NULL, -- 1: the same row may be given at another place when it is read again
        flags INTEGER NOT NULL,
        time INTEGER NOT NULL, -- ms since 1970; -1: none
        sender INTEGER NOT NULL, -- names
        receiver INTEGER NOT NULL,
        other INTEGER NOT NULL,
        token INTEGER NOT NULL,
        method INTEGER NOT NULL,
        types INTEGER NOT NULL,
        ids INTEGER NOT NULL,
        words INTEGER NOT NULL,
        decimals INTEGER NOT NULL,
        -- Amounts in units, cut into nine digits each: two or one of them before the point, the others behind it. All are
        -- below zero where the amount is. They compare whatever the decimals, and add up without losing a digit.
        amount_1 INTEGER NOT NULL, amount_2 INTEGER NOT NULL, amount_3 INTEGER NOT NULL, amount_4 INTEGER NOT NULL, amount_5 INTEGER NOT NULL,
        value_1 INTEGER NOT NULL, value_2 INTEGER NOT NULL, value_3 INTEGER NOT NULL, value_4 INTEGER NOT NULL,
        fee_1 INTEGER NOT NULL, fee_2 INTEGER NOT NULL, fee_3 INTEGER NOT NULL,
        dollars REAL, -- what the amount was worth, to the nearest double
        PRIMARY KEY (list_id, height DESC, rank DESC)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX provisional_items ON items (list_id, key) WHERE provisional = 1;

      -- Addresses with what they are called, tokens, methods and other texts: each once.
      CREATE TABLE names (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind INTEGER NOT NULL,
        hash BLOB NOT NULL, -- of an address or a token
        text TEXT NOT NULL,
        UNIQUE (kind, hash, text)
      ) STRICT;
      -- Their words as they are compared, for texts of three characters and more.
      CREATE VIRTUAL TABLE name_texts USING fts5 (
        text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
      );
      -- Names up to this one are in it: each time costs as much as a page of rows.
      CREATE TABLE indexed_names (last INTEGER NOT NULL) STRICT;
      INSERT INTO indexed_names VALUES (0);

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
    description: 'a number of its own',
    sql: `
      -- Numbers of bodies are given once in a file, and another file begins at 1: who remembers one says of which.
      CREATE TABLE file_number (number INTEGER NOT NULL) STRICT;
      INSERT INTO file_number VALUES (abs(random()) % 1000000000000);
    `,
  },
  {
    version: 3,
    description: 'an index of rows that have to be read',
    sql: `
      -- Items with \`UNSURE\` or \`NEEDS_TOKEN\` among their flags: few, and whoever adds up or sorts has to know whether any.
      CREATE INDEX unsure_items ON items (list_id) WHERE (flags & 264) <> 0;
    `,
  },
  {
    version: 4,
    description: 'logs by their contract and their event',
    sql: `
      -- Columns of logs that were written before know neither who logged nor which event: such rows are read.
      UPDATE items SET flags = flags | 8
        WHERE list_id IN (SELECT id FROM lists WHERE list IN ('address-logs', 'transaction-logs'));
    `,
  },
  {
    version: 5,
    description: 'amounts of tokens with too many decimals',
    sql: `
      -- Amounts were written in units of up to 255 decimals; now those of more than 77 count as none: such rows are read.
      UPDATE items SET flags = flags | 8 WHERE decimals > 77;
    `,
  },
]
