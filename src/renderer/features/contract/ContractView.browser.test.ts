import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type {
  ContractCode,
  ContractItem,
  ReadReport,
  ReadResult,
  StorageReport,
  StoredVariable,
} from '#shared/rpc/contract/contracts.ts'
import { fail } from '#shared/errors/errors.ts'
import { mountInApp } from '#renderer/testing/mount-in-app.ts'
import { createScriptedCore } from '#renderer/testing/scripted-core.ts'
import { useLayouts } from '#renderer/stores/layouts.ts'
import ContractView from './ContractView.vue'

const PROXY = `0x${'a1'.repeat(20)}`
const VAULT = `0x${'b2'.repeat(20)}`
const item = (
  kind: ContractItem['kind'],
  name: string,
  rest: string,
  more: Partial<ContractItem> = {},
): ContractItem => ({
  kind,
  name,
  signature: `${kind} ${name}${rest}`,
  inputs: rest.startsWith('()') ? 0 : 1,
  selector: '0x01020304',
  origin: 'verified',
  from: 'Vault',
  isCertain: true,
  isView: kind === 'function',
  isInCode: kind === 'function' ? true : null,
  ...more,
})
const SOURCE = `// SPDX-License-Identifier: MIT
contract Vault {
    error TooMuch(uint256 wanted);
    function take(uint256 amount) external {
        revert TooMuch(amount);
    }
}`
const code = (more: Partial<ContractCode> = {}): ContractCode => ({
  address: VAULT,
  name: 'Vault',
  isVerified: true,
  isPartial: false,
  settings: [['compiler', 'v0.8.30']],
  verifiedAt: null,
  files: [
    { path: 'src/Vault.sol', text: SOURCE },
    { path: 'src/Lines.sol', text: 'line\n'.repeat(5_000) },
  ],
  omittedFiles: 0,
  items: [
    item('function', 'total', '() view returns (uint256)'),
    item('function', 'balanceOf', '(address owner) view returns (uint256)'),
    item('function', 'take', '(uint256 amount)', { isView: false, isInCode: false }),
    item('error', 'TooMuch', '(uint256 wanted)'),
  ],
  code: '0x6080',
  constructed: null,
  behind: [],
  ...more,
})

async function open(query: string, results: Readonly<Record<string, ReadResult>> = {}) {
  const core = createScriptedCore()
  core.handle('contract.about', ({ address }) =>
    address === PROXY
      ? code({ address, name: 'Proxy', files: [], items: [], behind: [{ address: VAULT, name: 'Vault' }] })
      : code(),
  )
  let newest = 76
  core.handle('contract.read', ({ calls, height }): ReadReport => ({
    outcome: 'read',
    node: { host: 'node.example', chainId: '1' },
    block: { height: height ?? (newest += 1), hash: '0x12' },
    results: calls.map(
      ({ signature }) => results[signature.split(/[ (]/)[1] ?? ''] ?? { outcome: 'no_data' },
    ),
  }))
  return mountInApp(ContractView, {
    core,
    props: { source: 'eth', hash: PROXY },
    route: `/s/eth/address/${PROXY}?tab=contract${query}`,
  })
}
const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name }))

test('the source of what a proxy runs is shown, its lines found, blocks folded, and only what is in view is drawn', async () => {
  const { wrapper } = await open('')
  const source = page.getByRole('region', { name: 'src/Vault.sol' })
  await expect.element(source).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Vault', exact: true, pressed: true })).toBeVisible()
  await expect.poll(() => wrapper.findAll('.line').length).toBe(7)
  await press('Block of line 4')
  await expect.poll(() => wrapper.findAll('.line').length).toBe(5)
  await userEvent.type(page.getByRole('searchbox', { name: 'Find in code' }), 'revert')
  await expect.poll(() => wrapper.find('.line.marked').text()).toContain('revert TooMuch(amount);')
  expect(wrapper.text()).toContain('1/1')
  await press('Lines.sol')
  await expect.poll(() => wrapper.findAll('.line').length).toBeGreaterThan(10)
  expect(wrapper.findAll('.line').length).toBeLessThan(200)
})

