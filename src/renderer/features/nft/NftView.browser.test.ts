import { expect, test } from 'vitest'
import { fail } from '#shared/errors/errors.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import NftView from './NftView.vue'

const TOKEN = `0x${'d'.repeat(40)}`
const OWNER = `0x${'a'.repeat(40)}`
const COLLECTION = { address_hash: TOKEN, name: 'Portraits', symbol: 'PRT', type: 'ERC-721' }
const INSTANCE = {
  id: '7',
  token: COLLECTION,
  owner: { hash: OWNER },
  metadata: {
    name: 'Portrait of a whale',
    description: 'Oil on canvas',
    attributes: [{ trait_type: 'Mood', value: 'calm' }],
  },
}

async function open(id: string, instance: object) {
  const core = createScriptedCore()
  core.handle('recent.visit', () => null)
  core.handle('details.read', ({ detail }) => {
    if (detail === 'token') return { item: COLLECTION }
    return 'ok' in instance ? (instance as never) : { item: instance as never }
  })
  return mountInApp(NftView, {
    core,
    route: `/s/eth/token/${TOKEN}/instance/${id}`,
    props: { source: 'eth', hash: TOKEN, id },
  })
}

test('name, description, owner, traits and the raw metadata', async () => {
  const { wrapper, core } = await open('7', INSTANCE)
  await expect.poll(() => wrapper.get('h1').text()).toBe('Portrait of a whale')
  expect(wrapper.get('.description').text()).toBe('Oil on canvas')
  expect(wrapper.get('.traits').text()).toMatch(/Mood\s*calm/)
  expect(wrapper.get(`a[data-address="${OWNER}"]`).attributes('href')).toContain(`/address/${OWNER}`)
  expect(JSON.parse(wrapper.get('pre').text())).toEqual(INSTANCE.metadata)
  expect(core.inputsOf('recent.visit').at(-1)).toMatchObject({ title: 'Portrait of a whale' })
})

test('without details: an error, and the name from the collection and the id', async () => {
  const { wrapper } = await open('7', fail({ code: 'not_found' }))
  await expect.poll(() => wrapper.find('[role=alert]').exists()).toBe(true)
  await expect.poll(() => wrapper.get('h1').text()).toBe('Portraits #7')
})

test('an id that is no number is refused without a request', async () => {
  const { wrapper, core } = await open('abc', INSTANCE)
  expect(wrapper.text()).toContain('This is not an NFT')
  expect(core.inputsOf('details.read')).toEqual([])
})
