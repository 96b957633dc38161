import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import AddressView from './AddressView.vue'

const [HASH, CREATOR, CODE] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
]
const CREATION = `0x${'12'.repeat(32)}`

const CONSTRUCTOR = {
  name: 'constructor',
  signature: 'constructor(address owner)',
  selector: null,
  origin: 'verified',
  from: 'Vault',
  isCertain: true,
  arguments: [{ name: 'owner', type: 'address', value: CREATOR }],
} as const

async function open(detail: object, counters: object = {}) {
  const core = createScriptedCore()
  core.handle('recent.visit', () => null)
  core.handle('details.read', (input) => ({
    item: (input.detail === 'address' ? detail : counters) as never,
  }))
  return mountInApp(AddressView, {
    core,
    route: `/s/eth/address/${HASH}`,
    props: { source: 'eth', hash: HASH },
  })
}

async function chooseFields() {
  await userEvent.click(page.getByRole('button', { name: 'More actions' }))
  await userEvent.click(page.getByRole('menuitem', { name: 'Everything the source says' }))
}

test('a contract shows its creator, the transaction, its implementations and its code', async () => {
  const { router } = await open({
    hash: HASH,
    is_contract: true,
    is_verified: true,
    creator_address_hash: CREATOR,
    creation_transaction_hash: CREATION,
    implementations: [{ address_hash: CODE, name: 'Vault: version 2' }, { name: 'named only' }],
  })
  const fact = (name: string) =>
    page.getByRole('region', { name: 'Details' }).getByRole('term').filter({ hasText: name }).element()
      .nextElementSibling?.textContent
  const opener = page.getByRole('button', { name: /^Details, \d+ facts/ })
  await expect.element(page.getByText('Creator', { exact: true })).toBeInTheDocument()
  await userEvent.click(opener)
  const details = page.getByRole('region', { name: 'Details' })
  await expect.element(details).toHaveFocus()
  expect(fact('Creator')).toBe('0xbbbb…bbbb')
  expect(fact('Implementations')).toContain('Vault: version 2')
  expect(fact('Implementations')).toContain('named only')
  expect(fact('Code')).toBe('Source code verified')
  await userEvent.keyboard('{Escape}')
  await expect.element(details).not.toBeInTheDocument()
  expect(document.activeElement).toBe(opener.element())
  await userEvent.click(opener)
  await userEvent.click(page.getByRole('tabpanel'))
  await expect.element(details).not.toBeInTheDocument()
  await userEvent.click(opener)
  await userEvent.click(details.getByRole('link', { name: CREATION }))
  await expect.poll(() => router.currentRoute.value.path).toBe(`/s/eth/tx/${CREATION}`)
})

test('an account that delegates (EIP-7702) is no proxy: it says to which code', async () => {
  await open({
    hash: HASH,
    is_contract: true,
    proxy_type: 'eip7702',
    implementations: [{ address_hash: CODE, name: 'SmartAccount' }],
  })
  await expect.element(page.getByText('Delegated account', { exact: true })).toBeVisible()
  expect(page.getByText(/^Proxy/).elements()).toEqual([])
  await userEvent.click(page.getByRole('button', { name: /^Details, \d+ facts/ }))
  const term = page.getByRole('region', { name: 'Details' }).getByText('Delegates to', { exact: true })
  await expect.element(term).toBeVisible()
  expect(term.element().nextElementSibling?.textContent).toContain('SmartAccount')
})

test.each([
  ['its first authorization for it', [], {}, '2 Mar 2026'],
  ['not one of before another code', [['0x01', 'ok', '2026-01-01']], {}, '2 Mar 2026'],
  ['nothing where an earlier one is not known', [[CODE, null, '2026-01-01']], {}, undefined],
  ['nothing where earlier ones are missing', [], { notice: { status: 'partial', message: '' } }, undefined],
  ['nothing where one could not be read', [], { unread: [{}] }, undefined],
  ['nothing where newer ones are missing', [], { gap: { from: 1, to: 2 } }, undefined],
  ['nothing where they are of an earlier day', [], { kept: { readAt: 0 } }, undefined],
] as const)('an account that delegates says since when: %s', async (_, earlier, rest, since) => {
  const core = createScriptedCore()
  core.handle('recent.visit', () => null)
  const detail = { hash: HASH, is_contract: true, proxy_type: 'eip7702' }
  core.handle('details.read', (input) => ({
    item: (input.detail === 'address'
      ? { ...detail, implementations: [{ address_hash: CODE }], creator_address_hash: CREATOR }
      : { authorizations_count: 4 }) as never,
  }))
  const rows = [
    [CREATOR, 'invalid_nonce', '2026-05-02'],
    [CODE.toUpperCase().replace('X', 'x'), 'ok', '2026-04-02'],
    [CODE, 'ok', '2 Mar 2026'],
    ...earlier,
  ] as const
  const items = rows.map(([delegate, status, day]) => ({
    ...{ delegate: { hash: delegate }, status, timestamp: `${day}T10:00:00Z` },
  }))
  core.handle('lists.page', () => ({ items, unread: [], next: null, ...rest }) as never)
  await mountInApp(AddressView, {
    core,
    route: `/s/eth/address/${HASH}`,
    props: { source: 'eth', hash: HASH },
  })
  await expect.element(page.getByText('Creator', { exact: true })).toBeInTheDocument()
  const term = () => page.getByText('Delegates since', { exact: true }).elements()[0]
  if (since !== undefined) await expect.poll(term).toBeDefined()
  await expect
    .poll(() => core.inputsOf('lists.page').map(({ list }) => list))
    .toContain('address-authorizations')
  const said = term()?.nextElementSibling?.textContent
  expect(said).toEqual(since === undefined ? undefined : expect.stringContaining(since))
})

