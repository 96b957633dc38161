import { type SqlDialect, type Sql, SQLITE, sqlIn } from '#platform/sql-dialect.ts'
import { POSITIONS_PER_BLOCK } from './positions.ts'

/**
 * One SQLite file, or one schema of PostgreSQL, holds one chain. Addresses and topics are interned; positions on the chain are integers (positions.ts);
 * amounts are bytes in numeric order (amounts.ts). Every list of the API is a walk along a primary key or one index.
 */
export const SCHEMA_VERSION = 6

/** The tables of version 3. */
const TABLES_OF_3 = `
-- What the node refused for now (see repair-table.ts): since when, how often it was asked, when it is asked again. Times are ms.
CREATE TABLE repair (
  kind TEXT NOT NULL,
  subject INTEGER NOT NULL,
  item BLOB NOT NULL,
  since INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  next INTEGER NOT NULL,
  PRIMARY KEY (kind, subject, item)
) STRICT, WITHOUT ROWID;
-- Tokens whose balances contradict their events, found out at a block: their balances are asked of the token.
CREATE TABLE asked_token (token INTEGER PRIMARY KEY, block INTEGER NOT NULL) STRICT;
-- Contracts with deposits and withdrawals that no transfer tells. mints: whether these mint and burn; null until it is proven.
CREATE TABLE depositary (address INTEGER PRIMARY KEY, first_log INTEGER NOT NULL, mints INTEGER) STRICT;
CREATE INDEX depositary_unproven ON depositary (address) WHERE mints IS NULL;
-- Their deposits and withdrawals until it is.
CREATE TABLE deposit (
  log INTEGER PRIMARY KEY,
  tx INTEGER NOT NULL,
  depositary INTEGER NOT NULL,
  sender INTEGER NOT NULL,
  receiver INTEGER NOT NULL,
  value BLOB NOT NULL
) STRICT;
CREATE INDEX deposit_of ON deposit (depositary, log);
`

/** Authorizations of accounts to run the code of others (EIP-7702), by their place in their transaction. */
const DELEGATIONS = `
CREATE TABLE delegation (
  tx INTEGER NOT NULL,
  item INTEGER NOT NULL,
  authority INTEGER NOT NULL,
  delegate INTEGER NOT NULL,
  chain BLOB NOT NULL,
  nonce BLOB NOT NULL,
  PRIMARY KEY (tx, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX delegation_of ON delegation (authority, tx, item);
`

/** Names of the project's contracts, as far as their code was read. words: the name, split into words. */
const CONTRACT_NAME =
  'CREATE TABLE contract_name (address INTEGER PRIMARY KEY, name TEXT NOT NULL, words TEXT NOT NULL) STRICT;'

/**
 * Names to search for, one row for each token (twice its address) and each named contract (one more). Triggers keep it as
 * the tables are, whoever writes them, reorganisations as well.
 */
const NAME_INDEX = `
CREATE TRIGGER contract_name_of_undone AFTER DELETE ON contract BEGIN
  DELETE FROM contract_name WHERE address = old.address;
END;
CREATE VIRTUAL TABLE name_index USING fts5(
  name, other, prefix='1 2 3', tokenize="unicode61 remove_diacritics 2 categories 'L* M* N* Co S*'"
);
CREATE TRIGGER contract_name_added AFTER INSERT ON contract_name BEGIN
  INSERT INTO name_index (rowid, name, other) VALUES (2 * new.address + 1, new.name, new.words);
END;
CREATE TRIGGER contract_name_removed AFTER DELETE ON contract_name BEGIN
  DELETE FROM name_index WHERE rowid = 2 * old.address + 1;
END;
CREATE TRIGGER token_name_added AFTER INSERT ON token WHEN coalesce(new.name, new.symbol) IS NOT NULL BEGIN
  INSERT INTO name_index (rowid, name, other) VALUES (2 * new.address, new.name, new.symbol);
END;
CREATE TRIGGER token_name_changed AFTER UPDATE OF name, symbol ON token
  WHEN new.name IS NOT old.name OR new.symbol IS NOT old.symbol BEGIN
  DELETE FROM name_index WHERE rowid = 2 * old.address;
  INSERT INTO name_index (rowid, name, other) VALUES (2 * new.address, new.name, new.symbol);
END;
CREATE TRIGGER token_name_removed AFTER DELETE ON token BEGIN
  DELETE FROM name_index WHERE rowid = 2 * old.address;
END;
`

/** Only amounts above zero: indexes leave out balances that were spent. */
export const isPositive = ({ bytes }: SqlDialect) => `value <> ${bytes('00')}`

/** The tables, of both engines: postgres-schema.ts writes them as PostgreSQL has them. */
export const TABLES = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;

