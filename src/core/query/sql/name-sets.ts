/** Finds the numbers of the names that match a text: by hash, by the full-text index, or one by one. */
import {
  foldName,
  nameTest,
  plainType,
  sameNumber,
  SHORTENED,
  tokenTest,
} from '#shared/query/compile-query.ts'
import type { OwnAddresses } from '#shared/query/own-addresses.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { ADDRESS, METHOD, NFT_IDS, TOKEN, TYPES, type NameKind } from '../../rows/names.ts'

interface NameRow {
  readonly id: number
  readonly hash: Uint8Array
  readonly text: string
}
type PackedToken = readonly [address: string, symbol: string | null, name: string | null]

/** Shorter texts have no trigram. */
const TRIGRAM = 3
const HASH_BYTES = 20
/** Length of the topic of an event. */
const METHOD_BYTES = 32

export interface NameSets {
  /** `labels`: of the person, by address in lower case. */
  addresses(text: string, whole: boolean, labels: ReadonlyMap<string, string>): readonly number[]
  /** All names of these addresses. */
  ofAddresses(hashes: readonly string[]): readonly number[]
  tokens(text: string, whole: boolean): readonly number[]
  methods(text: string, whole: boolean): readonly number[]
  types(text: string, whole: boolean): readonly number[]
  ids(id: string): readonly number[]
  /** The names of a kind whose text contains this and is no hash. */
  containing(kind: NameKind, text: string): readonly number[]
}

export function createNameSets(database: Database): NameSets {
  const ofKind = (kind: NameKind) =>
    database.all<NameRow>("SELECT id, hash, text FROM names WHERE kind = ? AND text <> ''", kind)

  /** A superset of the names that contain a text. */
  function candidates(kind: NameKind, text: string): NameRow[] {
    const wanted = foldName(text)
    if (Array.from(wanted).length < TRIGRAM) return ofKind(kind)
    return database.all<NameRow>(
      `SELECT id, hash, names.text FROM name_texts JOIN names ON id = name_texts.rowid
          WHERE name_texts MATCH ? AND kind = ?
        UNION ALL SELECT id, hash, text FROM names
          WHERE id > (SELECT last FROM indexed_names) AND kind = ? AND text <> ''`,
      `"${wanted.replaceAll('"', '""')}"`,
      kind,
      kind,
    )
  }
  const byHash = (kind: NameKind, hashes: readonly Uint8Array[]) =>
    hashes.flatMap((hash) =>
      database
        .all<{ id: number }>('SELECT id FROM names WHERE kind = ? AND hash = ?', kind, hash)
        .map(({ id }) => id),
    )

  const listIds = (rows: readonly NameRow[], fits: (all: readonly string[]) => boolean) =>
    rows.filter(({ text }) => fits(JSON.parse(text) as string[])).map(({ id }) => id)

  return {
    addresses(text, whole, labels) {
      const isName = nameTest(text, whole)
      const named = candidates(ADDRESS, text).filter(({ text: names }) =>
        (JSON.parse(names) as string[]).some(isName),
      )
      const labelled = [...labels].flatMap(([hash, label]) => (isName(label) ? [hashBytes(hash)] : []))
      return [
        ...new Set([
          ...named.map(({ id }) => id),
          ...byTypedHash(database, ADDRESS, text),
          ...byHash(
            ADDRESS,
            labelled.filter((hash) => hash.length === HASH_BYTES),
          ),
        ]),
      ]
    },
    ofAddresses: (hashes) => byHash(ADDRESS, hashes.map(hashBytes)),
    tokens(text, whole) {
      const fits = tokenTest(text, whole)
      const named = candidates(TOKEN, text).filter(({ text: packed }) => {
        const [hash, symbol, name] = JSON.parse(packed) as PackedToken
        return fits({ address_hash: hash, symbol, name })
      })
      return [...new Set([...named.map(({ id }) => id), ...byTypedHash(database, TOKEN, text)])]
    },
    methods(text, whole) {
      const fits = nameTest(text, whole)
      const named = candidates(METHOD, text).filter(({ text: method }) => fits(method))
      return [...new Set([...named.map(({ id }) => id), ...byTypedHash(database, METHOD, text)])]
    },
    types(text, whole) {
      const wanted = plainType(text)
      const fits = (type: string) => (whole ? plainType(type) === wanted : plainType(type).includes(wanted))
      return listIds(ofKind(TYPES), (types) => types.some(fits))
    },
    ids: (id) =>
      // An id with leading zeros is the same number.
      listIds(candidates(NFT_IDS, id), (ids) => ids.some((one) => sameNumber(one, id))),
    containing(kind, text) {
      const isName = nameTest(text, false)
      const fits = (one: string) => !one.startsWith('0x') && isName(one)
      const found = candidates(kind, text)
      if (kind === METHOD) return found.filter(({ text: method }) => fits(method)).map(({ id }) => id)
      return listIds(found, (all) => all.some(fits))
    },
  }
}

/** The names with a typed hash: full, its beginning, or shortened in the middle. */
function byTypedHash(database: Database, kind: NameKind, text: string): number[] {
  const wanted = text.toLowerCase()
  const [, start, end = ''] = SHORTENED.exec(wanted) ?? []
  const head = (start ?? (/^0x[0-9a-f]*$/.test(wanted) ? wanted : undefined))?.slice(2)
  const digits = 2 * (kind === METHOD ? METHOD_BYTES : HASH_BYTES)
  if (head === undefined || head.length > digits || end.length > digits) return []
  const [from, to] = ['0', 'f'].map((fill) => Buffer.from(head.padEnd(digits, fill), 'hex'))
  const found = database.all<Pick<NameRow, 'id' | 'hash'>>(
    'SELECT id, hash FROM names WHERE kind = ? AND hash BETWEEN ? AND ?',
    kind,
    from ?? null,
    to ?? null,
  )
  return (
    end === '' ? found : found.filter(({ hash }) => Buffer.from(hash).toString('hex').endsWith(end))
  ).map(({ id }) => id)
}

/** All names of the list's own addresses. */
export const ofOwn = (
  { ofAddresses }: Pick<NameSets, 'ofAddresses'>,
  { ownAddress, ownAddresses }: OwnAddresses,
): readonly number[] => (ownAddress === undefined ? [] : ofAddresses([...(ownAddresses ?? [ownAddress])]))

const hashBytes = (hash: string): Uint8Array => Buffer.from(hash.slice(2), 'hex')
