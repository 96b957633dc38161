import { afterEach, beforeEach, expect, it } from 'vitest'
import { eachRow, openDatabase, readPragma, type Database } from './database.ts'

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
})

it('eachRow gives the numbers of every row, one statement after another, and errors as they are', () => {
  for (const name of ['a', 'b', 'c']) insert(name)
  const read = (sql: string, ...values: number[]) => {
    const rows: (readonly number[])[] = []
    eachRow(database, sql, values, (...row) => rows.push(row))
    return rows
  }
  expect(read('SELECT each_row(id, 10 * id) FROM item WHERE id >= ?', 2)).toEqual([
    [2, 20],
    [3, 30],
  ])
  expect(read('SELECT each_row(id) FROM item')).toEqual([[1], [2], [3]])
  expect(read('SELECT each_row(id) FROM item WHERE id > 9')).toEqual([])
  expect(() => {
    eachRow(database, 'SELECT each_row(id) FROM item', [], () => {
      throw new Error('no more')
    })
  }).toThrow('no more')
  expect(() => read('SELECT each_row(id) FROM nothing')).toThrow()
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
