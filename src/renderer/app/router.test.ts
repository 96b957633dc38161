import { describe, expect, test } from 'vitest'
import { createMemoryHistory } from 'vue-router'
import { addressRoute, chainRoute, instanceRoute, tokenRoute, transactionRoute } from '../entities/routes.ts'
import { createAppRouter } from './router.ts'
import { filtersOfQuery, queryOfFilters } from '../lists/source-filters/url-filters.ts'

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const HASH = `0x${'5c'.repeat(32)}`
const router = createAppRouter(createMemoryHistory())
const href = (route: Parameters<typeof router.resolve>[0]) => router.resolve(route).fullPath

describe('routes and their URLs', () => {
  test.each([
    [chainRoute('eth'), '/s/eth'],
    [addressRoute('eth', ADDRESS), `/s/eth/address/${ADDRESS}`],
    [addressRoute('pro:8453', ADDRESS, 'tokens'), `/s/pro:8453/address/${ADDRESS}?tab=tokens`],
    [transactionRoute('eth', HASH), `/s/eth/tx/${HASH}`],
    [tokenRoute('eth', ADDRESS, 'instances'), `/s/eth/token/${ADDRESS}?tab=instances`],
    [instanceRoute('eth', ADDRESS, '7'.repeat(78)), `/s/eth/token/${ADDRESS}/instance/${'7'.repeat(78)}`],
  ])('%# %s', (route, url) => {
    expect(href(route)).toBe(url)
    const back = router.resolve(url)
    expect(back.name).toBe((route as { name: string }).name)
    expect(router.resolve(back).fullPath).toBe(url)
  })

  test('a source id can hold anything and comes back as it was', () => {
    const id = 'http://127.0.0.1:4000/a b?#%'
    const back = router.resolve(href(addressRoute(id, ADDRESS)))
    expect(back.params).toEqual({ source: id, hash: ADDRESS })
  })

  test('a route without its hash is still that route, so that the view can say what is missing', () => {
    expect(router.resolve('/s/eth/address/').name).toBe('address')
    expect(router.resolve('/s/eth/tx').name).toBe('transaction')
  })

  test('an unknown path has a route of its own', () => {
    expect(router.resolve('/s/eth/nothing/here').name).toBe('unknown')
  })
})

describe('filters in the URL', () => {
  test('read by their kind, and written back the same', () => {
    const query = router.resolve('/s/eth/address/0x1?tab=tokens&type=ERC-20,ERC-721').query
    const filters = filtersOfQuery('address-tokens', query)
    expect(filters).toEqual({ type: ['ERC-20', 'ERC-721'] })
    const back = router.resolve({ path: '/x', query: queryOfFilters(filters, 'tokens') }).fullPath
    expect(back).toBe('/x?tab=tokens&type=ERC-20,ERC-721')
  })

  test('what a list does not know, or no value of it, is left out', () => {
    expect(filtersOfQuery('address-transactions', { filter: 'sideways', evil: '1', tab: 'x' })).toEqual({})
    expect(filtersOfQuery('address-transactions', { filter: 'to', items_count: '500' })).toEqual({
      filter: 'to',
    })
    expect(filtersOfQuery('address-tokens', { type: 'ERC-20,<script>' })).toEqual({ type: ['ERC-20'] })
    expect(filtersOfQuery('address-internal-transactions', { include_zero_value: 'true' })).toEqual({
      include_zero_value: true,
    })
  })

  test('an empty filter leaves the URL', () => {
    expect(queryOfFilters({ type: [], filter: 'to' })).toEqual({ filter: 'to' })
  })
})
