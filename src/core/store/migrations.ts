/** All migrations of the schema, in order. A released one is never edited: a new one follows it. */
export interface Migration {
  /** The schema's version after the migration; `PRAGMA user_version`. */
  readonly version: number
  readonly description: string
  readonly sql: string
}

export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    description: 'settings, sources and recent items',
    sql: `
      CREATE TABLE settings (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL -- JSON
      ) STRICT, WITHOUT ROWID;

      -- The core's and the hosts' own notes: the source in use, a window's place.
      CREATE TABLE remembered (
        name TEXT PRIMARY KEY,
        value TEXT NOT NULL -- JSON
      ) STRICT, WITHOUT ROWID;

      -- Own sources whole; of a built-in one only what differs, the rest null.
      CREATE TABLE sources (
        id TEXT PRIMARY KEY,
        kind TEXT CHECK (kind IN ('sample', 'instance', 'pro', 'local')),
        name TEXT,
        base_url TEXT,
        chain_id TEXT,
        auth TEXT,
        coin_symbol TEXT,
        coin_decimals INTEGER,
        explorer TEXT,
        account TEXT,
        dialect TEXT,
        requests_per_second REAL,
        hidden INTEGER NOT NULL DEFAULT 0,
        position REAL,
        removed_at INTEGER -- ms; kept for undo until the next start
      ) STRICT, WITHOUT ROWID;

      -- Pro accounts: one base URL, one key, many chains.
      CREATE TABLE accounts (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        base_url TEXT NOT NULL UNIQUE,
        auth TEXT NOT NULL,
        chains TEXT NOT NULL DEFAULT '{}', -- JSON: chain id to its page, as the account last told
        removed_at INTEGER
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE recent_places (
        source TEXT NOT NULL,
        path TEXT NOT NULL,
        title TEXT NOT NULL,
        visit INTEGER NOT NULL, -- counts up; a clock may be set back
        PRIMARY KEY (source, path)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX recent_places_by_visit ON recent_places (visit);

      CREATE TABLE address_sources (
        address TEXT PRIMARY KEY, -- lower case
        source TEXT NOT NULL,
        visit INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX address_sources_by_visit ON address_sources (visit);
    `,
  },
  {
    version: 2,
    description: 'watched addresses and their history',
    sql: `
      CREATE TABLE watched (
        id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: undo names rows by it
        address TEXT NOT NULL, -- lower case
        shown TEXT NOT NULL, -- checksummed
        chain_id TEXT NOT NULL, -- empty: every chain
        label TEXT NOT NULL,
        note TEXT NOT NULL,
        colour TEXT,
        groups TEXT NOT NULL, -- JSON array
        watched INTEGER NOT NULL,
        position REAL NOT NULL,
        revision INTEGER NOT NULL,
        UNIQUE (address, chain_id)
      ) STRICT;

      CREATE TABLE watch_history (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        revision INTEGER NOT NULL, -- the rows it wrote have it, until they are changed again
        before TEXT NOT NULL -- JSON: [id, the row before or null] of each
      ) STRICT;
    `,
  },
  {
    version: 3,
    description: 'polls of watched addresses: where their lists stood, and what is new since',
    sql: `
      CREATE TABLE looks (
        watched_id INTEGER NOT NULL REFERENCES watched (id) ON DELETE CASCADE,
        source TEXT NOT NULL,
        mark TEXT NOT NULL, -- JSON
        transactions INTEGER NOT NULL,
        transfers INTEGER NOT NULL,
        internal INTEGER NOT NULL,
        more INTEGER NOT NULL,
        looked_at INTEGER NOT NULL, -- ms since 1970
        PRIMARY KEY (watched_id, source)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 4,
    description: 'followed nodes: their URLs, and folders with the names of own contracts',
    sql: `
      ALTER TABLE sources ADD COLUMN rpc_url TEXT;
      ALTER TABLE sources ADD COLUMN abi_dir TEXT;
    `,
  },
  {
    version: 5,
    description: 'settings of the activity under their new names',
    sql: `
      UPDATE settings SET name = 'pollInBackground' WHERE name = 'backgroundLooks';
      UPDATE settings SET name = 'pollOnMetered' WHERE name = 'looksOnMetered';
      UPDATE settings SET name = 'notifyActivity' WHERE name = 'notifyNews';
    `,
  },
  {
    version: 6,
    description: 'tables under the names the code uses',
    sql: `
      ALTER TABLE recent_places RENAME TO recent_items;
      DROP INDEX recent_places_by_visit;
      CREATE INDEX recent_items_by_visit ON recent_items (visit);
      ALTER TABLE remembered RENAME TO key_values;
      ALTER TABLE looks RENAME TO polls;
      ALTER TABLE polls RENAME COLUMN looked_at TO polled_at;
    `,
  },
  {
    version: 7,
    description: 'sources whose URL holds a secret: it is in the vault (sources/move-url-secrets.ts)',
    sql: `
      ALTER TABLE sources ADD COLUMN secret_url INTEGER NOT NULL DEFAULT 0;
    `,
  },
  {
    version: 8,
    description: 'sources at the pace their headers give: 3 a second was set for each that was added',
    sql: `
      UPDATE sources SET requests_per_second = NULL WHERE requests_per_second = 3;
    `,
  },
  {
    version: 9,
    description: 'own ABIs',
    sql: `
      CREATE TABLE own_abis (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        chain_id TEXT NOT NULL, -- empty: every chain
        address TEXT NOT NULL, -- lower case; empty: every contract
        signatures TEXT NOT NULL -- one on each line
      ) STRICT;
    `,
  },
  {
    version: 10,
    description: 'kept lists: jobs that read them to their end, and what these may take in a day',
    sql: `
      CREATE TABLE keep_jobs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        source TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('waiting', 'paused', 'budget', 'source', 'done', 'failed')),
        problem TEXT, -- JSON
        is_followed INTEGER NOT NULL,
        requests INTEGER NOT NULL DEFAULT 0,
        credits INTEGER NOT NULL DEFAULT 0,
        done_at INTEGER -- ms since 1970
      ) STRICT;

      CREATE TABLE keep_lists (
        job_id INTEGER NOT NULL REFERENCES keep_jobs (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        list TEXT NOT NULL,
        params TEXT NOT NULL, -- JSON
        filters TEXT NOT NULL, -- JSON
        total INTEGER, -- as its source counted
        rows INTEGER NOT NULL DEFAULT 0,
        -- What comes next: its head, what is missing, or a page of reading it again.
        step TEXT NOT NULL CHECK (step IN ('head', 'missing', 'again', 'done')),
        again_from TEXT, -- JSON of a cursor
        PRIMARY KEY (job_id, position)
      ) STRICT, WITHOUT ROWID;

      -- Of a key or an instance, for a day; null: as much as there is.
      CREATE TABLE keep_budgets (
        holder TEXT PRIMARY KEY,
        amount INTEGER
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 11,
    description: 'exports of lists',
    sql: `
      CREATE TABLE exports (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        request TEXT NOT NULL, -- JSON
        file TEXT NOT NULL, -- where it is once it is whole; until then it is beside it
        state TEXT NOT NULL CHECK (state IN ('waiting', 'paused', 'failed', 'done')),
        read INTEGER NOT NULL DEFAULT 0, -- rows of the list
        rows INTEGER NOT NULL DEFAULT 0, -- of them in the file
        bytes INTEGER NOT NULL DEFAULT 0, -- so long is the file with these rows
        place TEXT, -- JSON: the cursor that goes on below them; null: it begins
        memory BLOB, -- what the format has to know of what is written
        is_whole INTEGER NOT NULL DEFAULT 0,
        error TEXT, -- JSON
        notice TEXT
      ) STRICT;
    `,
  },
  {
    version: 12,
    description: 'questions saved under a name',
    sql: `
      CREATE TABLE questions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        text TEXT NOT NULL,
        path TEXT NOT NULL, -- of the window, without the text
        scope TEXT NOT NULL, -- JSON
        seen INTEGER -- rows when it was opened last
      ) STRICT;
    `,
  },
  {
    version: 13,
    description: 'movements of ledgers entered by hand',
    sql: `
      CREATE TABLE ledger_entries (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        chain TEXT NOT NULL,
        address TEXT NOT NULL, -- lower case
        asset TEXT NOT NULL, -- JSON
        amount TEXT NOT NULL, -- signed, in the smallest unit
        block INTEGER,
        time INTEGER, -- ms since 1970
        note TEXT NOT NULL
      ) STRICT;

      CREATE INDEX ledger_entries_by_owner ON ledger_entries (chain, address);
    `,
  },
  {
    version: 14,
    description: 'the places open in each window',
    sql: `
      CREATE TABLE workspaces (
        window TEXT PRIMARY KEY,
        workspace TEXT NOT NULL, -- JSON
        used INTEGER NOT NULL -- counts up: the highest was used last
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 15,
    description: 'notes about addresses, transactions and rows',
    sql: `
      CREATE TABLE notes (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        case_id INTEGER NOT NULL, -- 0: of no case
        chain TEXT NOT NULL,
        about TEXT NOT NULL,
        text TEXT NOT NULL,
        path TEXT NOT NULL, -- of the window
        made_at INTEGER NOT NULL, -- ms since 1970
        changed_at INTEGER NOT NULL,
        UNIQUE (case_id, chain, about)
      ) STRICT;
    `,
  },
  {
    version: 16,
    description: 'cases: what they are called, show, and brought along',
    sql: `
      CREATE TABLE cases (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        is_read_only INTEGER NOT NULL,
        workspace TEXT, -- JSON
        made_at INTEGER NOT NULL, -- ms since 1970
        changed_at INTEGER NOT NULL,
        saved_at INTEGER, -- of the file it was opened from
        removed_at INTEGER
      ) STRICT;

      CREATE TABLE case_sources (
        case_id INTEGER NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
        id TEXT NOT NULL, -- of the source in the window
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        chain_id TEXT NOT NULL, -- empty: not known
        host TEXT NOT NULL, -- empty: no public one
        coin_symbol TEXT NOT NULL,
        coin_decimals INTEGER NOT NULL,
        rows INTEGER NOT NULL,
        PRIMARY KEY (case_id, id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE case_labels (
        case_id INTEGER NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
        address TEXT NOT NULL, -- lower case
        chain_id TEXT NOT NULL, -- empty: every chain
        label TEXT NOT NULL,
        PRIMARY KEY (case_id, address, chain_id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE case_questions (
        case_id INTEGER NOT NULL REFERENCES cases (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        path TEXT NOT NULL,
        scope TEXT NOT NULL, -- JSON
        PRIMARY KEY (case_id, name)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    version: 17,
    description: 'own ABIs: of which code',
    sql: `
      ALTER TABLE own_abis ADD COLUMN code_hash TEXT NOT NULL DEFAULT ''; -- keccak256; empty: not known
    `,
  },
  {
    version: 18,
    description: 'polls of watched addresses: what a check of new transactions against a node found',
    sql: `
      ALTER TABLE polls ADD COLUMN checked TEXT NOT NULL DEFAULT ''; -- JSON; empty: nothing checked
    `,
  },
]

export const LATEST = MIGRATIONS.length
