-- An index of version 4 in PostgreSQL, of two blocks: the statements of the program that had that version.
CREATE FUNCTION hex(bytea) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT upper(encode($1, 'hex')) $$;
CREATE FUNCTION ifnull(anyelement, anyelement) RETURNS anyelement LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT coalesce($1, $2) $$;
CREATE FUNCTION iif(boolean, anyelement, anyelement) RETURNS anyelement LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT CASE WHEN $1 THEN $2 ELSE $3 END $$;
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT);
CREATE TABLE address (
  id BIGINT PRIMARY KEY,
  hash BYTEA NOT NULL UNIQUE,
  is_contract BIGINT,
  transactions BIGINT NOT NULL DEFAULT 0,
  transfers BIGINT NOT NULL DEFAULT 0,
  gas_used BIGINT NOT NULL DEFAULT 0,
  blocks BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX address_unknown ON address (id) WHERE is_contract IS NULL;
CREATE TABLE topic (id BIGINT PRIMARY KEY, hash BYTEA NOT NULL UNIQUE);
CREATE TABLE block (
  number BIGINT PRIMARY KEY,
  hash BYTEA NOT NULL,
  parent_hash BYTEA NOT NULL,
  timestamp BIGINT NOT NULL,
  miner BIGINT NOT NULL,
  gas_limit BYTEA NOT NULL,
  gas_used BIGINT NOT NULL,
  base_fee BYTEA,
  difficulty BYTEA,
  total_difficulty BYTEA,
  nonce BYTEA,
  state_root BYTEA,
  extra_data BYTEA,
  size BIGINT,
  uncles BYTEA,
  transactions BIGINT NOT NULL,
  withdrawals BIGINT NOT NULL,
  fees BYTEA NOT NULL,
  traced BIGINT NOT NULL
);
CREATE INDEX block_of_miner ON block (miner, number);
CREATE INDEX block_untraced ON block (number) WHERE traced = 0;
CREATE TABLE tx (
  position BIGINT PRIMARY KEY,
  hash BYTEA NOT NULL,
  sender BIGINT NOT NULL,
  receiver BIGINT,
  created BIGINT,
  value BYTEA NOT NULL,
  nonce BIGINT NOT NULL,
  type BIGINT,
  gas_limit BYTEA NOT NULL,
  gas_used BIGINT NOT NULL,
  gas_price BYTEA NOT NULL,
  fee BYTEA NOT NULL,
  max_fee BYTEA,
  max_tip BYTEA,
  succeeded BIGINT NOT NULL,
  first_log BIGINT NOT NULL,
  logs BIGINT NOT NULL,
  transfers BIGINT NOT NULL,
  failure TEXT,
  revert BYTEA,
  inner_failure BIGINT,
  input BYTEA NOT NULL
) PARTITION BY RANGE (position);
CREATE INDEX tx_of_hash ON tx (substr(hash, 1, 8));
CREATE INDEX tx_of_sender ON tx (sender, position);
CREATE INDEX tx_of_receiver ON tx (receiver, position) WHERE receiver IS NOT NULL;
CREATE INDEX tx_of_created ON tx (created, position) WHERE created IS NOT NULL;
CREATE TABLE log (
  position BIGINT PRIMARY KEY,
  address BIGINT NOT NULL,
  topic BIGINT,
  topics BYTEA NOT NULL,
  data BYTEA NOT NULL
) PARTITION BY RANGE (position);
CREATE TABLE internal (
  tx BIGINT NOT NULL,
  position BIGINT NOT NULL,
  depth BIGINT NOT NULL,
  type TEXT NOT NULL,
  sender BIGINT NOT NULL,
  receiver BIGINT,
  created BIGINT,
  value BYTEA NOT NULL,
  gas BYTEA NOT NULL,
  error TEXT,
  PRIMARY KEY (tx, position)
) PARTITION BY RANGE (tx);
CREATE INDEX internal_of_sender ON internal (sender, tx, position);
CREATE INDEX internal_of_receiver ON internal (receiver, tx, position) WHERE receiver IS NOT NULL;
CREATE INDEX internal_of_created ON internal (created, tx, position) WHERE created IS NOT NULL;
CREATE INDEX paying_of_sender ON internal (sender, tx, position) WHERE value <> '\x00'::bytea;
CREATE INDEX paying_of_receiver ON internal (receiver, tx, position) WHERE receiver IS NOT NULL AND value <> '\x00'::bytea;
CREATE INDEX paying_of_created ON internal (created, tx, position) WHERE created IS NOT NULL AND value <> '\x00'::bytea;
CREATE TABLE token (
  address BIGINT PRIMARY KEY,
  first_log BIGINT NOT NULL,
  type TEXT NOT NULL,
  name TEXT,
  symbol TEXT,
  decimals BIGINT,
  supply BYTEA,
  holders BIGINT NOT NULL DEFAULT 0,
  transfers BIGINT NOT NULL DEFAULT 0,
  fetch_state BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX token_to_fetch ON token (address) WHERE fetch_state <> 1;
CREATE TABLE transfer (
  log BIGINT NOT NULL,
  item BIGINT NOT NULL,
  tx BIGINT NOT NULL,
  token BIGINT NOT NULL,
  type TEXT NOT NULL,
  sender BIGINT NOT NULL,
  receiver BIGINT NOT NULL,
  token_id BYTEA,
  value BYTEA,
  PRIMARY KEY (log, item)
) PARTITION BY RANGE (log);
CREATE INDEX transfer_of_type ON transfer (type, log, item);
CREATE INDEX transfer_of_token ON transfer (token, log, item);
CREATE INDEX transfer_of_nft ON transfer (token, token_id, log, item) WHERE token_id IS NOT NULL;
CREATE TABLE instance (
  token BIGINT NOT NULL,
  token_id BYTEA NOT NULL,
  first_log BIGINT NOT NULL,
  fetch_state BIGINT NOT NULL DEFAULT 0,
  link TEXT,
  metadata TEXT,
  PRIMARY KEY (token, token_id)
);
CREATE INDEX instance_to_fetch ON instance (token, token_id) WHERE fetch_state = 0;
CREATE TABLE balance (
  id BIGINT PRIMARY KEY,
  token BIGINT NOT NULL,
  token_id BYTEA NOT NULL,
  holder BIGINT NOT NULL,
  type TEXT NOT NULL,
  in_list BIGINT NOT NULL,
  value BYTEA NOT NULL,
  changed BIGINT NOT NULL
);
CREATE UNIQUE INDEX balance_of ON balance (token, token_id, holder);
CREATE INDEX balance_in_tokens ON balance (holder, type, id) WHERE (in_list & 1) <> 0 AND value <> '\x00'::bytea;
CREATE INDEX balance_in_nfts ON balance (holder, type, token, token_id) WHERE (in_list & 2) <> 0 AND value <> '\x00'::bytea;
CREATE INDEX balance_doubtful ON balance (holder) WHERE (in_list & 4) <> 0;
CREATE TABLE balance_history (
  balance BIGINT NOT NULL,
  block BIGINT NOT NULL,
  value BYTEA NOT NULL,
  PRIMARY KEY (balance, block)
);
CREATE TABLE correction (block BIGINT NOT NULL, balance BIGINT NOT NULL, PRIMARY KEY (block, balance));
CREATE TABLE withdrawal (
  block BIGINT NOT NULL,
  position BIGINT NOT NULL,
  withdrawal_index BYTEA NOT NULL,
  validator BYTEA NOT NULL,
  receiver BIGINT NOT NULL,
  amount BYTEA NOT NULL,
  PRIMARY KEY (block, position)
);
CREATE INDEX withdrawal_of_receiver ON withdrawal (receiver, withdrawal_index);
CREATE TABLE contract (
  address BIGINT PRIMARY KEY,
  creator BIGINT NOT NULL,
  tx BIGINT NOT NULL
);
CREATE INDEX contract_of_tx ON contract (tx);
CREATE TABLE state_change (tx BIGINT PRIMARY KEY, changes TEXT NOT NULL);
CREATE TABLE repair (
  kind TEXT NOT NULL,
  subject BIGINT NOT NULL,
  item BYTEA NOT NULL,
  since BIGINT NOT NULL,
  tries BIGINT NOT NULL,
  next BIGINT NOT NULL,
  PRIMARY KEY (kind, subject, item)
);
CREATE TABLE asked_token (token BIGINT PRIMARY KEY, block BIGINT NOT NULL);
CREATE TABLE depositary (address BIGINT PRIMARY KEY, first_log BIGINT NOT NULL, mints BIGINT);
CREATE INDEX depositary_unproven ON depositary (address) WHERE mints IS NULL;
CREATE TABLE deposit (
  log BIGINT PRIMARY KEY,
  tx BIGINT NOT NULL,
  depositary BIGINT NOT NULL,
  sender BIGINT NOT NULL,
  receiver BIGINT NOT NULL,
  value BYTEA NOT NULL
);
CREATE INDEX deposit_of ON deposit (depositary, log);
CREATE TABLE contract_name (address BIGINT PRIMARY KEY, name TEXT NOT NULL, words TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS block_of_hash ON block (hash);
CREATE INDEX IF NOT EXISTS transfer_of_sender_by_type ON transfer (sender, type, log, item);
CREATE INDEX IF NOT EXISTS transfer_of_receiver_by_type ON transfer (receiver, type, log, item);
CREATE INDEX IF NOT EXISTS transfer_of_sender_by_token ON transfer (sender, token, log, item);
CREATE INDEX IF NOT EXISTS transfer_of_receiver_by_token ON transfer (receiver, token, log, item);
CREATE INDEX IF NOT EXISTS log_of_address ON log (address, position);
CREATE INDEX IF NOT EXISTS block_untraceable ON block (number) WHERE traced = 2;
CREATE INDEX IF NOT EXISTS balance_of_token ON balance (token, value, holder, token_id) WHERE (in_list & 1) <> 0 AND value <> '\x00'::bytea;
CREATE INDEX IF NOT EXISTS token_by_holders ON token (holders, address);
CREATE INDEX IF NOT EXISTS balance_doubtful_of_token ON balance (token) WHERE (in_list & 4) <> 0;
CREATE TABLE name_index (id BIGINT PRIMARY KEY, name TEXT, other TEXT);
CREATE TABLE name_word (word TEXT COLLATE "C" NOT NULL, id BIGINT NOT NULL, PRIMARY KEY (word, id));
CREATE INDEX name_word_of ON name_word (id);
CREATE FUNCTION words_of(text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT word), '{}') FROM regexp_split_to_table(
    lower(regexp_replace(normalize(coalesce($1, ''), NFKD), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu"),
    '[\u0001-\u0023\u0025-\u002a\u002c-\u002f\u003a\u003b\u003f\u0040\u005b-\u005d\u005f\u007b\u007d\u007f-\u00a1\u00a7\u00ab\u00b6\u00b7\u00bb\u00bf\u2000-\u2043\u2045-\u2051\u2053-\u206f\u3000-\u3003\u3008-\u3011\u3014-\u301f\ufe10-\ufe19\ufe30-\ufe4f\ufeff\uff01-\uff03\uff05-\uff0a\uff0c-\uff0f\uff1a\uff1b\uff1f\uff20]+'
  ) AS word WHERE word <> ''
$$;
CREATE FUNCTION index_name(bigint, text, text) RETURNS void LANGUAGE sql AS $$
  DELETE FROM name_word WHERE id = $1;
  DELETE FROM name_index WHERE id = $1;
  INSERT INTO name_index SELECT $1, $2, $3 WHERE coalesce($2, $3) IS NOT NULL;
  INSERT INTO name_word SELECT DISTINCT left(word, 200), $1 FROM unnest(words_of($2) || words_of($3)) AS word;
$$;
CREATE FUNCTION index_token() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' THEN PERFORM index_name(2 * old.address, NULL, NULL);
  ELSE PERFORM index_name(2 * new.address, new.name, new.symbol); END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION index_contract() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'DELETE' THEN PERFORM index_name(2 * old.address + 1, NULL, NULL);
  ELSE PERFORM index_name(2 * new.address + 1, new.name, new.words); END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION forget_contract() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM contract_name WHERE address = old.address;
  RETURN NULL;
END $$;
CREATE TRIGGER token_name_added AFTER INSERT ON token FOR EACH ROW
  WHEN (coalesce(new.name, new.symbol) IS NOT NULL) EXECUTE FUNCTION index_token();
CREATE TRIGGER token_name_changed AFTER UPDATE OF name, symbol ON token FOR EACH ROW
  WHEN (new.name IS DISTINCT FROM old.name OR new.symbol IS DISTINCT FROM old.symbol) EXECUTE FUNCTION index_token();
CREATE TRIGGER token_name_removed AFTER DELETE ON token FOR EACH ROW EXECUTE FUNCTION index_token();
CREATE TRIGGER contract_name_changed AFTER INSERT OR DELETE ON contract_name FOR EACH ROW EXECUTE FUNCTION index_contract();
CREATE TRIGGER contract_name_of_undone AFTER DELETE ON contract FOR EACH ROW EXECUTE FUNCTION forget_contract();
CREATE TABLE IF NOT EXISTS tx_0 PARTITION OF tx FOR VALUES FROM (0) TO (524288000000);
CREATE TABLE IF NOT EXISTS log_0 PARTITION OF log FOR VALUES FROM (0) TO (524288000000);
CREATE TABLE IF NOT EXISTS transfer_0 PARTITION OF transfer FOR VALUES FROM (0) TO (524288000000);
CREATE TABLE IF NOT EXISTS internal_0 PARTITION OF internal FOR VALUES FROM (0) TO (524288000000);
INSERT INTO address VALUES (1, '\x0000000000000000000000000000000000000001', NULL, 1, 0, 0, 2);
INSERT INTO address VALUES (2, '\x0000000000000000000000000000000000000002', NULL, 2, 0, 42000, 0);
INSERT INTO block VALUES (1, '\x0000000000000000000000000000000000000000000000000000000000000001', '\x0000000000000000000000000000000000000000000000000000000000000000', 1700000001, 1, '\x0401c9c380', 21000, '\x0107', '\x00', NULL, NULL, NULL, '\x', 1000, NULL, 1, 0, '\x03029040', 1);
INSERT INTO block VALUES (2, '\x0000000000000000000000000000000000000000000000000000000000000002', '\x0000000000000000000000000000000000000000000000000000000000000001', 1700000002, 1, '\x0401c9c380', 21000, '\x0107', '\x00', NULL, NULL, NULL, '\x', 1000, NULL, 1, 0, '\x03029040', 1);
INSERT INTO meta VALUES ('schema_version', '4');
INSERT INTO meta VALUES ('totals', '{"blocks":2,"transactions":2,"traced":2,"untraceable":0,"transfers":0}');
INSERT INTO meta VALUES ('changes', '1');
INSERT INTO tx VALUES (1048576, '\x0000000000000000000000000000000000000000000000000000000000000002', 2, 1, NULL, '\x0101', 1, 2, '\x025208', 21000, '\x0108', '\x03029040', '\x0108', '\x0101', 1, 1048576, 0, 0, NULL, NULL, NULL, '\x');
INSERT INTO tx VALUES (2097152, '\x0000000000000000000000000000000000000000000000000000000000000004', 2, 2, NULL, '\x0101', 2, 2, '\x025208', 21000, '\x0108', '\x03029040', '\x0108', '\x0101', 1, 2097152, 0, 0, NULL, NULL, NULL, '\x');
