import { expect, test } from 'vitest'
import { getStorageErrorKind } from '#platform/sqlite/storage-error.ts'
import { compressJson, decompressJson } from './compress.ts'

const value = Array.from({ length: 20 }, (_, at) => ({
  key: `row ${String(at)}`,
  value: String(at * 1_000_003),
}))

test('what is written is read again', () => {
  expect(decompressJson(compressJson(value))).toEqual(value)
})

test('a bit that the disk turned over is noticed, whichever it is, or changes nothing', () => {
  const written = compressJson(value)
  const text = JSON.stringify(value)
  // The first byte names the format, so it is left out.
  for (let bit = 8; bit < 8 * written.length; bit += 1) {
    const read = Uint8Array.from(written)
    read[bit >> 3] = (read[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(textOf(read), `bit ${String(bit)}`).toBeOneOf(['damaged', text])
  }
})

function textOf(body: Uint8Array): string | undefined {
  try {
    return JSON.stringify(decompressJson(body))
  } catch (error) {
    return getStorageErrorKind(error)
  }
}