test('the ABI says what is not in the code, and leads to the line of each name', async () => {
  const { wrapper } = await open('&part=abi')
  await expect.poll(() => wrapper.text()).toContain('1 of its functions are not in the code here')
  await press('TooMuch')
  await expect.poll(() => wrapper.find('.line.marked').text()).toContain('error TooMuch(uint256 wanted);')
})

test('a link from a call leads to the line of what was called, until another part is chosen', async () => {
  const { wrapper, router } = await open(`&part=source&item=${encodeURIComponent('error TooMuch')}`)
  await expect.poll(() => wrapper.find('.line.marked').text()).toContain('error TooMuch(uint256 wanted);')
  await press(/^ABI/)
  await expect.poll(() => router.currentRoute.value.query).toEqual({ tab: 'contract', part: 'abi' })
})

test('functions without arguments are read at once, through the proxy, others when they are asked', async () => {
  const { core, wrapper } = await open('&part=read', {
    total: {
      outcome: 'values',
      values: [{ name: null, type: 'uint256', value: '4200' }],
      data: `0x${'0'.repeat(61)}1068`,
      bytes: 32,
    },
    balanceOf: {
      outcome: 'reverted',
      decoded: null,
      data: '0x',
      bytes: 0,
      serverMessage: 'execution reverted',
    },
  })
  await expect.poll(() => wrapper.text()).toContain('Only a node can say what a contract says')
  expect(core.inputsOf('contract.read')).toEqual([])
  await userEvent.type(page.getByRole('textbox', { name: 'URL of a node' }), 'http://node.example')
  await press('Ask this node')
  await expect.poll(() => wrapper.text()).toContain('4200')
  expect(wrapper.text()).toContain('Read at block 77 of node.example. Nothing is sent.')
  await press('Words')
  expect(wrapper.text()).toContain('0000 0000')

  await press(/^balanceOf/)
  await userEvent.type(page.getByRole('textbox', { name: 'owner' }), '0x4f1B0A5c98')
  await press('Call')
  await expect.poll(() => wrapper.text()).toContain('owner: An address has 40 digits, this one 10.')
  expect(core.inputsOf('contract.read')).toHaveLength(1)
  await userEvent.fill(page.getByRole('textbox', { name: 'owner' }), VAULT)
  await press('Call')
  await expect.poll(() => wrapper.text()).toContain('Reverted without saying why: “execution reverted”')
  expect(core.inputsOf('contract.read').at(-1)).toEqual({
    source: 'eth',
    address: PROXY,
    rpcUrl: 'http://node.example',
    calls: [{ signature: 'function balanceOf(address owner) view returns (uint256)', texts: [VAULT] }],
  })
})

const VALUE: ReadResult = {
  outcome: 'values',
  values: [{ name: null, type: 'uint256', value: '4200' }],
  data: `0x${'0'.repeat(61)}1068`,
  bytes: 32,
}
async function openRead() {
  const opened = await open('&part=read', { total: VALUE, balanceOf: VALUE })
  await userEvent.type(page.getByRole('textbox', { name: 'URL of a node' }), 'http://node.example')
  await press('Ask this node')
  await expect.poll(() => opened.wrapper.text()).toContain('4200')
  return opened
}

test('a block or sender that can’t be read is refused, and nothing else is asked instead', async () => {
  const { core, wrapper } = await openRead()
  const [block, sender] = [
    page.getByRole('textbox', { name: 'At block' }),
    page.getByRole('textbox', { name: 'as' }),
  ]
  await userEvent.fill(block, '1.5')
  await press('Read again')
  await expect.poll(() => wrapper.text()).toContain('At block: This is not a number.')
  // Results for another block are removed.
  expect(wrapper.text()).not.toContain('4200')
  await userEvent.fill(block, '23,456,789')
  await userEvent.fill(sender, '0x4f1B0A5c98')
  await press('Read again')
  await expect.poll(() => wrapper.text()).toContain('as: An address has 40 digits, this one 10.')
  await userEvent.fill(sender, 'nobody')
  await press('Read again')
  await expect.poll(() => wrapper.text()).toContain('as: An address is 0x and 40 hexadecimal digits.')
  expect(core.inputsOf('contract.read')).toHaveLength(1)
  await userEvent.fill(sender, VAULT)
  await press('Read again')
  await expect.poll(() => wrapper.text()).toContain('Read at block 23,456,789 of')
  expect(core.inputsOf('contract.read').at(-1)).toMatchObject({ height: 23_456_789, from: VAULT })
})

