/** Parquet files as other programs write them, and malformed ones. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDuckDb } from '../../export/testing/duck-db.ts'
import type { FileBytes } from './parquet/parquet-texts.ts'
import { readParquetRows } from './parquet-rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'chainglass-parquet-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const sourceOf = (bytes: Uint8Array): FileBytes => ({
  length: bytes.length,
  read(start, length) {
    if (!(start >= 0 && length >= 0 && start + length <= bytes.length)) throw new Error('It ends too early.')
    return bytes.subarray(start, start + length)
  },
})
const read = (bytes: Uint8Array) => [...readParquetRows(sourceOf(bytes), 5_000_000)]

describe('a list that DuckDB wrote', () => {
  let duck: Awaited<ReturnType<typeof openDuckDb>>
  beforeAll(async () => {
    duck = await openDuckDb()
  })
  afterAll(() => {
    duck.closeSync()
  })

  const forms = ['uncompressed', 'snappy', 'gzip', 'zstd', 'brotli'].flatMap((codec) =>
    ['V1', 'V2'].map((version) => ({ codec, version })),
  )
  it.each(forms)('is read, row by row: $codec, $version', async ({ codec, version }) => {
    const path = join(folder, `${codec}-${version}.parquet`)
    // Each seventh row has no signature; `kind` is the same in all rows, and `made` is no text.
    await duck.run(`COPY (
      SELECT i AS made, CASE WHEN i % 7 = 3 THEN NULL ELSE 'f' || (i * 7919) || '(uint256,address)' END AS signature,
        unhex(printf('%08x', i)) AS selector, 'function' AS kind, {'within': 'g()'} AS other
      FROM range(6000) AS t(i)
    ) TO '${path}' (FORMAT parquet, COMPRESSION ${codec}, PARQUET_VERSION ${version}, ROW_GROUP_SIZE 2048)`)
    const rows = read(readFileSync(path))
    expect(rows).toEqual(
      Array.from({ length: 6_000 }, (_, at) =>
        at % 7 === 3 ? 'unread' : { signature: `f${String(at * 7919)}(uint256,address)`, key: at },
      ),
    )
  })
})

const SIGNATURE = 'transfer(address,uint256)'

function countRows(bytes: Uint8Array): number {
  let rows = 0
  try {
    for (const row of readParquetRows(sourceOf(bytes), 5_000_000))
      if (row === 'unread' || row.signature) rows += 1
  } catch {
    // Most damaged files can't be read.
  }
  return rows
}

/** Variable-length numbers as in a file, and malformed ones. */
const HUGE = [[0xfc, 0xff, 0xff, 0xff, 0xff], [0x81, 0x80, 0x80, 0x80, 0x08], [0xff], [0x7f], [0]]

describe('a file that is damaged', () => {
  it.each(['PLAIN', 'RLE_DICTIONARY', 'DELTA_LENGTH_BYTE_ARRAY', 'DELTA_BYTE_ARRAY'] as const)(
    'comes to an end, whichever of its numbers is huge: %s',
    (encoding) => {
      const column = { name: 'signature', data: Array<string>(20).fill(SIGNATURE), type: 'STRING' as const }
      for (const codec of ['UNCOMPRESSED', 'SNAPPY'] as const) {
        const columnData = [{ ...column, encoding, nullable: true }]
        const bytes = new Uint8Array(parquetWriteBuffer({ columnData, codec }))
        for (const number of HUGE)
          for (let at = 0; at + number.length <= bytes.length; at += 1) {
            const damaged = bytes.slice()
            damaged.set(number, at)
            expect(countRows(damaged)).toBeLessThan(40_000)
          }
      }
    },
  )

  it.each(['PLAIN', 'RLE_DICTIONARY', 'DELTA_LENGTH_BYTE_ARRAY', 'DELTA_BYTE_ARRAY'] as const)(
    'is refused wherever it is cut, and read where it is not: %s',
    (encoding) => {
      const data = [SIGNATURE, 'f()', 'f()', 'g(bytes)']
      const columnData = [{ name: 'signature', data, type: 'STRING' as const, encoding }]
      const whole = new Uint8Array(parquetWriteBuffer({ columnData, codec: 'UNCOMPRESSED' }))
      expect(read(whole)).toEqual(data.map((signature) => ({ signature, key: undefined })))
      for (let length = 0; length < whole.length; length += 1)
        expect(() => read(whole.subarray(0, length))).toThrow()
    },
  )
})
