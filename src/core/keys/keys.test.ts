import { describe, expect, test } from 'vitest'
import type { InstanceSource } from '#shared/source.ts'
import { proSourceAt } from '#platform/testing/hostile-server.ts'
import { removeSecrets } from '#platform/log/remove-secrets.ts'
import { createKeys, keyVariable } from './keys.ts'
import { createSessionVault, type Vault } from './vault.ts'

const SECRET = 'proapi_Zk81QmN4x7LwT2aa4f2a'
const instance = (id: string, baseUrl: string): InstanceSource => ({
  kind: 'instance',
  id,
  name: id,
  baseUrl,
  auth: 'x-api-key',
  coin: { symbol: 'ETH', decimals: 18 },
  builtIn: false,
})
const ETH = instance('eth', 'https://eth.blockscout.com')
const keysWith = (env: Record<string, string> = {}, vault: Vault = createSessionVault()) =>
  createKeys({ vault, env })

describe('a key', () => {
  test('is set, replaced, removed; only its end is shown', async () => {
    const keys = keysWith()
    expect(keys.stateOf(ETH)).toEqual({ state: 'none' })
    await keys.set(ETH, SECRET)
    expect(keys.stateOf(ETH)).toEqual({ state: 'set', ends: '4f2a', kept: 'session' })
    expect(await keys.keyFor(ETH)).toBe(SECRET)
    await keys.set(ETH, 'another-key-0001')
    expect(await keys.keyFor(ETH)).toBe('another-key-0001')
    await keys.remove(ETH)
    expect(keys.stateOf(ETH)).toEqual({ state: 'none' })
    expect(await keys.keyFor(ETH)).toBeUndefined()
  })

  test('belongs to an origin: the same name elsewhere gets nothing', async () => {
    const keys = keysWith()
    await keys.set(ETH, SECRET)
    for (const baseUrl of [
      'https://eth.blockscout.com.evil.example',
      'http://eth.blockscout.com',
      'https://eth.blockscout.com:8443',
    ]) {
      expect(await keys.keyFor(instance('eth', baseUrl))).toBeUndefined()
      expect(keys.stateOf({ id: 'eth', baseUrl })).toEqual({ state: 'none' })
    }
    expect(await keys.keyFor(instance('eth', 'https://eth.blockscout.com/base'))).toBe(SECRET)
  })

  test('of an account is that of all its chains', async () => {
    const keys = keysWith()
    await keys.set({ id: 'pro', baseUrl: 'https://api.blockscout.com' }, SECRET)
    const chain = (chainId: string) =>
      keys.keyFor(proSourceAt('https://api.blockscout.com', { id: `pro:${chainId}`, chainId }))
    expect(await chain('1')).toBe(SECRET)
    expect(await chain('424242')).toBe(SECRET)
  })

  test('that is short shows nothing of itself', async () => {
    const keys = keysWith()
    await keys.set(ETH, 'abcd1234')
    expect(keys.stateOf(ETH)).toEqual({ state: 'set', ends: '', kept: 'session' })
  })

  test.each([
    `  ${SECRET}\n`,
    `"${SECRET}"`,
    `Bearer ${SECRET}`,
    `Authorization: Bearer ${SECRET}`,
    `apikey=${SECRET}`,
    `x-api-key: ${SECRET}`,
  ])('is read as it is pasted: %j', async (typed) => {
    const keys = keysWith()
    await keys.set(ETH, typed)
    expect(await keys.keyFor(ETH)).toBe(SECRET)
  })

  test.each([
    '',
    '   ',
    'short',
    'two words here',
    'line\r\nHost: evil',
    'https://eth.blockscout.com',
    'schlüssel-ä-1234',
    'x'.repeat(513),
  ])('that can’t be one is refused, without being shown: %j', async (typed) => {
    const refused = await keysWith()
      .set(ETH, typed)
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ error: { code: 'invalid_input', field: 'key' } })
    if (typed.trim().length > 8) expect(JSON.stringify(refused)).not.toContain(typed.trim())
  })
})

