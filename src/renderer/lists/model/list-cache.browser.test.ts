import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import type { ListQuery } from './list-query.ts'
import { useListCache } from './list-cache.ts'

beforeEach(() => {
  setActivePinia(createPinia())
})

const queryOf = (address: string, filters: ListQuery['filters'] = {}): ListQuery => ({
  source: 'eth',
  list: 'address-transactions',
  params: { address_hash: address },
  filters,
})

test('the same list is the same, whatever the case of its address and the order of its filters', () => {
  const cache = useListCache()
  const core = createScriptedCore()
  const list = cache.open(core, queryOf('0xAb', { filter: 'to', sort: 'fee' }))
  expect(cache.open(core, queryOf('0xaB', { sort: 'fee', filter: 'to' }))).toBe(list)
  expect(cache.open(core, queryOf('0xab'))).not.toBe(list)
})

test('of many lists those that were opened last are kept', () => {
  const cache = useListCache()
  const core = createScriptedCore()
  const [first, second] = [cache.open(core, queryOf('0x1')), cache.open(core, queryOf('0x2'))]
  cache.open(core, queryOf('0x1'))
  for (let more = 0; more < 23; more++) cache.open(core, queryOf(`0xf${String(more)}`))
  expect(cache.open(core, queryOf('0x1'))).toBe(first)
  expect(cache.open(core, queryOf('0x2'))).not.toBe(second)
})

test('one that is on the screen stays, however many are opened after it', () => {
  const cache = useListCache()
  const core = createScriptedCore()
  const shown = cache.open(core, queryOf('0x1'))
  const leave = shown.enter()
  for (let more = 0; more < 40; more++) cache.open(core, queryOf(`0xf${String(more)}`))
  expect(cache.open(core, queryOf('0x1'))).toBe(shown)
  leave()
  for (let more = 0; more < 40; more++) cache.open(core, queryOf(`0xe${String(more)}`))
  expect(cache.open(core, queryOf('0x1'))).not.toBe(shown)
})