CREATE TABLE address (
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  -- 1 if it has code; null while that is unknown
  is_contract INTEGER,
  transactions INTEGER NOT NULL DEFAULT 0,
  transfers INTEGER NOT NULL DEFAULT 0,
  gas_used INTEGER NOT NULL DEFAULT 0,
  blocks INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX address_unknown ON address (id) WHERE is_contract IS NULL;

CREATE TABLE topic (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE) STRICT;

CREATE TABLE block (
  number INTEGER PRIMARY KEY,
  hash BLOB NOT NULL,
  parent_hash BLOB NOT NULL,
  timestamp INTEGER NOT NULL,
  miner INTEGER NOT NULL,
  gas_limit BLOB NOT NULL,
  gas_used INTEGER NOT NULL,
  base_fee BLOB,
  difficulty BLOB,
  total_difficulty BLOB,
  nonce BLOB,
  state_root BLOB,
  extra_data BLOB,
  size INTEGER,
  uncles BLOB,
  transactions INTEGER NOT NULL,
  withdrawals INTEGER NOT NULL,
  fees BLOB NOT NULL,
  -- call frames: 0 to be read, 1 read, 2 the node no longer has them
  traced INTEGER NOT NULL
) STRICT;
CREATE INDEX block_of_miner ON block (miner, number);
CREATE INDEX block_untraced ON block (number) WHERE traced = 0;

CREATE TABLE tx (
  position INTEGER PRIMARY KEY,
  hash BLOB NOT NULL,
  sender INTEGER NOT NULL,
  receiver INTEGER,
  created INTEGER,
  value BLOB NOT NULL,
  nonce INTEGER NOT NULL,
  type INTEGER,
  gas_limit BLOB NOT NULL,
  gas_used INTEGER NOT NULL,
  gas_price BLOB NOT NULL,
  fee BLOB NOT NULL,
  max_fee BLOB,
  max_tip BLOB,
  -- 0 no, 1 yes, 2 the node does not say it (before Byzantium), and its frames are not read
  succeeded INTEGER NOT NULL,
  first_log INTEGER NOT NULL,
  logs INTEGER NOT NULL,
  transfers INTEGER NOT NULL,
  -- why it failed, what it reverted with, and whether a call inside it failed: known from its frames
  failure TEXT,
  revert BLOB,
  inner_failure INTEGER,
  input BLOB NOT NULL,
  -- the token that the fee is paid in; null for coins
  fee_token INTEGER,
  -- what the layer below had made at the sender
  minted BLOB
) STRICT;
-- eight bytes of a hash are enough to find it, in a third of the space
CREATE INDEX tx_of_hash ON tx (substr(hash, 1, 8));
CREATE INDEX tx_of_sender ON tx (sender, position);
CREATE INDEX tx_of_receiver ON tx (receiver, position) WHERE receiver IS NOT NULL;
CREATE INDEX tx_of_created ON tx (created, position) WHERE created IS NOT NULL;

CREATE TABLE log (
  position INTEGER PRIMARY KEY,
  address INTEGER NOT NULL,
  topic INTEGER,
  topics BLOB NOT NULL,
  data BLOB NOT NULL
) STRICT;

CREATE TABLE internal (
  tx INTEGER NOT NULL,
  position INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  type TEXT NOT NULL,
  sender INTEGER NOT NULL,
  receiver INTEGER,
  created INTEGER,
  value BLOB NOT NULL,
  gas BLOB NOT NULL,
  error TEXT,
  PRIMARY KEY (tx, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX internal_of_sender ON internal (sender, tx, position);
CREATE INDEX internal_of_receiver ON internal (receiver, tx, position) WHERE receiver IS NOT NULL;
CREATE INDEX internal_of_created ON internal (created, tx, position) WHERE created IS NOT NULL;

CREATE TABLE token (
  address INTEGER PRIMARY KEY,
  first_log INTEGER NOT NULL,
  type TEXT NOT NULL,
  name TEXT,
  symbol TEXT,
  decimals INTEGER,
  supply BLOB,
  holders INTEGER NOT NULL DEFAULT 0,
  transfers INTEGER NOT NULL DEFAULT 0,
  -- 0 to be fetched, 1 fetched, 2 to be fetched again: its supply may have changed
  fetch_state INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX token_to_fetch ON token (address) WHERE fetch_state <> 1;

CREATE TABLE transfer (
  log INTEGER NOT NULL,
  item INTEGER NOT NULL,
  tx INTEGER NOT NULL,
  token INTEGER NOT NULL,
  type TEXT NOT NULL,
  sender INTEGER NOT NULL,
  receiver INTEGER NOT NULL,
  token_id BLOB,
  value BLOB,
  PRIMARY KEY (log, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX transfer_of_type ON transfer (type, log, item);
CREATE INDEX transfer_of_token ON transfer (token, log, item);
CREATE INDEX transfer_of_nft ON transfer (token, token_id, log, item) WHERE token_id IS NOT NULL;

CREATE TABLE instance (
  token INTEGER NOT NULL,
  token_id BLOB NOT NULL,
  first_log INTEGER NOT NULL,
  -- 0 to be fetched, 1 fetched, 2 its metadata is at 'link' and has not been fetched
  fetch_state INTEGER NOT NULL DEFAULT 0,
  link TEXT,
  metadata TEXT,
  PRIMARY KEY (token, token_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX instance_to_fetch ON instance (token, token_id) WHERE fetch_state = 0;

-- What a holder has of a token. token_id is empty for amounts without an id: an ERC-20 balance, the count of NFTs of a
-- collection held, the count of different ids of a multi-token held. in_list: 1 among an address's
-- tokens, 2 among its NFTs, 3 both, 0 neither; 4 more where transfers took away what none had brought: its balance is read from the token.
CREATE TABLE balance (
  id INTEGER PRIMARY KEY,
  token INTEGER NOT NULL,
  token_id BLOB NOT NULL,
  holder INTEGER NOT NULL,
  type TEXT NOT NULL,
  in_list INTEGER NOT NULL,
  value BLOB NOT NULL,
  changed INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX balance_of ON balance (token, token_id, holder);
CREATE TABLE balance_history (
  balance INTEGER NOT NULL,
  block INTEGER NOT NULL,
  value BLOB NOT NULL,
  PRIMARY KEY (balance, block)
) STRICT, WITHOUT ROWID;
-- Balances for which the token itself gave another value than its transfers add up to: a reorganisation reads them again.
CREATE TABLE correction (block INTEGER NOT NULL, balance INTEGER NOT NULL, PRIMARY KEY (block, balance)) STRICT, WITHOUT ROWID;

CREATE TABLE withdrawal (
  block INTEGER NOT NULL,
  position INTEGER NOT NULL,
  withdrawal_index BLOB NOT NULL,
  validator BLOB NOT NULL,
  receiver INTEGER NOT NULL,
  amount BLOB NOT NULL,
  PRIMARY KEY (block, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX withdrawal_of_receiver ON withdrawal (receiver, withdrawal_index);

-- The transaction that created a contract, and who sent it.
CREATE TABLE contract (
  address INTEGER PRIMARY KEY,
  creator INTEGER NOT NULL,
  tx INTEGER NOT NULL
) STRICT;
CREATE INDEX contract_of_tx ON contract (tx);

-- State changes of a transaction, computed once.
CREATE TABLE state_change (tx INTEGER PRIMARY KEY, changes TEXT NOT NULL) STRICT;
${TABLES_OF_3}${CONTRACT_NAME}${DELEGATIONS}`

/** Indexes whose conditions each engine writes in its own way. */
export const PARTIAL_INDEXES: Readonly<Record<string, Sql>> = {
  paying_of_sender: (dialect) => `internal (sender, tx, position) WHERE ${isPositive(dialect)}`,
  paying_of_receiver: (dialect) =>
    `internal (receiver, tx, position) WHERE receiver IS NOT NULL AND ${isPositive(dialect)}`,
  paying_of_created: (dialect) =>
    `internal (created, tx, position) WHERE created IS NOT NULL AND ${isPositive(dialect)}`,
  balance_in_tokens: (dialect) =>
    `balance (holder, type, id) WHERE ${dialect.hasBit('in_list', 1)} AND ${isPositive(dialect)}`,
  balance_in_nfts: (dialect) =>
    `balance (holder, type, token, token_id) WHERE ${dialect.hasBit('in_list', 2)} AND ${isPositive(dialect)}`,
  balance_doubtful: ({ hasBit }) => `balance (holder) WHERE ${hasBit('in_list', 4)}`,
}

/** Makes these where they are not there. */
export const createIndexes = (dialect: SqlDialect, indexes: Readonly<Record<string, Sql>>): string =>
  Object.entries(indexes)
    .map(([name, on]) => `CREATE INDEX IF NOT EXISTS ${name} ON ${sqlIn(dialect, on)};\n`)
    .join('')

export const SCHEMA = `${TABLES}${createIndexes(SQLITE, PARTIAL_INDEXES)}${NAME_INDEX}`

/** The statements that turn a file of a version into one of the next. */
export const MIGRATIONS: Readonly<Record<number, string>> = {
  1: `
    ALTER TABLE tx RENAME COLUMN place TO position;
    ALTER TABLE log RENAME COLUMN place TO position;
    ALTER TABLE token RENAME COLUMN asked TO fetch_state;
    ALTER TABLE instance RENAME COLUMN asked TO fetch_state;
  `,
  // Rows that version 2 gave up for ever after one refusal are requested once more.
  2: `
    ${TABLES_OF_3}
    UPDATE block SET traced = 0 WHERE traced = 2;
    UPDATE meta SET value = json_set(value, '$.untraceable', 0) WHERE name = 'totals';
    UPDATE token SET fetch_state = 2 WHERE fetch_state = 1 AND (name IS NULL OR symbol IS NULL OR decimals IS NULL OR supply IS NULL);
    UPDATE instance SET fetch_state = 0 WHERE fetch_state = 1 AND metadata IS NULL;
  `,
  3: `
    ${CONTRACT_NAME}
    ${NAME_INDEX}
    INSERT INTO name_index (rowid, name, other)
      SELECT 2 * address, name, symbol FROM token WHERE coalesce(name, symbol) IS NOT NULL;
  `,
  4: `
    ALTER TABLE tx ADD COLUMN fee_token INTEGER;
    ALTER TABLE tx ADD COLUMN minted BLOB;
  `,
  // Of the blocks that are there nobody kept them: lists say so, until they are read (sync/former-authorizations.ts).
  5: `
    ${DELEGATIONS}
    INSERT INTO meta (name, value) SELECT 'authorizations_from', CAST(position / ${String(POSITIONS_PER_BLOCK)} AS TEXT)
      FROM (SELECT position FROM tx WHERE type = 4 ORDER BY position LIMIT 1) AS oldest;
    INSERT INTO meta (name, value) SELECT 'authorizations_since', CAST(max(number) + 1 AS TEXT) FROM block
      HAVING EXISTS (SELECT 1 FROM meta WHERE name = 'authorizations_from');
  `,
}

/** Indexes that an index of the same version may lack: a file has them made when it is opened, a database beside its use. */
export const ADDED_INDEXES = {
  block_of_hash: 'block (hash)',
  transfer_of_sender_by_type: 'transfer (sender, type, log, item)',
  transfer_of_receiver_by_type: 'transfer (receiver, type, log, item)',
  transfer_of_sender_by_token: 'transfer (sender, token, log, item)',
  transfer_of_receiver_by_token: 'transfer (receiver, token, log, item)',
  log_of_address: 'log (address, position)',
  block_untraceable: 'block (number) WHERE traced = 2',
  balance_of_token: (dialect: SqlDialect) =>
    `balance (token, value, holder, token_id) WHERE ${dialect.hasBit('in_list', 1)} AND ${isPositive(dialect)}`,
  token_by_holders: 'token (holders, address)',
  balance_doubtful_of_token: ({ hasBit }: SqlDialect) => `balance (token) WHERE ${hasBit('in_list', 4)}`,
} as const

/**
 * Indexes for what is rarely asked for: each slows down the sync, so whoever writes the chain makes them when it is caught
 * up, one at a time, and never a page that is read. Until one is there, a page reads few rows without it, or says that it
 * is being prepared (read/prepared.ts).
 */
export const LATER_INDEXES = {
  tx_paying_of_receiver: (dialect: SqlDialect) =>
    `tx (receiver, position) WHERE receiver IS NOT NULL AND ${isPositive(dialect)}`,
  tx_paying_of_created: (dialect: SqlDialect) =>
    `tx (created, position) WHERE created IS NOT NULL AND ${isPositive(dialect)}`,
  block_with_tips_of_miner: 'block (miner, number) WHERE transactions > 0',
  withdrawal_of_receiver_by_block: 'withdrawal (receiver, block)',
  balance_of_nft: (dialect: SqlDialect) =>
    `balance (token, token_id, value, holder) WHERE token_id <> ${dialect.bytes('')} AND ${isPositive(dialect)}`,
  log_of_topic_1: 'log (address, topic)',
  log_of_topic_2: 'log (address, substr(topics, 1, 32))',
  log_of_topic_3: 'log (address, substr(topics, 33, 32))',
  log_of_topic_4: 'log (address, substr(topics, 65, 32))',
  tx_of_sender_by_value: 'tx (sender, value, position) WHERE sender IS NOT NULL',
  tx_of_receiver_by_value: 'tx (receiver, value, position) WHERE receiver IS NOT NULL',
  tx_of_created_by_value: 'tx (created, value, position) WHERE created IS NOT NULL',
  tx_of_sender_by_fee: 'tx (sender, fee, position) WHERE sender IS NOT NULL',
  tx_of_receiver_by_fee: 'tx (receiver, fee, position) WHERE receiver IS NOT NULL',
  tx_of_created_by_fee: 'tx (created, fee, position) WHERE created IS NOT NULL',
} as const
export type LaterIndex = keyof typeof LATER_INDEXES
export const LATER_NAMES = Object.keys(LATER_INDEXES) as readonly LaterIndex[]
