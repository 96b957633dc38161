/** Bodies of columns that a disk gave back otherwise than they were written. */
import { expect, test } from 'vitest'
import { getStorageErrorKind } from '#platform/sqlite/storage-error.ts'
import { Columns } from './columns.ts'
import { ColumnDictionary } from './dictionary.ts'

const TEXTS = 27
const numbers = (...all: readonly number[]) => Buffer.from(Uint32Array.from(all).buffer)
const texts = (text: string) => {
  const bytes = Buffer.from(text)
  return Buffer.concat([numbers(1, 7, 1, TEXTS, 24, bytes.length), bytes])
}

test.each([
  ['more rows than a chunk can have', numbers(1, 0x0fff_ffff, 0)],
  ['texts that are none', texts('[1,{}]')],
  ['texts that are no list', texts('{"length":9}')],
  ['a section longer than the body', numbers(1, 7, 1, TEXTS, 24, 99)],
])('%s: damaged', (_, body) => {
  const read = () => Columns.read(body, new ColumnDictionary())
  expect(read).toThrow(expect.toSatisfy((error) => getStorageErrorKind(error) === 'damaged'))
})

test('texts that are some', () => {
  const dictionary = new ColumnDictionary()
  expect(Columns.read(texts('["swap"]'), dictionary)?.count).toBe(7)
  expect(dictionary.texts).toEqual(['', 'swap'])
})
