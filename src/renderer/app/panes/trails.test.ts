import { expect, test } from 'vitest'
import { record, type Trails } from './trails.ts'
import { arrive, peek } from './walk-trails.ts'

const at = (path: string, tab = 'one') => ({ tab, path })
const always = () => true

test('a pane goes back and forward through its own steps only', () => {
  const trails = new Map() as Trails
  record(trails, 'left', at('/a'), 'replace')
  record(trails, 'right', at('/x'), 'replace')
  record(trails, 'left', at('/b'), 'push')
  record(trails, 'right', at('/y'), 'push')
  expect(peek(trails, 'left', 1, always)).toBeUndefined()
  expect(peek(trails, 'left', -1, always)).toEqual(at('/a'))
  arrive(trails, 'left', at('/a'))
  expect(peek(trails, 'left', -1, always)).toBeUndefined()
  expect(peek(trails, 'left', 1, always)).toEqual(at('/b'))
  expect(peek(trails, 'right', -1, always)).toEqual(at('/x'))
})

test('a new step ends the way forward, and another filter of the same place is no step', () => {
  const trails = new Map() as Trails
  record(trails, 'left', at('/a'), 'replace')
  record(trails, 'left', at('/b'), 'push')
  arrive(trails, 'left', at('/a'))
  record(trails, 'left', at('/a?q=1'), 'replace')
  expect(peek(trails, 'left', 1, always)).toEqual(at('/b'))
  record(trails, 'left', at('/c'), 'push')
  expect(peek(trails, 'left', 1, always)).toBeUndefined()
  expect(peek(trails, 'left', -1, always)).toEqual(at('/a?q=1'))
})

test('steps of a tab that was closed are passed over, and what the window went to is where the pane is', () => {
  const trails = new Map() as Trails
  record(trails, 'left', at('/a'), 'replace')
  record(trails, 'left', at('/x', 'two'), 'push')
  record(trails, 'left', at('/b'), 'push')
  expect(peek(trails, 'left', -1, (tab) => tab === 'one')).toEqual(at('/a'))
  arrive(trails, 'left', at('/a'))
  expect(peek(trails, 'left', 1, always)).toEqual(at('/x', 'two'))
  arrive(trails, 'left', at('/elsewhere'))
  expect(peek(trails, 'left', -1, always)).toEqual(at('/a'))
})