test('a name that can’t be looked up is told, and what one node said is not shown as another’s', async () => {
  const { core, wrapper } = await openRead()
  core.handle('details.read', () => fail({ code: 'offline', reason: 'connection_refused' }))
  await userEvent.fill(page.getByRole('textbox', { name: 'as' }), 'somebody.eth')
  await press('Read again')
  await expect.poll(() => wrapper.text()).toContain('as: An address is 0x and 40 hexadecimal digits.')
  await expect.element(page.getByRole('button', { name: 'Read again', exact: true })).toBeEnabled()

  await userEvent.fill(page.getByRole('textbox', { name: 'as' }), '')
  await press('Read again')
  await expect.poll(() => wrapper.text()).toContain('4200')
  core.handle('contract.read', () => fail({ code: 'offline', reason: 'connection_refused' }))
  await userEvent.fill(page.getByRole('textbox', { name: 'URL of a node' }), 'http://other.example')
  await press('Ask this node')
  await expect.poll(() => wrapper.text()).not.toContain('4200')
})

test('what was said at another block says so, and what was said of other arguments goes', async () => {
  const { core, wrapper } = await openRead()
  expect(wrapper.text()).not.toContain('Block 77')
  await press(/^balanceOf/)
  const owner = page.getByRole('textbox', { name: 'owner' })
  await userEvent.fill(owner, VAULT)
  await userEvent.fill(page.getByRole('searchbox', { name: 'Find a function' }), 'balance')
  await press('Call')
  await expect.poll(() => wrapper.text()).toContain('Read at block 78 of')
  expect(wrapper.find('.function .result').text()).not.toContain('Block')
  await userEvent.fill(owner, PROXY)
  await expect.poll(() => wrapper.findAll('.function .result')).toHaveLength(0)
  await press('Read again')
  await expect.poll(() => wrapper.text()).toContain('Read at block 79 of')
  expect(core.inputsOf('contract.read').at(-1)?.calls).toHaveLength(1)
  await userEvent.fill(owner, VAULT)
  await expect.poll(() => wrapper.find('.function .result').text()).toContain('Block 78')
})

test('a contract that can’t be read says why', async () => {
  const { core, wrapper } = await open(`&of=${PROXY}`)
  await expect.poll(() => wrapper.text()).toContain('No function is known of it.')
  core.handle('contract.about', () => fail({ code: 'not_found' }))
  const other = await mountInApp(ContractView, {
    core,
    props: { source: 'eth', hash: `0x${'c3'.repeat(20)}` },
    route: '/s/eth/address/x?tab=contract',
  })
  await expect.poll(() => other.wrapper.text()).toContain('The source knows no contract here.')
})

test('a proxy is shown itself where nothing is known of the code behind it', async () => {
  const core = createScriptedCore()
  const behind = [{ address: VAULT, name: null }]
  core.handle('contract.about', ({ address }) =>
    address === PROXY ? code({ address, files: [], behind }) : code({ name: null, files: [], items: [] }),
  )
  await mountInApp(ContractView, { core, props: { source: 'eth', hash: PROXY } })
  await expect.element(page.getByText('balanceOf')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'this proxy' }))
    .toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: /^0x/ }).click()
  await expect.element(page.getByText('balanceOf')).not.toBeInTheDocument()
})

