/** The tables of schema.ts as PostgreSQL has them. */
import { sqlIn } from '#platform/sql-dialect.ts'
import { POSTGRES } from '../postgres/postgres-dialect.ts'
import { POSITIONS_PER_BLOCK } from '#service/indexer/store/positions.ts'
import {
  ADDED_INDEXES,
  createIndexes,
  LATER_INDEXES,
  MIGRATIONS,
  PARTIAL_INDEXES,
  TABLES,
} from '#service/indexer/store/schema.ts'

/** Tables in the order of the chain, and the column with a row's position: split into ranges of blocks. */
const PARTITIONED: Readonly<Record<string, string>> = {
  tx: 'position',
  log: 'position',
  transfer: 'log',
  internal: 'tx',
}
/** Blocks of one part. Of Ethereum about 75 million transactions. */
const BLOCKS_PER_PART = 500_000

/** `hex` is a function of SQLite. The others are called by older programs that read an index of this version; they go with the next. */
const FUNCTIONS = `
CREATE FUNCTION hex(bytea) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT upper(encode($1, 'hex')) $$;
CREATE FUNCTION ifnull(anyelement, anyelement) RETURNS anyelement LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT coalesce($1, $2) $$;
CREATE FUNCTION iif(boolean, anyelement, anyelement) RETURNS anyelement LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT CASE WHEN $1 THEN $2 ELSE $3 END $$;
`

/**
 * Names to search for, as the full-text index of SQLite has them: words of letters, digits and symbols, without regard to
 * capitals and accents.
 */
const NAME_INDEX = `
CREATE TABLE name_index (id BIGINT PRIMARY KEY, name TEXT, other TEXT);
CREATE TABLE name_word (word TEXT COLLATE "C" NOT NULL, id BIGINT NOT NULL, PRIMARY KEY (word, id));
CREATE INDEX name_word_of ON name_word (id);
CREATE FUNCTION words_of(text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT word), '{}') FROM regexp_split_to_table(
    lower(regexp_replace(normalize(coalesce($1, ''), NFKD), '[\\u0300-\\u036f]', '', 'g') COLLATE "und-x-icu"),
    '[\\u0001-\\u0023\\u0025-\\u002a\\u002c-\\u002f\\u003a\\u003b\\u003f\\u0040\\u005b-\\u005d\\u005f\\u007b\\u007d\\u007f-\\u00a1\\u00a7\\u00ab\\u00b6\\u00b7\\u00bb\\u00bf\\u2000-\\u2043\\u2045-\\u2051\\u2053-\\u206f\\u3000-\\u3003\\u3008-\\u3011\\u3014-\\u301f\\ufe10-\\ufe19\\ufe30-\\ufe4f\\ufeff\\uff01-\\uff03\\uff05-\\uff0a\\uff0c-\\uff0f\\uff1a\\uff1b\\uff1f\\uff20]+'
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
`

/** By the version that they are for. */
export type Migrations = ReadonlyMap<number, string>
const FIRST_VERSION = 4

const TABLE = /CREATE TABLE (\w+) \(([^;]*)\) STRICT(?:, WITHOUT ROWID)?;/g

/** Indexes that one of this version may lack, by their names. */
export const LATER_POSTGRES_INDEXES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ ...ADDED_INDEXES, ...LATER_INDEXES }).map(([name, on]) => [name, sqlIn(POSTGRES, on)]),
)

/** The statements that make an empty schema the index of a chain. */
export const POSTGRES_SCHEMA = `${FUNCTIONS}${asPostgres(TABLES)}${createIndexes(POSTGRES, { ...PARTIAL_INDEXES, ...ADDED_INDEXES })}${NAME_INDEX}`

/** By version: the statements that turn its schema into the next one. Older versions were never in PostgreSQL. */
export const POSTGRES_MIGRATIONS: Migrations = new Map(
  Object.entries(MIGRATIONS)
    .map(([version, sql]) => [Number(version), asPostgres(sql)] as const)
    .filter(([version]) => version >= FIRST_VERSION),
)

function asPostgres(ddl: string): string {
  return ddl
    .replaceAll(/^ *--.*$/gm, '')
    .replaceAll(TABLE, (_, table: string, columns: string) => {
      const column = PARTITIONED[table]
      return `CREATE TABLE ${table} (${columns})${column === undefined ? '' : ` PARTITION BY RANGE (${column})`};`
    })
    .replaceAll(/\bINTEGER\b/g, 'BIGINT')
    .replaceAll(/\bBLOB\b/g, 'BYTEA')
    .replaceAll(/\bvalue ANY\b/g, 'value TEXT')
}

/** The parts of the tables that hold a block; nothing is done where they are there. */
export function partsFor(height: number): { readonly part: number; readonly sql: string } {
  const part = Math.floor(height / BLOCKS_PER_PART)
  const [from, to] = [part, part + 1].map((each) => String(each * BLOCKS_PER_PART * POSITIONS_PER_BLOCK))
  const sql = Object.keys(PARTITIONED)
    .map(
      (table) =>
        `CREATE TABLE IF NOT EXISTS ${table}_${String(part)} PARTITION OF ${table} FOR VALUES FROM (${from ?? ''}) TO (${to ?? ''});`,
    )
    .join('\n')
  return { part, sql }
}