describe('from the environment', () => {
  test('is used where none is set, and said so', async () => {
    const keys = keysWith({ CHAINGLASS_KEY_ETH: SECRET })
    expect(await keys.keyFor(ETH)).toBe(SECRET)
    expect(keys.stateOf(ETH)).toEqual({ state: 'set', ends: '4f2a', kept: 'environment' })
    await keys.set(ETH, 'another-key-0001')
    expect(await keys.keyFor(ETH)).toBe('another-key-0001')
    await keys.remove(ETH)
    expect(await keys.keyFor(ETH)).toBe(SECRET)
  })

  test('by the source’s name in capitals', () => {
    const known = { id: 'eth-sepolia', baseUrl: 'https://eth-sepolia.blockscout.com' }
    expect(keyVariable(known)).toBe('CHAINGLASS_KEY_ETH_SEPOLIA')
    expect(keyVariable({ id: 'pro', baseUrl: 'https://api.blockscout.com' })).toBe('CHAINGLASS_KEY_PRO')
  })

  test('is that of one origin, however alike another is called', async () => {
    const hosts = ['https://a.b.host', 'https://a-b.host', 'http://a.b.host', 'https://a.b.host:8443']
    const [first, ...others] = hosts.map((baseUrl) => instance('a-b-host', baseUrl))
    const keys = keysWith({
      [keyVariable(first!)]: SECRET,
      CHAINGLASS_KEY_A_B_HOST: 'of-no-one-in-particular',
    })
    expect(await keys.keyFor(first!)).toBe(SECRET)
    for (const other of others) expect(await keys.keyFor(other)).toBeUndefined()
    // The variable of a built-in source is not another source's.
    const official = keysWith({ CHAINGLASS_KEY_PRO: SECRET, CHAINGLASS_KEY_ETH: SECRET })
    for (const id of ['pro', 'eth'])
      expect(await official.keyFor(instance(id, 'http://pro.evil.example'))).toBeUndefined()
  })
})

describe('the vault', () => {
  test('that kept a key gives it back in the next run', async () => {
    const vault: Vault = { ...createSessionVault(), keptIn: () => 'keyring' }
    await keysWith({}, vault).set(ETH, SECRET)
    const next = keysWith({}, vault)
    let told = 0
    next.onChange(() => (told += 1))
    await next.load([ETH])
    expect(told).toBe(1)
    expect(next.stateOf(ETH)).toEqual({ state: 'set', ends: '4f2a', kept: 'keyring' })
  })

  test('that is locked keeps nothing and says so; unlocked, it is asked again', async () => {
    const real = createSessionVault()
    await real.set('eth https://eth.blockscout.com', SECRET)
    let locked = true
    const refuse = () => Promise.reject(new Error(`locked while holding ${SECRET}`))
    const keys = keysWith(
      {},
      {
        kind: () => Promise.resolve('keyring'),
        keptIn: () => 'keyring',
        get: (id) => (locked ? refuse() : real.get(id)),
        set: refuse,
        remove: refuse,
      },
    )
    expect(await keys.keyFor(ETH)).toBeUndefined()
    const failed = await keys.set(ETH, SECRET).catch((error: unknown) => error)
    expect(failed).toMatchObject({ error: { code: 'storage', kind: 'unreachable' } })
    expect(JSON.stringify(failed) + String(failed)).not.toContain(SECRET)
    expect(keys.stateOf(ETH)).toEqual({ state: 'none' })
    locked = false
    expect(await keys.keyFor(ETH)).toBe(SECRET)
  })
})

test('a line for the log has no key in it, in any of its forms', async () => {
  const keys = keysWith()
  const odd = 'key+with/odd=signs&'
  await keys.set(ETH, SECRET)
  await keys.set({ id: 'odd', baseUrl: 'https://odd.example' }, odd)
  await keys.remove(ETH)
  const line = removeSecrets(
    `GET /x?apikey=${SECRET} failed, ${encodeURIComponent(odd)}, ${Buffer.from(SECRET).toString('base64')}`,
    keys.secrets(),
  )
  expect(line).toBe('GET /x?apikey=[key] failed, [key], [key]')
})
