import { expect, test } from 'vitest'
import { firstPageFingerprint } from './first-page-fingerprint.ts'

const page = (keys: string[], blocks: (number | null)[] = []) => ({
  keys,
  items: keys.map((_, index) => ({ block_number: blocks[index] ?? null })) as never[],
})

test('the same rows have the same, others another', () => {
  expect(firstPageFingerprint(page(['a', 'b']))).toBe(firstPageFingerprint(page(['a', 'b'])))
  const others = [page([]), page(['a']), page(['b', 'a']), page(['a', 'c']), page(['a', 'b', 'c'])]
  expect(new Set([page(['a', 'b']), ...others].map(firstPageFingerprint)).size).toBe(6)
})

test('a row that was pending and is mined now is another', () => {
  expect(firstPageFingerprint(page(['a']))).not.toBe(firstPageFingerprint(page(['a'], [7])))
})

test('of a hundred thousand pages no two have the same', () => {
  const found = new Set<string>()
  for (let block = 0; block < 100_000; block++) found.add(firstPageFingerprint(page(['a'], [block])))
  expect(found.size).toBe(100_000)
})
