import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase, readInTransaction, readPragma, type Database } from './database.ts'

let database: Database
beforeEach(() => {
  database = openDatabase(':memory:')
  database.exec('CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL) STRICT')
})
afterEach(() => {
  database.close()
})
const names = () =>
  database.all<{ name: string }>('SELECT name FROM item ORDER BY id').map(({ name }) => name)
const insert = (name: string) => database.insert('INSERT INTO item (name) VALUES (?)', name)

it('run gives how many rows it changed, insert the row id', () => {
  expect([insert('a'), insert('b'), insert('c')]).toEqual([1, 2, 3])
  expect(database.run('UPDATE item SET name = name || ? WHERE id > ?', '!', 1)).toBe(2)
  expect(database.run('DELETE FROM item WHERE id = 9')).toBe(0)
  expect(names()).toEqual(['a', 'b!', 'c!'])
  expect(database.insert('INSERT INTO item (name) VALUES (?) ON CONFLICT DO NOTHING', 'a')).toBe(0)
})

it('what is read at one moment stays as it is then, also within a transaction', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-database-'))
  const [writer, reader] = [openDatabase(join(folder, 'file')), openDatabase(join(folder, 'file'))]
  try {
    writer.get('PRAGMA journal_mode = WAL')
    writer.exec('CREATE TABLE item (id INTEGER PRIMARY KEY)')
    const count = () => reader.all('SELECT id FROM item').length
    const counts = readInTransaction(reader, () => {
      const before = count()
      writer.exec('INSERT INTO item DEFAULT VALUES')
      return [before, readInTransaction(reader, count)]
    })
    expect([...counts, count()]).toEqual([0, 0, 1])
    expect(() =>
      readInTransaction(reader, () => {
        throw new Error('stop')
      }),
    ).toThrow('stop')
    expect(reader.transaction(() => readInTransaction(reader, count))).toBe(1)
  } finally {
    writer.close()
    reader.close()
    rmSync(folder, { recursive: true })
  }
})

it('a transaction that throws leaves nothing, with all that was nested in it', () => {
  insert('kept')
  expect(() => {
    database.transaction(() => {
      insert('outer')
      database.transaction(() => insert('inner'))
      throw new Error('stop')
    })
  }).toThrow('stop')
  expect(names()).toEqual(['kept'])
  database.transaction(() => insert('next'))
  expect(names()).toEqual(['kept', 'next'])
})

it('throws what toError makes of an error of SQLite, and other errors as they are', () => {
  const other = openDatabase(':memory:', { toError: (error) => new Error('ours', { cause: error }) })
  expect(() => other.get('SELECT * FROM nothing')).toThrow('ours')
  other.close()
  other.close()
  expect(other.isOpen).toBe(false)
  insert('a')
  expect(() => insert('a')).toThrow('UNIQUE')
})

it('reads a PRAGMA as a number', () => {
  database.exec('PRAGMA user_version = 7')
  expect(readPragma(database, 'user_version')).toBe(7)
  expect(readPragma(database, 'no_such_pragma')).toBe(0)
})