test('storage stands by variable, its changes marked, and a key or slot is read at once', async () => {
  const { core, wrapper } = await open('&part=storage')
  const word = (last: string) => ({ word: `0x${last.padStart(64, '0')}` })
  const variable: Omit<StoredVariable, 'word' | 'value' | 'against'> = {
    ...{ path: 'paused', type: 'bool', slot: word('2').word, offset: 24, bytes: 1 },
    ...{ kind: 'value', isBeyond: false },
  }
  const bare: StoredVariable = {
    ...{ ...variable, ...word('1f4'), path: null, type: '', value: null, against: null },
    kind: 'word',
  }
  core.handle('contract.storage', ({ places, against }): StorageReport => ({
    outcome: 'read',
    node: { host: 'node.example', chainId: '1' },
    block: { height: 90, hash: '0x12' },
    againstBlock: against === undefined ? null : { height: against, hash: '0x13' },
    layoutOf: VAULT,
    facets: [],
    unreadFacets: 0,
    isOnlyNamespaces: false,
    isLayoutEmpty: false,
    variables: places
      ? []
      : [
          {
            ...{ ...variable, ...word('1'), value: 'true' },
            against: against === undefined ? null : { ...word('0'), value: 'false' },
          },
          bare,
        ],
    isCut: false,
    unknown: places ?? [],
    keys: { logs: 50, transactions: 12, transfers: null, watched: 1, isCut: true },
  }))
  await userEvent.fill(page.getByRole('textbox', { name: 'URL of a node' }), 'http://node.example')
  await press('Ask this node')
  await expect.poll(() => wrapper.findAll('tbody tr').length).toBe(2)
  expect(wrapper.text()).toMatch(
    /logs: 50, transactions: 12, token transfers: can’t be read.*\(1\).*Not every one/s,
  )
  expect(wrapper.text()).toMatch(/0x2 · 24\s*paused\s*bool\s*true/)
  expect(wrapper.findAll('tbody tr')[1]?.text()).toContain('500')
  await userEvent.fill(page.getByLabelText('against block'), '80')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => wrapper.find('tr.changed').text()).toContain('false')
  await userEvent.fill(page.getByRole('textbox', { name: 'Slot, variable or key' }), 'owner[')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => wrapper.text()).toContain('No slot or variable is called owner[.')
  expect(core.inputsOf('contract.storage').at(-1)).toEqual({
    ...{ source: 'eth', address: PROXY, rpcUrl: 'http://node.example', against: 80, places: ['owner['] },
  })
})

test.each(['read', 'storage'])('a node that may be of another chain is said to be so: %s', async (part) => {
  const node = { host: 'node.example', chainId: '1', isChainUnknown: true } as const
  const { core, wrapper } = await open(`&part=${part}`)
  core.handle('contract.read', ({ calls }): ReadReport => ({
    ...{ outcome: 'read', node, block: { height: 77, hash: '0x12' } },
    results: calls.map(() => ({ outcome: 'no_data' })),
  }))
  core.handle('contract.storage', () => storage([], { node }))
  await userEvent.fill(page.getByRole('textbox', { name: 'URL of a node' }), 'http://node.example')
  await press('Ask this node')
  await expect.poll(() => wrapper.text()).toContain('node.example may be of another chain')
})

/** Variables of two values each, at two blocks. */
const stored = (
  path: string,
  [value, before]: readonly [string, string],
  more: Partial<StoredVariable> = {},
) => ({
  ...{ path, type: 'string', slot: `0x${'0'.repeat(64)}`, offset: 0, bytes: 32, isBeyond: false, value },
  ...{ kind: 'text' as const, word: `0x${'1'.repeat(64)}` },
  against: { word: `0x${'1'.repeat(64)}`, value: before },
  ...more,
})
const storage = (variables: readonly StoredVariable[], more: object = {}): StorageReport => ({
  ...{ outcome: 'read', node: { host: 'node.example', chainId: '1' }, block: { height: 90, hash: '0x12' } },
  ...{
    againstBlock: { height: 80, hash: '0x13' },
    layoutOf: 'given',
    unreadFacets: 0,
    isOnlyNamespaces: false,
    isLayoutEmpty: false,
    isCut: false,
    keys: null,
    facets: [],
  },
  ...{ variables, unknown: [], ...more },
})
const pick = (wrapper: { find: (selector: string) => { element: Element } }, file: File) => {
  const input = wrapper.find('input[type=file]').element as HTMLInputElement
  const files = new DataTransfer()
  files.items.add(file)
  input.files = files.files
  input.dispatchEvent(new Event('change'))
}

