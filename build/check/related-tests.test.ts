import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readImportGraph } from '../lint/import-graph.ts'
import { findRelatedTests, isSlowTest } from './related-tests.ts'

const graph = new Map([
  ['far.test.ts', ['middle.ts']],
  ['near.test.ts', ['changed.ts']],
  ['slow.test.ts', ['changed.ts']],
  ['other.test.ts', ['other.ts']],
  ['middle.ts', ['changed.ts']],
  ['changed.ts', []],
  ['other.ts', []],
])
const isSlow = (file: string) => file === 'slow.test.ts'

describe('the tests that a change concerns', () => {
  test('import what changed, the nearest first; slow ones are counted', () => {
    expect(findRelatedTests(graph, ['changed.ts'], 10, isSlow)).toEqual({
      quick: ['near.test.ts', 'far.test.ts'],
      further: 0,
      slow: 1,
    })
  })

  test('are themselves what changed', () => {
    expect(findRelatedTests(graph, ['other.test.ts'], 10, isSlow).quick).toEqual(['other.test.ts'])
  })

  test('are as many as one wants to wait for', () => {
    expect(findRelatedTests(graph, ['changed.ts', 'other.ts'], 1, isSlow)).toMatchObject({
      quick: ['near.test.ts'],
      further: 2,
    })
  })

  test('are none for a file that is not there', () => {
    expect(findRelatedTests(graph, ['README.md', 'gone.test.ts'], 1, isSlow)).toEqual({
      quick: [],
      further: 0,
      slow: 0,
    })
  })
})

const root = join(import.meta.dirname, '..', '..')
const imports = readImportGraph(root)

test.each([
  ['src/service/indexer/token-zoo.test.ts', true],
  ['src/server/cluster/readers.test.ts', true],
  ['src/cli/cli.test.ts', true],
  ['src/renderer/lists/view/ListView.browser.test.ts', true],
  ['src/shared/units.test.ts', false],
  ['src/core/watchlist/watchlist.test.ts', false],
])('%s needs more than Node: %s', (file, slow) => {
  expect(isSlowTest(root, imports, file)).toBe(slow)
})
