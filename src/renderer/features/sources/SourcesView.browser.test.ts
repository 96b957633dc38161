import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Component } from 'vue'
import type { KeyState } from '#shared/rpc/contract/key-state.ts'
import type { AccountView, SourceView } from '#shared/rpc/contract/sources.ts'
import ErrorMessage from '#renderer/entities/source/ErrorMessage.vue'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore, type ScriptedCore } from '#renderer/testing/scripted-core.ts'
import SourcesView from './SourcesView.vue'

interface Opening {
  readonly core: ScriptedCore
  readonly route: string
  readonly accounts?: readonly AccountView[]
}

describe('an instance that asks for a key', () => {
  const instance = {
    id: 'eth',
    name: 'Ethereum',
    kind: 'instance',
    chainId: '1',
    baseUrl: 'https://eth.example',
    host: 'eth.example',
    coin: { symbol: 'ETH', decimals: 18 },
    limits: {},
    key: { state: 'none' },
  } as unknown as SourceView
  const account = (key: KeyState): AccountView => ({
    id: 'pro',
    name: 'Pro',
    baseUrl: 'https://api.blockscout.com',
    host: 'api.blockscout.com',
    key,
    chains: 0,
  })
  const SET: KeyState = { state: 'set', ends: '4f2a', kept: 'keyring' }
  const place = '/s/eth/address/0x01?tab=internal'
  const error = {
    code: 'unauthorized',
    hadKey: false,
    reason: 'key_now_needed',
    host: 'eth.example',
  } as const

  function createKeyCore() {
    const core = createScriptedCore()
    core.handle('keys.list', () => ({ vault: 'keyring' as const, keys: [] }))
    core.handle('keys.set', () => SET)
    core.handle('keys.test', () => ({ ms: 9, limits: {} }))
    core.handle('sources.chains', () => [])
    core.handle('sources.use', () => null)
    core.handle('sources.add', () => ({ ...instance, id: 'pro:1', kind: 'pro' }) as unknown as SourceView)
    return core
  }

  async function open(part: Component, { core, route, accounts = [] }: Opening) {
    const mounted = await mountInApp(part, { core, route, props: part === ErrorMessage ? { error } : {} })
    core.emit('sources.changed', { sources: [instance], accounts, current: 'eth' })
    return mounted
  }

  test('leads to a free key, and back to the same tab on the same chain', async () => {
    const core = createKeyCore()
    const refused = await open(ErrorMessage, { core, route: place })
    await expect.element(page.getByRole('alert')).toMatchTextContent(/eth\.example now asks for a key/i)
    await userEvent.click(page.getByRole('button', { name: 'Use a free Pro key' }))
    await expect.poll(() => refused.router.currentRoute.value.query.key).toBe('pro')
    expect(core.inputsOf('sources.add')).toEqual([
      { url: 'https://api.blockscout.com', form: 'pro', chainId: '1', unchecked: true },
    ])

    const { router } = await open(SourcesView, {
      core,
      route: refused.router.currentRoute.value.fullPath,
      accounts: [account({ state: 'none' })],
    })
    await expect.element(page.getByText(/100,000 credits a day, about\s+5,000 pages/)).toBeVisible()
    expect(page.getByRole('button', { name: 'Back to where you were' }).query()).toBeNull()
    await userEvent.fill(page.getByLabelText('Key of Pro', { exact: true }), 'a-key-of-pro')
    await userEvent.keyboard('{Enter}')
    await userEvent.click(page.getByRole('button', { name: 'Back to where you were' }))
    await expect.poll(() => router.currentRoute.value.fullPath).toBe('/s/pro:1/address/0x01?tab=internal')
    expect(core.inputsOf('sources.use')).toEqual([{ id: 'pro:1' }])
  })

  test('is read from an account that has a key already, at the same place', async () => {
    const core = createKeyCore()
    const { router } = await open(ErrorMessage, { core, route: place, accounts: [account(SET)] })
    await userEvent.click(page.getByRole('button', { name: 'Read it from Pro' }))
    await expect.poll(() => router.currentRoute.value.fullPath).toBe('/s/pro:1/address/0x01?tab=internal')
  })

  test('can be given a key of its own; a way back that is no place of ours is none', async () => {
    const core = createKeyCore()
    const refused = await open(ErrorMessage, { core, route: place })
    await userEvent.click(page.getByRole('link', { name: 'Add a key' }))
    await expect.poll(() => refused.router.currentRoute.value.query.key).toBe('eth')
    const own = refused.router.currentRoute.value.fullPath
    for (const [route, leadsBack] of [
      [own, true],
      ['/sources?key=eth&back=https://evil.example/s/eth', false],
      ['/sources?key=eth&back=/s/', false],
      ['/sources?key=other&back=/s/eth', false],
    ] as const) {
      const { wrapper } = await open(SourcesView, { core, route })
      if (route.startsWith('/sources?key=other'))
        await userEvent.click(page.getByRole('button', { name: 'No key' }))
      await userEvent.fill(page.getByLabelText('Key of Ethereum', { exact: true }), 'a-key-of-eth')
      await userEvent.keyboard('{Enter}')
      await expect.element(page.getByRole('status')).toHaveTextContent('The key works: answered in 9 ms.')
      expect(wrapper.text().includes('Back to where you were')).toBe(leadsBack)
    }
  })
})