test('storage of a diamond says whose layouts name it', async () => {
  const { core, wrapper } = await open('&part=storage')
  const facets = [
    { address: VAULT, name: 'Cut' },
    { address: PROXY, name: 'Loupe' },
  ]
  core.handle('contract.storage', () =>
    storage([], { layoutOf: VAULT, facets, unreadFacets: 2, isOnlyNamespaces: true }),
  )
  await userEvent.fill(page.getByRole('textbox', { name: 'URL of a node' }), 'http://node.example')
  await press('Ask this node')
  await expect.poll(() => wrapper.text()).toMatch(/facets Cut \(0x\w+…\w+\) and Loupe \(/)
  expect(wrapper.text()).toMatch(/Only its namespaces are known; .* not read: 2\./)
})

test('storage of more variables than are drawn says so, and what changed only behind its beginning is marked', async () => {
  const { core, wrapper } = await open('&part=storage')
  const many = Array.from({ length: 401 }, () => stored('same', ['a', 'a']))
  core.handle('contract.storage', () =>
    storage([
      stored('longer', ['a…', 'a…'], { against: { word: `0x${'2'.repeat(64)}`, value: 'a…' } }),
      stored('packed', ['1', '1'], { kind: 'value', against: { word: `0x${'2'.repeat(64)}`, value: '1' } }),
      stored('notes[2]', ['0', '0'], { isBeyond: true }),
      ...many,
    ]),
  )
  await userEvent.fill(page.getByRole('textbox', { name: 'URL of a node' }), 'http://node.example')
  await press('Ask this node')
  await expect.poll(() => wrapper.findAll('tbody tr').length).toBe(400)
  expect(wrapper.text()).toContain('There are more variables: type which one.')
  expect(wrapper.findAll('tr.changed').map((row) => row.find('td:nth-child(2)').text())).toEqual([
    'longer changed',
  ])
  expect(wrapper.findAll('tbody tr')[2]?.text()).toContain('behind the end of its array')
})

test('a layout of one’s own has its name and can be taken back, and one that is none is dropped and never asked with elsewhere', async () => {
  const { core, wrapper } = await open('&part=storage')
  core.handle('contract.storage', ({ layout }) =>
    layout === 'wrong'
      ? fail({ code: 'invalid_input', field: 'file', reason: 'file_without_layout' })
      : storage([], { isLayoutEmpty: layout !== undefined }),
  )
  const asked = () =>
    useLayouts()
      .readOfSource('eth')
      .map(({ name }) => name)
  await expect.element(page.getByRole('button', { name: 'Choose a layout' })).toBeVisible()
  pick(wrapper, new File(['wrong'], 'Bad.json'))
  await expect.poll(() => wrapper.text()).toContain('Bad.json')
  // Without a node nothing has read it yet.
  expect(asked()).toEqual([])
  await userEvent.fill(page.getByRole('textbox', { name: 'URL of a node' }), 'http://node.example')
  await press('Ask this node')
  await expect.poll(() => wrapper.text()).toContain('No storage layout can be read from this.')
  expect(wrapper.text()).not.toContain('Bad.json')
  await press('Ask this node')
  await expect.poll(() => wrapper.text()).toContain('Read at block')
  pick(wrapper, new File(['wrong'], 'Wrong.json'))
  await expect.poll(() => wrapper.text()).toContain('No storage layout can be read from this.')
  expect(wrapper.text()).not.toContain('Read at block')
  expect(wrapper.text()).not.toContain('Wrong.json')
  pick(wrapper, new File([' '.repeat(6 * 1024 * 1024)], 'Large.json'))
  await expect.poll(() => wrapper.text()).toContain('up to')
  expect(wrapper.text()).not.toContain('Large.json')
  pick(wrapper, new File(['{}'], 'Vault.json'))
  await expect.poll(() => wrapper.text()).toContain('This layout has no variables.')
  expect(wrapper.text()).toContain('Vault.json')
  expect(asked()).toEqual(['Vault.json'])
  await press('Remove Vault.json')
  await expect.poll(() => wrapper.text()).not.toContain('This layout has no variables.')
  expect(asked()).toEqual([])
  expect(core.inputsOf('contract.storage').at(-1)).not.toHaveProperty('layout')
})

test('what is typed finds among the variables that are here, and Enter reads it', async () => {
  const { core, wrapper } = await open('&part=storage')
  core.handle('contract.storage', ({ places }) =>
    storage(
      places
        ? [stored('lent[7]', ['5', '5'])]
        : [stored('owner', ['a', 'a']), stored('lent', ['b', 'b']), stored('pages[0]', ['c', 'd'])],
    ),
  )
  await userEvent.fill(page.getByRole('textbox', { name: 'URL of a node' }), 'http://node.example')
  await press('Ask this node')
  await expect.poll(() => wrapper.findAll('tbody tr').length).toBe(3)
  const field = page.getByRole('textbox', { name: 'Slot, variable or key' })
  await userEvent.fill(field, 'PAGES')
  await expect.poll(() => wrapper.findAll('tbody tr').map((row) => row.text())).toHaveLength(1)
  expect(wrapper.find('tbody tr').text()).toContain('pages[0]')
  await userEvent.fill(field, 'lent[7]')
  await expect
    .poll(() => wrapper.text())
    .toContain('Nothing here has “lent[7]”. Enter reads it from the node.')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => wrapper.findAll('tbody tr').map((row) => row.text())).toHaveLength(1)
  await userEvent.fill(field, '')
  await expect.poll(() => wrapper.findAll('tbody tr').length).toBe(3)
  expect(core.inputsOf('contract.storage')).toHaveLength(2)
})

