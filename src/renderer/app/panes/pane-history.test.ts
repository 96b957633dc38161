import { expect, test } from 'vitest'
import { record, type PaneHistories } from './pane-history.ts'
import { arrive, peek } from './two-pane-history.ts'

const at = (path: string, tab = 'one') => ({ tab, path })
const always = () => true

test('a pane goes back and forward through its own steps only', () => {
  const histories = new Map() as PaneHistories
  record(histories, 'left', at('/a'), 'replace')
  record(histories, 'right', at('/x'), 'replace')
  record(histories, 'left', at('/b'), 'push')
  record(histories, 'right', at('/y'), 'push')
  expect(peek(histories, 'left', 1, always)).toBeUndefined()
  expect(peek(histories, 'left', -1, always)).toEqual(at('/a'))
  arrive(histories, 'left', at('/a'))
  expect(peek(histories, 'left', -1, always)).toBeUndefined()
  expect(peek(histories, 'left', 1, always)).toEqual(at('/b'))
  expect(peek(histories, 'right', -1, always)).toEqual(at('/x'))
})

test('a new step ends the way forward, and another filter of the same place is no step', () => {
  const histories = new Map() as PaneHistories
  record(histories, 'left', at('/a'), 'replace')
  record(histories, 'left', at('/b'), 'push')
  arrive(histories, 'left', at('/a'))
  record(histories, 'left', at('/a?q=1'), 'replace')
  expect(peek(histories, 'left', 1, always)).toEqual(at('/b'))
  record(histories, 'left', at('/c'), 'push')
  expect(peek(histories, 'left', 1, always)).toBeUndefined()
  expect(peek(histories, 'left', -1, always)).toEqual(at('/a?q=1'))
})

test('steps of a tab that was closed are passed over, and what the window went to is where the pane is', () => {
  const histories = new Map() as PaneHistories
  record(histories, 'left', at('/a'), 'replace')
  record(histories, 'left', at('/x', 'two'), 'push')
  record(histories, 'left', at('/b'), 'push')
  expect(peek(histories, 'left', -1, (tab) => tab === 'one')).toEqual(at('/a'))
  arrive(histories, 'left', at('/a'))
  expect(peek(histories, 'left', 1, always)).toEqual(at('/x', 'two'))
  arrive(histories, 'left', at('/elsewhere'))
  expect(peek(histories, 'left', -1, always)).toEqual(at('/a'))
})
