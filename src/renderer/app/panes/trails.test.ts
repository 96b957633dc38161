import { expect, test } from 'vitest'
import { createTrails } from './trails.ts'

const at = (path: string, tab = 'one') => ({ tab, path })
const always = () => true

test('a pane goes back and forward through its own steps only', () => {
  const trails = createTrails()
  trails.record('replace', 'left', at('/a'))
  trails.record('replace', 'right', at('/x'))
  trails.record('push', 'left', at('/b'))
  trails.record('push', 'right', at('/y'))
  expect(trails.peek('left', 1, always)).toBeUndefined()
  expect(trails.peek('left', -1, always)).toEqual(at('/a'))
  trails.arrive('left', at('/a'))
  expect(trails.peek('left', -1, always)).toBeUndefined()
  expect(trails.peek('left', 1, always)).toEqual(at('/b'))
  expect(trails.peek('right', -1, always)).toEqual(at('/x'))
})

test('a new step ends the way forward, and another filter of the same place is no step', () => {
  const trails = createTrails()
  trails.record('replace', 'left', at('/a'))
  trails.record('push', 'left', at('/b'))
  trails.arrive('left', at('/a'))
  trails.record('replace', 'left', at('/a?q=1'))
  expect(trails.peek('left', 1, always)).toEqual(at('/b'))
  trails.record('push', 'left', at('/c'))
  expect(trails.peek('left', 1, always)).toBeUndefined()
  expect(trails.peek('left', -1, always)).toEqual(at('/a?q=1'))
})

test('steps of a tab that was closed are passed over, and what the window went to is where the pane is', () => {
  const trails = createTrails()
  trails.record('replace', 'left', at('/a'))
  trails.record('push', 'left', at('/x', 'two'))
  trails.record('push', 'left', at('/b'))
  expect(trails.peek('left', -1, (tab) => tab === 'one')).toEqual(at('/a'))
  trails.arrive('left', at('/a'))
  expect(trails.peek('left', 1, always)).toEqual(at('/x', 'two'))
  trails.arrive('left', at('/elsewhere'))
  expect(trails.peek('left', -1, always)).toEqual(at('/a'))
})