test('what is typed never finds among variables of another block, layout or node', async () => {
  const { core, wrapper } = await open('&part=storage')
  core.handle('contract.storage', ({ places, layout }) =>
    storage(
      places
        ? layout === undefined
          ? []
          : [stored('lent[7]', ['5', '5'])]
        : [stored('owner', ['a', 'a']), stored('lent', ['b', 'b'])],
      { unknown: layout === undefined ? (places ?? []) : [] },
    ),
  )
  const rows = () => wrapper.findAll('tbody tr').length
  const field = page.getByRole('textbox', { name: 'Slot, variable or key' })
  const url = page.getByRole('textbox', { name: 'URL of a node' })
  const read = async (place: string, count: number) => {
    await userEvent.fill(field, place)
    const asked = core.inputsOf('contract.storage').length
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => core.inputsOf('contract.storage').length).toBe(asked + 1)
    await expect.poll(rows).toBe(count)
  }
  await userEvent.fill(url, 'http://node.example')
  await press('Ask this node')
  await expect.poll(rows).toBe(2)
  pick(wrapper, new File(['{}'], 'Vault.json'))
  await expect.poll(() => wrapper.text()).toContain('Vault.json')
  await read('lent[7]', 1)
  await press('Remove Vault.json')
  await expect.poll(() => wrapper.text()).toContain('No slot or variable is called lent[7].')
  await userEvent.fill(field, '')
  expect(rows()).toBe(0)
  expect(wrapper.text()).not.toContain('Nothing here has')
  await userEvent.fill(field, 'own')
  await expect.poll(() => wrapper.text()).toContain('Nothing here has “own”.')

  await read('', 2)
  await userEvent.fill(page.getByLabelText('At block'), '50')
  await read('owner', 0)
  await userEvent.fill(field, 'own')
  await expect.poll(() => wrapper.text()).toContain('Nothing here has “own”.')
  expect(rows()).toBe(0)

  await read('', 2)
  await userEvent.fill(field, 'owner')
  await userEvent.fill(url, 'http://other.example')
  await press('Ask this node')
  await expect.poll(rows).toBe(0)
  await userEvent.fill(field, 'own')
  await expect.poll(() => wrapper.text()).toContain('Nothing here has “own”.')
  expect(rows()).toBe(0)
})

test('an answer that comes when something else was asked is not taken for the answer to that', async () => {
  const { core, wrapper } = await open('&part=storage')
  const answers: ((report: StorageReport) => void)[] = []
  core.handle('contract.storage', () => new Promise<StorageReport>((resolve) => answers.push(resolve)))
  await userEvent.fill(page.getByRole('textbox', { name: 'URL of a node' }), 'http://node.example')
  await press('Ask this node')
  await expect.poll(() => answers.length).toBe(1)
  await userEvent.fill(page.getByRole('textbox', { name: 'Slot, variable or key' }), 'lent[7]')
  pick(wrapper, new File(['{}'], 'Vault.json'))
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(storage([], { unknown: ['lent[7]'] }))
  await expect.poll(() => wrapper.text()).toContain('No slot or variable is called lent[7].')
  answers[0]?.(storage([stored('owner', ['a', 'a'])]))
  await userEvent.fill(page.getByLabelText('against block'), '80')
  expect(wrapper.text()).toContain('No slot or variable is called lent[7].')
  expect(wrapper.text()).not.toContain('Nothing here has')
})
