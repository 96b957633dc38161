/** The file of one list of signatures: rows by selector, looked up in the file. */
import { parseSignature, selectorOf, type AbiItem, type AbiItemKind } from '#shared/abi/abi-item.ts'
import { openDatabase, type Database } from '#platform/sqlite/database.ts'
import type { ListRow } from './list-rows.ts'

export interface ListFacts {
  readonly name: string
  readonly bytes: number
  readonly signatures: number
  readonly unread: number
}

/** Maximum number of results for one selector; in real lists it is 20. */
const MAX_FOUND = 100

export function createListFile(path: string): {
  add(row: ListRow): void
  finish(facts: ListFacts): void
  close(): void
} {
  const database = openDatabase(path)
  // An unfinished file is deleted, so no durability is needed before.
  database.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    CREATE TABLE signature (key INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
    CREATE TABLE facts (name TEXT NOT NULL, bytes INTEGER NOT NULL, signatures INTEGER NOT NULL,
      unread INTEGER NOT NULL) STRICT;
    BEGIN;
  `)
  return {
    add({ signature, key }) {
      const number = key ?? keyOf(signature)
      if (number !== null) database.run('INSERT INTO signature (key, text) VALUES (?, ?)', number, signature)
    },
    finish({ name, bytes, signatures, unread }) {
      database.run('INSERT INTO facts VALUES (?, ?, ?, ?)', name, bytes, signatures, unread)
      database.exec('COMMIT; CREATE INDEX signature_by_key ON signature (key)')
    },
    close() {
      database.close()
    },
  }
}

/** The selector of a signature; null if it can't be parsed. */
function keyOf(signature: string): number | null {
  const item = parseSignature(signature)
  return item && Number.parseInt(selectorOf(item).slice(2, 10), 16)
}

export interface ListFile {
  readonly facts: ListFacts
  /** The signatures whose computed selector or topic matches, whatever the list says. */
  readonly find: (kind: AbiItemKind, selector: string) => readonly AbiItem[]
  close(): void
}

/** Opens a list file; null if it is none, or damaged. */
export function openListFile(path: string): ListFile | null {
  let database: Database | undefined
  try {
    const opened = (database = openDatabase(path, { readOnly: true }))
    const facts = opened.get<ListFacts>('SELECT name, bytes, signatures, unread FROM facts')
    if (facts) return { facts, find: findIn(opened), close: opened.close }
  } catch {
    // A file that can't be read counts as missing.
  }
  database?.close()
  return null
}

const findIn =
  (database: Database): ListFile['find'] =>
  (kind, selector) => {
    try {
      const rows = database.all<{ text: string }>(
        'SELECT DISTINCT text FROM signature WHERE key = ? LIMIT ?',
        Number.parseInt(selector.slice(2, 10), 16),
        MAX_FOUND,
      )
      return rows
        .map(({ text }) => parseSignature(text, kind))
        .filter((item) => item?.kind === kind && selectorOf(item) === selector)
        .filter((item) => item !== null)
    } catch {
      return []
    }
  }