test('the rows stay where they are while the next address is read', async () => {
  const core = createScriptedCore()
  core.handle('recent.visit', () => null)
  const next = Promise.withResolvers<object>()
  core.handle('details.read', async ({ detail, params }) => {
    if (detail !== 'address') return { item: {} as never }
    const contract = { hash: HASH, is_contract: true, creator_address_hash: CREATOR }
    return { item: (params.address_hash === HASH ? contract : await next.promise) as never }
  })
  const { wrapper } = await mountInApp(AddressView, {
    core,
    route: `/s/eth/address/${HASH}`,
    props: { source: 'eth', hash: HASH },
  })
  const creator = page.getByText('Creator', { exact: true })
  await expect.element(creator).toBeInTheDocument()
  const tabsTop = () => page.getByRole('tablist').element().getBoundingClientRect().top
  const before = tabsTop()
  expect(before).toBe(84)
  await wrapper.setProps({ hash: CODE })
  await expect.element(creator).not.toBeInTheDocument()
  expect(tabsTop()).toBe(before)
  next.resolve({ hash: CODE, is_contract: false })
  await expect.element(page.getByText('EOA')).toBeInTheDocument()
  expect(tabsTop()).toBe(before)
})

test('all fields of an address: what the page has no place for as well', async () => {
  await open({ hash: HASH, is_contract: false, block_number_balance_updated_at: 2_436 })
  const button = page.getByRole('button', { name: 'More actions' })
  await chooseFields()
  const drawer = page.getByRole('complementary', { name: 'Address' })
  await expect.element(drawer.getByText('Block number balance updated at')).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Next row' })).not.toBeInTheDocument()
  await userEvent.click(drawer.getByRole('button', { name: 'Close' }))
  await expect.element(drawer).not.toBeInTheDocument()
  expect(document.activeElement).toBe(button.element())
  expect(page.getByText('Creator', { exact: true }).query()).toBeNull()
})

test('all fields of a contract begin with what it was created with', async () => {
  const { core } = await open({
    hash: HASH,
    is_contract: true,
    creation_transaction_hash: CREATION,
    block_number_balance_updated_at: 2_436,
  })
  const creation = { hash: CREATION, to: null, created_contract: { hash: HASH }, raw_input: '0x60806040' }
  const address = { hash: HASH, is_contract: true, creation_transaction_hash: CREATION }
  core.handle('details.read', ({ detail }) => ({
    item: (detail === 'transaction' ? creation : address) as never,
  }))
  core.handle('abi.decode', ({ items }) => ({ results: items.map(() => CONSTRUCTOR) }))
  expect(core.inputsOf('details.read').map(({ detail }) => detail)).not.toContain('transaction')
  await chooseFields()
  const taken = page.getByRole('region', { name: 'Constructor arguments' })
  await expect.element(taken.getByText('owner', { exact: true })).toBeVisible()
  await expect.element(taken.getByText('From the verified contract Vault')).toBeVisible()
  await expect.element(taken.getByRole('link', { name: /0xbbbb/ })).toBeVisible()
  expect(core.inputsOf('abi.decode')[0]).toMatchObject({
    items: [{ kind: 'call', to: null, created: HASH, input: '0x60806040' }],
  })
})

test('counts of a source that begins later say from which block on they count', async () => {
  await open(
    { hash: HASH, is_contract: false },
    { transactions_count: '1234', token_transfers_count: '2', counted_since_block: 21_000_000 },
  )
  await expect.element(page.getByText('1,234 since block 21,000,000')).toBeVisible()
  await expect.element(page.getByText('2 since block 21,000,000', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('tab', { name: /Transactions 1,234\+/ })).toBeVisible()
})

test('operations are offered of an account with code, not of one without and not of a token', async () => {
  const tab = page.getByRole('tab', { name: /^Operations/ })
  const shown = async (detail: { readonly is_contract: boolean; readonly [field: string]: unknown }) => {
    const { wrapper } = await open({ hash: HASH, creator_address_hash: CREATOR, ...detail })
    await expect.element(page.getByRole('tab', { name: 'Logs' })).toBeVisible()
    const known = page.getByText(detail.is_contract ? 'Creator' : 'EOA', { exact: true })
    await expect.element(known).toBeInTheDocument()
    const count = tab.elements().length
    wrapper.unmount()
    return count
  }
  expect(await shown({ is_contract: true, proxy_type: 'eip7702' })).toBe(1)
  expect(await shown({ is_contract: true })).toBe(1)
  expect(await shown({ is_contract: false })).toBe(0)
  expect(await shown({ is_contract: true, token: { address_hash: HASH } })).toBe(0)
})

test.each([
  ['an account that ended its delegation', { is_contract: false }, 2, true],
  ['an account that delegates', { is_contract: true, proxy_type: 'eip7702' }, 1, true],
  ['an account whose index has none', { is_contract: false }, 0, false],
  ['an account whose index is still reading them', { is_contract: false }, null, true],
  ['a source that does not count any', { is_contract: true, proxy_type: 'eip7702' }, undefined, false],
] as const)('authorizations of %s are offered: %o, %s, %o', async (_, detail, count, isOffered) => {
  await open({ hash: HASH, ...detail }, { authorizations_count: count, logs_count: 7 })
  await expect.element(page.getByRole('tab', { name: /^Logs\s*7/ })).toBeVisible()
  const tab = page.getByRole('tab', { name: /^Authorizations/ })
  await expect.poll(() => tab.elements().map((each) => each.textContent)).toHaveLength(isOffered ? 1 : 0)
})
