import { expect, test } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { createLinkMaker } from './link-maker.ts'

const router = createRouter({
  history: createMemoryHistory('/base'),
  routes: [{ path: '/s/:source/nft/:hash/:id', name: 'instance', component: { render: () => null } }],
})
const instance = (hash = '', id = '') => ({ name: 'instance', params: { source: 'pro:1', hash, id } })

test.each([
  ['0xAbc', '12'],
  ['0xAbc', 'a/b?c#d'],
  ['%', 'ü $& $1'],
])('a made link leads where the route does: %s, %s', (hash, id) => {
  const link = createLinkMaker(router, instance, 2)(hash, id)
  const { matched, params } = router.resolve(link.to)
  expect(matched).toHaveLength(1)
  expect(params).toEqual({ source: 'pro:1', hash, id })
  expect(link.href).toBe(`/base${link.to}`)
})
