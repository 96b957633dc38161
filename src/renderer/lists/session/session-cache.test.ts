import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import type { ListQuery } from './list-query.ts'
import { useSessionCache } from './session-cache.ts'

beforeEach(() => {
  setActivePinia(createPinia())
})

const queryOf = (address: string, filters: ListQuery['filters'] = {}): ListQuery => ({
  source: 'eth',
  list: 'address-transactions',
  params: { address_hash: address },
  filters,
})

test('the same list is the same session, whatever the case of its address and the order of its filters', () => {
  const cache = useSessionCache()
  const core = createScriptedCore()
  const session = cache.open(core, queryOf('0xAb', { filter: 'to', sort: 'fee' }))
  expect(cache.open(core, queryOf('0xaB', { sort: 'fee', filter: 'to' }))).toBe(session)
  expect(cache.open(core, queryOf('0xab'))).not.toBe(session)
})

test('of many sessions those that were opened last are kept', () => {
  const cache = useSessionCache()
  const core = createScriptedCore()
  const [first, second] = [cache.open(core, queryOf('0x1')), cache.open(core, queryOf('0x2'))]
  cache.open(core, queryOf('0x1'))
  for (let more = 0; more < 23; more++) cache.open(core, queryOf(`0xf${String(more)}`))
  expect(cache.open(core, queryOf('0x1'))).toBe(first)
  expect(cache.open(core, queryOf('0x2'))).not.toBe(second)
})

test('sessions of very many rows are dropped sooner', () => {
  const cache = useSessionCache()
  const core = createScriptedCore()
  const rows = (from: number) =>
    Array.from({ length: 150_000 }, (_, at) => ({ kind: 'item', key: String(from + at), item: {} }) as const)
  const first = cache.open(core, queryOf('0x1'))
  first.rows.append(rows(0))
  cache.open(core, queryOf('0x2')).rows.append(rows(0))
  cache.open(core, queryOf('0x3'))
  expect(cache.open(core, queryOf('0x1'))).not.toBe(first)
})
