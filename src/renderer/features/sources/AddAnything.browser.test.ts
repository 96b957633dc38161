import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail } from '#shared/errors/errors.ts'
import type { Findings, KnownNode, SourceCheck } from '#shared/rpc/contract/sources.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { instanceView } from '#renderer/testing/source-views.ts'
import { useAddAnything } from '#renderer/stores/add-anything.ts'
import { useToasts } from '#renderer/stores/toasts.ts'
import AddAnything from './AddAnything.vue'

const EXPLORER: SourceCheck = {
  ms: 41.6,
  limits: {},
  kind: 'instance',
  ownService: false,
  baseUrl: 'https://explorer.example',
  name: 'Example chain',
  chainId: '1',
  coin: { symbol: 'EXA', decimals: 18 },
  notes: [],
  suggestedAddresses: [],
  chains: [],
}
const NODE: KnownNode = {
  rpcUrl: 'http://127.0.0.1:9545',
  chainId: '31337',
  client: 'anvil/v1.7.1',
  block: '37',
  ms: 2,
}
const asking = { state: 'asking' } as const
const none = { state: 'none', error: { code: 'not_found', host: '127.0.0.1:9545' } } as const
const found = <T>(what: T) => ({ state: 'found', found: what }) as const

const field = () => page.getByRole('textbox', { name: 'Add anything' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const lines = () => [...document.querySelectorAll('[role=status]')].map((line) => line.textContent)
const dialogHeight = () => document.querySelector('[role=dialog]')!.getBoundingClientRect().height

afterEach(() => {
  vi.useRealTimers()
})

async function open(text = '') {
  const core = createScriptedCore()
  for (const call of ['sources.add', 'nodes.add'] as const) core.handle(call, () => instanceView('new'))
  core.handle('sources.use', () => null)
  core.handle('keys.set', () => ({ state: 'set', ends: 'cdef', kept: 'keyring' }) as const)
  const mounted = await mountInApp(AddAnything, { core, route: '/sources' })
  core.emit('sources.changed', { sources: [instanceView('eth')], accounts: [], current: 'eth' })
  useAddAnything().open(text)
  await expect.element(page.getByRole('dialog', { name: 'Add anything' })).toBeVisible()
  const tell = (findings: Partial<Findings>) => {
    core.emit('sources.findings', { explorer: none, node: none, pro: none, ...findings })
  }
  const asked = () => core.subscriptionsTo('sources.findings').map(({ text: typed }) => typed)
  return { ...mounted, tell, asked }
}

test('what is typed is asked after a pause, once it no longer changes, and the dialog keeps its height', async () => {
  const { tell, asked } = await open()
  await expect.element(field()).toHaveFocus()
  const height = dialogHeight()
  vi.useFakeTimers()
  const type = (value: string) => {
    const input = field().element() as HTMLInputElement
    input.value = value
    input.dispatchEvent(new Event('input'))
    return Promise.resolve()
  }
  await type('http://127.0.0.1:954')
  vi.advanceTimersByTime(200)
  await type(' http://127.0.0.1:9545 ')
  await vi.advanceTimersByTimeAsync(299)
  expect(asked()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked()).toEqual(['http://127.0.0.1:9545'])
  vi.useRealTimers()
  expect(lines()[0]).toContain('Asking whether it is an explorer…')
  expect(dialogHeight()).toBe(height)

  tell({ explorer: asking, node: found(NODE) })
  await expect.poll(() => lines()[1]).toContain('A node: anvil 1.7.1, chain 31337')
  expect(lines()[1]).toContain('It answers in 2 ms. Its newest block is 37.')
  expect(lines()[0]).toContain('Asking')
  expect(lines()[2]).toContain('Not Pro')
  expect(dialogHeight()).toBe(height)

  // A change of the text aborts the request: its findings are for the old text.
  await type('http://127.0.0.1:9546')
  await expect.poll(asked).toEqual([])
  await expect.element(button('Use now')).not.toBeInTheDocument()
})

test('Enter takes what was found, and goes to it; before anything is found it waits for it', async () => {
  const { core, router, tell, asked } = await open()
  await userEvent.fill(field(), 'explorer.example')
  await userEvent.keyboard('{Enter}')
  await expect.poll(asked).toEqual(['explorer.example'])
  tell({ explorer: found(EXPLORER) })
  await expect.poll(() => router.currentRoute.value.fullPath).toBe('/s/new')
  expect(core.inputsOf('sources.add')).toEqual([{ url: 'explorer.example', form: 'instance' }])
  expect(core.inputsOf('sources.use')).toEqual([{ id: 'new' }])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('Ctrl+Enter only adds, under the name that was typed', async () => {
  const { core, tell } = await open('127.0.0.1:9545')
  await expect.poll(() => core.subscriptionsTo('sources.findings')).toHaveLength(1)
  tell({ node: found(NODE) })
  await userEvent.fill(page.getByLabelText('Name'), 'Mine')
  await userEvent.click(field())
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => core.inputsOf('nodes.add')).toEqual([{ rpcUrl: '127.0.0.1:9545', name: 'Mine' }])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(core.inputsOf('sources.use')).toEqual([])
})

test('a source that is there already is used, not added again', async () => {
  const { core, tell } = await open('explorer.example')
  await expect.poll(() => core.subscriptionsTo('sources.findings')).toHaveLength(1)
  tell({ explorer: found({ ...EXPLORER, known: 'eth' }) })
  await userEvent.click(button('Use now'))
  await expect.poll(() => core.inputsOf('sources.use')).toEqual([{ id: 'eth' }])
  expect(core.inputsOf('sources.add')).toEqual([])
})

test('where a source was added and can’t be taken into use, a message says so: the dialog is closed by then', async () => {
  const { core, tell } = await open('explorer.example')
  await expect.poll(() => core.subscriptionsTo('sources.findings')).toHaveLength(1)
  core.handle('sources.use', () => fail({ code: 'not_found', host: 'explorer.example' }))
  tell({ explorer: found(EXPLORER) })
  await userEvent.click(button('Use now'))
  await expect.poll(() => useToasts().last?.message).toMatchObject({ code: 'not_found' })
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('a key is not shown; it goes to the core and is set there', async () => {
  const { core, tell } = await open()
  await userEvent.fill(field(), 'proapi_0123456789abcdef')
  await expect
    .poll(() => document.querySelector('[role=dialog] input')?.getAttribute('type'))
    .toBe('password')
  await expect.poll(() => core.subscriptionsTo('sources.findings')).toHaveLength(1)
  core.handle('sources.add', () => instanceView('pro:1'))
  const pro = {
    ...EXPLORER,
    kind: 'pro',
    baseUrl: 'https://api.blockscout.com',
    limits: { credits: 98_120 },
  } as const
  tell({ explorer: { state: 'unasked' }, node: { state: 'unasked' }, pro: found(pro) })
  await userEvent.click(button('Use now'))
  await expect.poll(() => core.inputsOf('keys.set')).toEqual([{ id: 'pro', key: 'proapi_0123456789abcdef' }])
  expect(core.inputsOf('sources.add')).toEqual([
    { url: 'https://api.blockscout.com', form: 'pro', unchecked: true, chainId: '1' },
  ])
  await expect.poll(() => core.inputsOf('sources.use')).toEqual([{ id: 'pro:1' }])
})

test.each([
  [
    { code: 'offline', reason: 'host_not_found', host: 'a.example' },
    /a\.example can’t be reached\. No host of this name.*how its name is written/,
  ],
  [
    { code: 'offline', reason: 'certificate_expired', host: 'a.example' },
    /certificate of the host has expired.*date of this computer/,
  ],
  [
    { code: 'bad_response', kind: 'html', host: 'a.example' },
    /A\.example returned a web page instead of data/,
  ],
  [{ code: 'unauthorized', hadKey: false, host: 'a.example' }, /A\.example asks for a key/],
  [{ code: 'forbidden', byWhom: 'network', host: 'a.example' }, /Access to a\.example is blocked/],
  [
    { code: 'server_error', status: 405, host: 'a.example' },
    /a\.example answers, but not as an explorer’s API/,
  ],
  [{ code: 'not_found', host: 'a.example' }, /a\.example answers, but not as an explorer’s API/],
  [
    { code: 'rate_limited', retryAfterMs: 1, hadKey: false, host: 'a.example' },
    /Too many requests to a\.example/,
  ],
  [
    { code: 'invalid_input', field: 'url', reason: { kind: 'other_api', host: 'a.example', chain: 'X' } },
    /a\.example/,
  ],
] as const)('%j names the host and the next step', async (error, says) => {
  const { core, tell } = await open('a.example')
  await expect.poll(() => core.subscriptionsTo('sources.findings')).toHaveLength(1)
  tell({ explorer: { state: 'none', error } })
  await expect.poll(() => lines()[0]).toMatch(says)
})

test('where nothing is found it is asked again, or added unasked with what was typed', async () => {
  const { core, router, tell } = await open('a.example')
  await expect.poll(() => core.subscriptionsTo('sources.findings')).toHaveLength(1)
  tell({})
  await userEvent.click(button('Try again'))
  await expect.poll(() => lines()[0]).toContain('Asking')
  tell({})
  await userEvent.click(button('Add without asking…'))
  await userEvent.fill(page.getByLabelText('Chain id'), '10')
  await userEvent.fill(page.getByLabelText('Coin'), 'OP')
  await userEvent.click(button('Add unasked'))
  await expect
    .poll(() => core.inputsOf('sources.add'))
    .toEqual([{ url: 'a.example', unchecked: true, chainId: '10', coin: { symbol: 'OP', decimals: 18 } }])
  await expect.poll(() => router.currentRoute.value.fullPath).toBe('/sources')
})

test('an explorer that wants a key is added, and its key asked for', async () => {
  const { router, tell, core } = await open('a.example')
  await expect.poll(() => core.subscriptionsTo('sources.findings')).toHaveLength(1)
  tell({ explorer: { state: 'none', error: { code: 'unauthorized', hadKey: false, host: 'a.example' } } })
  await userEvent.click(button('Add with a key'))
  await expect.poll(() => router.currentRoute.value.fullPath).toBe('/sources?key=new')
})

test('a hash is asked of the source in use and of no other', async () => {
  const hash = `0x${'ab'.repeat(32)}`
  const { core, router, asked } = await open()
  core.handle('details.read', () => fail({ code: 'not_found', host: 'eth.example' }))
  await userEvent.fill(field(), hash)
  await expect.poll(() => lines()).toHaveLength(1)
  await expect.poll(() => lines()[0]).toContain('knows no transaction of this hash')
  expect(core.inputsOf('details.read').map(({ source }) => source)).toEqual(['eth'])
  expect(asked()).toEqual([])
  await userEvent.click(button('Ask other sources…'))
  await expect.poll(() => router.currentRoute.value.fullPath).toBe(`/s/eth/tx/${hash}`)
})

test('an address is opened on the source in use by Enter', async () => {
  const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  const { router } = await open()
  await userEvent.fill(field(), address)
  await expect.element(button('Show on all chains')).toBeVisible()
  await userEvent.click(field())
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.currentRoute.value.fullPath).toBe(`/s/eth/address/${address}`)
})
