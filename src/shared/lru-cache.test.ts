import { expect, it } from 'vitest'
import { LruCache } from './lru-cache.ts'

it('removes the entry that was used longest ago', () => {
  const cache = new LruCache<string, number>({ maxSize: 2 })
  cache.set('a', 1)
  cache.set('b', 2)
  expect(cache.get('a')).toBe(1)
  cache.set('c', 3)
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.size]).toEqual([1, undefined, 3, 2])
})

it('counts entries by their size, and does not keep one that is larger than all its room', () => {
  const cache = new LruCache<string, string>({ maxSize: 10, sizeOf: (text) => text.length })
  cache.set('a', 'four')
  cache.set('b', 'four')
  cache.set('a', 'sixsix')
  expect([cache.get('a'), cache.get('b'), cache.size]).toEqual(['sixsix', 'four', 10])
  cache.set('c', 'x'.repeat(11))
  expect([cache.get('c'), cache.size]).toEqual([undefined, 10])
})

it('makes what is not there, once', () => {
  const cache = new LruCache<string, object>({ maxSize: 2 })
  const made = cache.getOrMake('a', () => ({}))
  expect(cache.getOrMake('a', () => ({}))).toBe(made)
  cache.clear()
  expect(cache.getOrMake('a', () => ({}))).not.toBe(made)
})

it('says what it removed to make room', () => {
  const evicted: string[] = []
  const cache = new LruCache<string, string>({ maxSize: 1, onEvict: (value) => evicted.push(value) })
  cache.set('a', 'one')
  cache.set('a', 'two')
  cache.set('b', 'three')
  cache.delete('b')
  expect(evicted).toEqual(['two'])
})

it('forgets what was not used for so many turns, though there is room', () => {
  const evicted: string[] = []
  const cache = new LruCache<string, string>({
    maxSize: 10,
    maxUnusedTurns: 2,
    onEvict: (value) => evicted.push(value),
  })
  cache.set('a', 'one')
  cache.set('b', 'two')
  cache.endTurn()
  expect(cache.get('a')).toBe('one')
  cache.endTurn()
  expect(evicted).toEqual(['two'])
  cache.endTurn()
  expect([evicted, cache.size]).toEqual([['two', 'one'], 0])
})
