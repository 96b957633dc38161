/** Storage of a contract on a development chain: every value is what the node has in its slots. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { keccak256, stringToHex } from 'viem/utils'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createService } from '#service/http/server.ts'
import { followChain } from '#service/indexer/follow-chain.ts'
import { indexed } from '#service/indexer/testing/fixtures.ts'
import { writeFoundryOut } from '#service/indexer/testing/write-artifacts.ts'
import { callData, compiled, deployData } from '#service/indexer/testing/workload.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import { startCheckedChain, type CheckedChain } from '../check/testing/checked-chain.ts'

let chain: CheckedChain
let owner: Hex
let shelf: Hex
let twice: Hex
let spaced: Hex
let filled: number
let closed: Hex

beforeAll(async () => {
  chain = await startCheckedChain()
  ;[owner] = (await chain.anvil.request<Hex[]>('eth_accounts')) as [Hex]
  const send = (sent: object) => chain.anvil.send({ from: owner, gas: '0x4c4b40', ...sent })
  const { contractAddress } = await send({ data: deployData('Shelf') })
  shelf = String(contractAddress).toLowerCase() as Hex
  twice = String((await send({ data: deployData('Twice') })).contractAddress).toLowerCase() as Hex
  await send({ to: twice, data: callData('Twice', 'fill') })
  spaced = String((await send({ data: deployData('Spaced') })).contractAddress).toLowerCase() as Hex
  await send({ to: spaced, data: callData('Spaced', 'fill', [9n]) })
  await send({ to: shelf, data: callData('Shelf', 'fill', [owner, 20_785n]) })
  filled = Number(await chain.anvil.request<Hex>('eth_blockNumber'))
  closed = (await send({ to: shelf, data: callData('Shelf', 'close') })).transactionHash
  await send({ to: shelf, data: callData('Shelf', 'call', ['seen', 7n]) })
  await chain.ownService()
})
afterAll(() => chain.close())
afterEach(async () => {
  chain.beHonest()
  await forget()
})
const forget = () => chain.client.call('archive.forget', { source: chain.source })

const tell = (layout: unknown) => {
  chain.lieWith((path, body) =>
    path.toLowerCase() === `/smart-contracts/${shelf}` ? { name: 'Shelf', storage_layout: layout } : body,
  )
}
/** A layout of variables in slots from 500 on, and their words on the chain. */
async function given(types: object, words: readonly (readonly [type: string, word: bigint])[]) {
  for (const [at, [, word]] of words.entries())
    await chain.anvil.request('anvil_setStorageAt', [shelf, hexOf(BigInt(500 + at)), hexOf(word)])
  return JSON.stringify({
    storage: words.map(([type], at) => ({
      label: `v${String(at)}`,
      type,
      slot: String(500 + at),
      offset: 0,
    })),
    types,
  })
}
const hexOf = (word: bigint): Hex => `0x${word.toString(16).padStart(64, '0')}`
const STRING = { label: 'string', encoding: 'bytes', numberOfBytes: '32' }
const UINT = { label: 'uint256', encoding: 'inplace', numberOfBytes: '32' }
/** Of one mapping. */
const OF_ADDRESSES = JSON.stringify({
  storage: [{ label: 'of', type: 'm', slot: '600', offset: 0 }],
  types: {
    m: { label: 'mapping(address => uint256)', encoding: 'mapping', key: 'a', value: 'u' },
    a: { label: 'address', encoding: 'inplace', numberOfBytes: '20' },
    u: UINT,
  },
})

async function readStorage(more: Partial<CallInput<'contract.storage'>> = {}) {
  const asked = { source: chain.source, address: shelf, rpcUrl: chain.node.url, ...more }
  const result = await chain.client.call('contract.storage', asked)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  if (result.data.outcome !== 'read') throw new Error(JSON.stringify(result.data))
  return result.data
}
type Report = Awaited<ReturnType<typeof readStorage>>
const valuesOf = ({ variables }: Report) =>
  Object.fromEntries(variables.map(({ path, value }) => [path, value]))
const slotAt = (slot: string, height?: number) =>
  chain.anvil.request<Hex>('eth_getStorageAt', [
    shelf,
    slot,
    height === undefined ? 'latest' : `0x${height.toString(16)}`,
  ])

test('an explorer, which serves no layouts, is not asked for those of a transaction', async () => {
  const asked: string[] = []
  chain.lieWith((path, body) => {
    asked.push(path)
    return body
  })
  const changes = await chain.client.call('contract.storageChanges', {
    ...{ source: chain.source, hash: closed, rpcUrl: chain.node.url },
  })
  expect(changes).toMatchObject({ ok: true, data: { contracts: [{ address: shelf, layoutOf: null }] } })
  expect(asked).toEqual([])
})

/** A thousand members at each of many levels, and nothing in the last. */
const EMPTY = {
  ...Object.fromEntries(
    ['x', 'x1', 'x2', 'x3'].map((id, at, all) => [
      id,
      {
        label: 'struct',
        numberOfBytes: '32',
        members: Array.from({ length: 1_000 }, () => ({
          label: 'm',
          type: all[at + 1] ?? 'none',
          slot: '0',
        })),
      },
    ]),
  ),
  none: { label: 'uint8[0]', base: 'x', numberOfBytes: '1' },
}

describe('storage', () => {
  test('has each variable of the verified layout, packed, nested and long, and the words that the node has', async () => {
    tell(compiled('Shelf').storageLayout)
    const report = await readStorage({ height: filled })
    expect(report).toMatchObject({ layoutOf: shelf, block: { height: filled }, isCut: false, unknown: [] })
    expect(valuesOf(report)).toMatchObject({
      ...{ owner, since: '1790000000', state: '1', debt: '-5' },
      ...{ 'book.writer': owner, 'book.pair.left': '7', 'book.pair.right': '-3', 'book.pair.set': 'true' },
      ...{ 'book.title': 'A short title', 'pages[0]': '3', 'pages[1]': '0', 'pages[17]': '9' },
      ...{
        'pairs[0].set': 'false',
        'pairs[1].left': String(2n ** 127n),
        'pairs[1].right': String(2n ** 62n),
      },
      ...{ notes: '2', lent: null, byName: null, mark: '0x12345678' },
      long: 'A title that is longer than the thirty-one bytes that fit into one slot',
    })
    for (const { slot, word } of report.variables) expect(word, slot).toBe(await slotAt(slot, filled))
  })

  test('is by the layout that the artifacts of the project have', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chainglass-storage-'))
    writeFoundryOut(folder, ['Shelf'])
    const project = await followChain({
      ...{ rpcUrl: chain.anvil.url, dataDir: join(folder, 'index'), abiDir: folder },
    })
    await indexed(project, chain.anvil.url)
    const service = await createService({ reader: project.reader, dialect: 'v12' })
    try {
      const added = await chain.client.call('sources.add', { url: service.url, chainId: '31337' })
      if (!added.ok) throw new Error(JSON.stringify(added.error))
      const report = await readStorage({ source: added.data.id })
      expect(report.layoutOf).toBe(shelf)
      expect(valuesOf(report)).toMatchObject({ owner, debt: '-6' })
    } finally {
      await service.close()
      await project.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('at keys and numbers that are typed is what the contract’s own functions return', async () => {
    tell(compiled('Shelf').storageLayout)
    const places = [
      `lent[${owner}][20785].left`,
      `lent[${owner}][20785]`,
      'notes[1]',
      'byName["quorum"]',
      'byName[quorum]',
    ]
    const report = await readStorage({ places: [...places, 'lent[5]', 'nothing', 'pages[20]', '2'] })
    expect(report.unknown).toEqual(['lent[5]', 'nothing', 'pages[20]'])
    expect(valuesOf(report)).toMatchObject({
      [`lent[${owner}][20785].left`]: '1',
      [`lent[${owner}][20785].right`]: '-1',
      [`lent[${owner}][20785].set`]: 'true',
      ...{ 'notes[1]': '12', 'byName["quorum"]': '500', 'byName[quorum]': '500' },
    })
    expect(report.variables.at(-1)).toMatchObject({ path: null, kind: 'word', word: await slotAt('0x2') })
  })

  test('of mappings is at keys that rows of the contract have together, and at watched addresses', async () => {
    tell(compiled('Shelf').storageLayout)
    const report = await readStorage({ height: filled })
    expect(report.keys).toEqual({ logs: 0, transactions: 4, transfers: 0, watched: 0, isCut: false })
    const inMappings = (one: Report) =>
      one.variables.flatMap(({ path, value }) => (/\[(?:0x|")/.test(path ?? '') ? [[path, value]] : []))
    const lent = ['left', 'right', 'set'].map((name, at) => [
      `lent[${owner}][20785].${name}`,
      ['1', '-1', 'true'][at],
    ])
    expect(inMappings(report)).toEqual(lent)
    const paths = report.variables.map(({ path }) => path)
    expect(paths.indexOf(`lent[${owner}][20785].left`)).toBe(paths.indexOf('lent') + 1)
    // By its name alone, one mapping is read, and at another block it had another key.
    expect(inMappings(await readStorage({ places: ['byName'] }))).toEqual([['byName["seen"]', '7']])
    expect(inMappings(await readStorage({ against: filled, places: ['byName'] }))).toEqual([
      ['byName["seen"]', '7'],
    ])
    const other = `0x${'d1'.repeat(20)}`
    const slot = keccak256(`0x${other.slice(2).padStart(64, '0')}${hexOf(600n).slice(2)}`)
    await chain.anvil.request('anvil_setStorageAt', [shelf, slot, hexOf(9n)])
    expect(inMappings(await readStorage({ layout: OF_ADDRESSES }))).toEqual([])
    await chain.client.call('watchlist.save', { address: other, label: 'Bo', chainId: null })
    const watched = await readStorage({ layout: OF_ADDRESSES })
    expect(inMappings(watched)).toEqual([[`of[${other}]`, '9']])
    expect(watched.keys).toMatchObject({ transactions: 4, watched: 1, isCut: false })
    // Many watched addresses leave room for the rows of the contract.
    const ids: number[] = []
    for (let at = 0; at < 40; at += 1) {
      const address = `0x${String(at).padStart(40, 'd')}`
      const saved = await chain.client.call('watchlist.save', { address, label: '', chainId: null })
      if (saved.ok) ids.push(saved.data.id)
    }
    expect(inMappings(await readStorage({ height: filled }))).toEqual(lent)
    const { keys } = await readStorage({ layout: OF_ADDRESSES })
    expect(keys).toMatchObject({ watched: 40, isCut: true })
    await chain.client.call('watchlist.remove', { ids })
  })

  const rowsIn = (path: string) => /\/(logs|transactions|token-transfers)(?:\?|$)/.exec(path)?.[1]

  test('of mappings says which rows could not be read, and where keys of a row were not tried', async () => {
    const { items, ...rest } = await chain.ask<{ items: readonly object[] }>(
      `/addresses/${shelf}/transactions`,
    )
    const keysWith = (address: string, count: number) => {
      const words = Array.from({ length: count }, (_, at) => hexOf(BigInt(5_000 + at)).slice(2)).join('')
      chain.lieWith((path, body) => {
        if (rowsIn(path) === 'transactions')
          return { ...rest, items: [{ ...items[0], raw_input: `0x12345678${words}` }] }
        return rowsIn(path) === 'logs' ? 'not what was asked' : body
      })
      return readStorage({ address, layout: OF_ADDRESSES }).then(({ keys }) => keys)
    }
    const told = { logs: null, transactions: 1, transfers: 0 }
    expect(await keysWith(`0x${'e1'.repeat(20)}`, 16)).toMatchObject({ ...told, isCut: false })
    expect(await keysWith(`0x${'e2'.repeat(20)}`, 17)).toMatchObject({ ...told, isCut: true })
  })

  test('asks the source for the rows of a contract once, and not before there is a node', async () => {
    const asked: string[] = []
    chain.lieWith((path, body) => {
      if (rowsIn(path) !== undefined) asked.push(path)
      return body
    })
    const { url } = chain.node
    const request = { source: chain.source, address: chain.at.Items, layout: OF_ADDRESSES }
    const read = (rpcUrl?: string) => chain.client.call('contract.storage', { ...request, rpcUrl })
    expect(await read()).toMatchObject({ ok: false, error: { reason: 'no_node' } })
    expect(await read('http://127.0.0.1:9')).toMatchObject({ data: { outcome: 'refused' } })
    expect(asked).toEqual([])
    for (let time = 0; time < 2; time += 1)
      expect(await read(url)).toMatchObject({ data: { outcome: 'read' } })
    expect(asked.map(rowsIn).toSorted()).toEqual(['logs', 'token-transfers', 'transactions'])
  })

  test('of mappings is bounded, whatever their layout and rows are', async () => {
    const names = Array.from({ length: 900 }, (_, at) => at)
    const types = {
      m: { label: 'mapping', encoding: 'mapping', key: 'k', value: 'm' },
      n: { label: 'mapping', encoding: 'mapping', key: 'k', value: 's' },
      k: { label: 'uint256', encoding: 'inplace', numberOfBytes: '32' },
      s: { ...UINT, members: names.map((at) => ({ label: `m${String(at)}`, type: 'k', slot: String(at) })) },
    }
    const storage = names.map((at) => ({
      label: `v${String(at)}`,
      ...{ type: at % 2 === 0 ? 'm' : 'n', slot: String(700 + at), offset: 0 },
    }))
    let slots = 0
    chain.node.answer((method, _params, forward) => {
      if (method === 'eth_getStorageAt') slots += 1
      return forward()
    })
    // Of many, most of which lead to themselves, and of one whose values are large.
    for (const variables of [storage, storage.slice(1, 2)]) {
      slots = 0
      const report = await readStorage({ layout: JSON.stringify({ storage: variables, types }) })
      expect(report.keys?.isCut).toBe(true)
      expect(slots).toBeLessThanOrEqual(variables.length + 3 + 400)
    }
  })

  describe('of a namespace (ERC-7201)', () => {
    const source = readFileSync('src/service/indexer/testing/contracts/namespaces.sol', 'utf8')
    const ofSource = async (text: string, more: object = {}) => {
      await forget()
      chain.lieWith((path, body) =>
        path.toLowerCase() === `/smart-contracts/${spaced}`
          ? { name: 'Spaced', source_code: text, file_path: 'namespaces.sol', ...more }
          : body,
      )
      return readStorage({ address: spaced })
    }

    test('is by its struct in the verified source, at the slot that its name gives', async () => {
      const report = await ofSource(source, { storage_layout: compiled('Spaced').storageLayout })
      expect(report.layoutOf).toBe(spaced)
      const values = valuesOf(report)
      const inside = Object.fromEntries(
        Object.entries({
          ...{ paused: 'true', mood: '1', points: '0x00000000000000000000004d', gate: spaced },
          ...{ [`lent[${owner}][9].left`]: '5', [`lent[${owner}][9].right`]: '-6', lent: null, pairs: '1' },
          ...{ 'pages[16]': '0', 'pages[17]': '9', title: 'Spaced', owner, mark: '0x12345678' },
        }).map(([name, value]) => [`SpacedStorage.${name}`, value]),
      )
      expect(values).toMatchObject(inside)
      expect(Object.keys(values)).not.toContain('Fake.x')
      const [first] = report.variables
      const space = { to: spaced, data: callData('Spaced', 'SPACE') }
      expect(first?.slot).toBe(await chain.anvil.request('eth_call', [space, 'latest']))
      const typed = await readStorage({ address: spaced, places: ['SpacedStorage.pairs[0].right'] })
      expect(typed.variables[0]?.value).toBe('2')
    })

    test.each<readonly [string, string]>([
      [
        'whose struct has a member of unknown size',
        source.replace('Points points', 'Elsewhere.Points points'),
      ],
      ['whose structs lead to themselves', source.replace('Pair[] pairs', 'SpacedStorage self; No no')],
      ['with an array of unknown length', source.replace('uint16[20]', 'uint16[LENGTH]')],
    ])('%s is one word', async (_, text) => {
      const { variables } = await ofSource(text.replace('type Points is uint96;', ''))
      const named = variables.filter(({ path }) => path !== null)
      expect(named.map(({ path, kind }) => [path, kind])).toEqual([['SpacedStorage', 'word']])
    })

    test('of another standard, behind other code, of too long a name, or in another language is none', async () => {
      for (const [text, more] of [
        [source.replace('erc7201:', 'erc9999:')],
        [source.replace('struct Sp', 'uint x; struct Sp')],
        [source.replace('chainglass.spaced', 'a'.repeat(201))],
        [source, { file_path: 'namespaces.vy' }],
      ] as const)
        expect((await ofSource(text, more)).layoutOf).toBeNull()
    })

    test('without a layout of the compiler stands before the first words, and says that there may be more', async () => {
      const alone = await ofSource(source)
      expect(alone.isOnlyNamespaces).toBe(true)
      const words = alone.variables.filter(({ path }) => path === null)
      expect(words.map(({ slot }) => Number(slot))).toEqual(Array.from({ length: 10 }, (_, slot) => slot))
      const whole = await ofSource(source, { storage_layout: compiled('Spaced').storageLayout })
      expect(whole.isOnlyNamespaces).toBe(false)
      expect(whole.variables.filter(({ path }) => path === null)).toEqual([])
      const typed = await readStorage({ address: spaced, places: ['SpacedStorage.mood'] })
      expect(typed.variables).toHaveLength(1)
    })

    test.each(['a.b', '0x1234'])('is at the slot of %s, beside the end of its comment', async (name) => {
      const { variables } = await ofSource(
        `/** @custom:storage-location erc7201:${name}*/ struct S { uint x; }`,
      )
      const inner = BigInt(keccak256(stringToHex(name))) - 1n
      const slot = BigInt(keccak256(hexOf(inner))) & ~0xffn
      expect(variables[0]).toMatchObject({ path: 'S.x', slot: hexOf(slot) })
    })

    test.each(['"', "'"])('is read past a megabyte of texts in %s that do not end', async (quote) => {
      const text = `${source}\nstring constant S = ${`\\${quote}`.repeat(500_000)}`
      expect((await ofSource(text)).layoutOf).toBe(spaced)
    })
  })

  test('of a diamond is by the layouts of its facets, each under its name', async () => {
    const layouts = { [shelf]: 'Shelf', [twice]: 'Twice', [spaced]: 'Shelf' }
    const diamond = `0x${'d2'.repeat(20)}`
    chain.lieWith((path, body) => {
      const [, address = ''] = /^\/smart-contracts\/(0x\w+)/.exec(path.toLowerCase()) ?? []
      const name = layouts[address as Hex]
      if (name !== undefined) return { name, storage_layout: compiled(name).storageLayout }
      if (address !== diamond) return body
      return {
        name: 'Diamond',
        implementations: Object.keys(layouts).map((hash) => ({ address_hash: hash })),
      }
    })
    const report = await readStorage({ address: diamond, places: ['Shelf.owner', 'Twice.byDay[-3]'] })
    expect(report).toMatchObject({
      ...{ unknown: [], layoutOf: shelf },
      facets: [
        { address: shelf, name: 'Shelf' },
        { address: twice, name: 'Twice' },
      ],
    })
    expect(report.variables.map(({ path, slot }) => [path, slot])).toEqual([
      ['Shelf.owner', hexOf(0n)],
      ['Twice.byDay[-3]', expect.stringMatching(/^0x/)],
    ])
    const all = await readStorage({ address: diamond })
    expect(all.variables.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['Shelf.book.pair.left', 'Shelf.lent', 'Twice._name', 'Twice.byTag']),
    )
  })

  test('of a diamond says how many facets were not read: they are too many, or the source fails', async () => {
    const diamond = `0x${'d3'.repeat(20)}`
    const facets = [shelf, ...Array.from({ length: 13 }, (_, at) => `0x${String(10 + at).repeat(20)}`)]
    const fails = facets[1]
    chain.lieWith((path, body) => {
      const [, address = ''] = /^\/smart-contracts\/(0x\w+)/.exec(path.toLowerCase()) ?? []
      if (address === shelf) return { name: 'Shelf', storage_layout: compiled('Shelf').storageLayout }
      if (address === fails) return 'not what was asked'
      if (address !== diamond) return body
      return { name: 'Diamond', implementations: facets.map((hash) => ({ address_hash: hash })) }
    })
    expect(await readStorage({ address: diamond })).toMatchObject({ layoutOf: shelf, unreadFacets: 5 })
    chain.beHonest()
    expect(await readStorage()).toMatchObject({ unreadFacets: 0 })
  })

  test('reads what the source says of the contract once, and anew when that is older than a minute', async () => {
    let asked = 0
    chain.lieWith((path, body) => {
      if (path.toLowerCase() !== `/smart-contracts/${shelf}`) return body
      asked += 1
      return { name: 'Shelf', storage_layout: asked > 1 ? null : compiled('Shelf').storageLayout }
    })
    for (const places of [undefined, ['owner'], ['notes[0]']])
      expect(await readStorage({ ...(places && { places }) })).toMatchObject({ layoutOf: shelf })
    expect(asked).toBe(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    expect(await readStorage()).toMatchObject({ layoutOf: null })
    expect(asked).toBe(2)
  })

  test('of a proxy is by the code that runs now, also where it was read a moment ago', async () => {
    const proxy = `0x${'9b'.repeat(20)}`
    let runs: string = shelf
    chain.lieWith((path, body) => {
      const [, address = ''] = /^\/smart-contracts\/(0x\w+)/.exec(path.toLowerCase()) ?? []
      if (address === proxy) return { name: 'Proxy', implementations: [{ address_hash: runs }] }
      const isCode = address === shelf || address === upgraded
      return isCode ? { name: 'Code', storage_layout: compiled('Shelf').storageLayout } : body
    })
    const upgraded = `0x${'9c'.repeat(20)}`
    expect(await readStorage({ address: proxy })).toMatchObject({ layoutOf: shelf })
    runs = upgraded
    expect(await readStorage({ address: proxy })).toMatchObject({ layoutOf: upgraded })
  })

  test('of one block stands against that of another', async () => {
    tell(compiled('Shelf').storageLayout)
    const { variables, againstBlock } = await readStorage({ against: filled })
    expect(againstBlock?.height).toBe(filled)
    const changed = variables.filter(({ value, against }) => value !== against?.value)
    expect(changed.map(({ path, value, against }) => [path, against?.value, value])).toEqual([
      ['since', '1790000000', '1790000001'],
      ['debt', '-5', '-6'],
      ['byName["seen"]', '0', '7'],
    ])
  })

  test('without a layout is its first words, and a layout of the person’s own names them', async () => {
    const bare = await readStorage()
    expect(bare.layoutOf).toBeNull()
    expect(bare.variables.map(({ slot, kind }) => [Number(slot), kind])).toEqual(
      Array.from({ length: 10 }, (_, slot) => [slot, 'word']),
    )
    const layout = JSON.stringify({ abi: [], storageLayout: compiled('Shelf').storageLayout })
    const given = await readStorage({ layout })
    expect(given.layoutOf).toBe('given')
    expect(valuesOf(given)).toMatchObject({ owner, debt: '-6' })
    for (const wrong of ['{', '[]', '{"storage":5}', 'null'])
      expect(
        await chain.client.call('contract.storage', {
          source: chain.source,
          address: shelf,
          rpcUrl: chain.node.url,
          layout: wrong,
        }),
      ).toMatchObject({ ok: false, error: { reason: 'file_without_layout' } })
  })

  test.each<readonly [string, unknown]>([
    [
      'whose types lead to themselves',
      {
        x: {
          label: 'x',
          encoding: 'inplace',
          numberOfBytes: '32',
          members: [
            { label: 'x', type: 'x', slot: '0', offset: 0 },
            { label: 'y', type: 'x', slot: '1', offset: 0 },
          ],
        },
      },
    ],
    [
      'with an array without end',
      { x: { label: 'u[99999999999999999999]', encoding: 'inplace', base: 'x', numberOfBytes: '1' } },
    ],
    ['with no types', null],
    [
      'with a value beyond its word',
      { x: { label: 'uint256', encoding: 'inplace', numberOfBytes: '99999999999' } },
    ],
    ['with a wrong offset', { x: { label: 'uint8', encoding: 'inplace', numberOfBytes: '1' } }],
    ['with a text that is none', { x: { label: 'string', encoding: 'bytes', numberOfBytes: '32' } }],
    ['whose members hold nothing', EMPTY],
  ])('of a layout %s is bounded, and its words are the node’s', async (_, types) => {
    tell({ storage: [{ label: 'a\u202eb', type: 'x', slot: '0', offset: 77 }, { label: 5 }, 7, null], types })
    const { variables } = await readStorage()
    expect(variables.length).toBeLessThanOrEqual(1_003)
    if (types !== EMPTY) expect(variables[0]?.path).toContain('a\ufffdb')
    for (const { slot, word } of variables.slice(0, 3)) expect(word).toBe(await slotAt(slot))
  })

  test('of a proxy is by the layout of what it runs, and a layout without variables says so', async () => {
    const proxy = {
      ...{ name: 'ERC1967Proxy', storage_layout: { storage: [], types: null } },
      implementations: [{ address_hash: twice }],
    }
    chain.lieWith((path, body) => {
      if (path.toLowerCase() === `/smart-contracts/${shelf}`) return proxy
      if (path.toLowerCase() !== `/smart-contracts/${twice}`) return body
      return { name: 'Shelf', storage_layout: compiled('Shelf').storageLayout }
    })
    const report = await readStorage()
    expect(report).toMatchObject({ layoutOf: twice, isLayoutEmpty: false })
    expect(valuesOf(report)).toMatchObject({ owner })
    tell({ storage: [], types: null })
    await forget()
    expect(await readStorage()).toMatchObject({ layoutOf: shelf, isLayoutEmpty: true, variables: [] })
  })

  test('says where it is not whole', async () => {
    const long = `struct ${'x'.repeat(90)}`
    const types = {
      ...{
        x: UINT,
        y: { ...UINT, label: 'uint256[100]', base: 'x' },
        z: { ...UINT, label: 'uint256[101]', base: 'x' },
      },
      s: {
        ...UINT,
        members: Array.from({ length: 1_001 }, (_, at) => ({
          label: `m${String(at)}`,
          type: 'x',
          slot: String(at),
        })),
      },
      n: { ...UINT, label: `${long}[7]`, base: 'x' },
    }
    const whole = await readStorage({ layout: await given(types, [['y', 0n]]) })
    expect([whole.variables.length, whole.isCut]).toEqual([100, false])
    const array = await readStorage({ layout: await given(types, [['z', 0n]]) })
    expect([array.variables.length, array.isCut]).toEqual([100, true])
    const struct = await readStorage({ layout: await given(types, [['s', 0n]]), places: ['v0'] })
    expect([struct.variables.length, struct.isCut]).toEqual([1_000, true])
    const named = await readStorage({ layout: await given(types, [['n', 0n]]) })
    expect([named.variables.length, named.isCut]).toEqual([7, false])
  })

  test('has of a long text its beginning and its length, and of one that was not read no text', async () => {
    const types = { s: STRING, b: { ...STRING, label: 'bytes' } }
    const report = await readStorage({
      layout: await given(types, [
        ['s', 10_001n],
        ['b', 10_001n],
      ]),
    })
    expect(report.variables.map(({ value }) => value)).toEqual([
      '\ufffd… (5000 bytes)',
      `0x${'00'.repeat(1_024)}… (5000 bytes)`,
    ])
    const many = await readStorage({
      layout: await given(
        types,
        Array.from({ length: 70 }, () => ['s', 2_049n]),
      ),
    })
    const values = many.variables.map(({ value }) => value)
    expect(values[61]).toBe('\ufffd')
    expect(values[62]).toBe('\ufffd… (1024 bytes)')
    expect(values.slice(63)).toEqual(Array.from({ length: 7 }, () => null))
  })

  test('of two variables of one name has both, and keys may be of a type of its own', async () => {
    const layout = JSON.stringify(compiled('Twice').storageLayout)
    const places = [
      '_name',
      '__gap[2]',
      'byDay[-3]',
      'byTag[0x12345678]',
      String(2n ** 256n - 1n),
      String(2n ** 256n),
    ]
    const report = await readStorage({ address: twice, layout, places })
    expect(report.variables.map(({ path, value }) => [path, value])).toEqual([
      ...[
        ['_name', 'first'],
        ['_name', 'second'],
        ['__gap[2]', '0'],
      ],
      ...[
        ['byDay[-3]', '33'],
        ['byTag[0x12345678]', '44'],
        [null, null],
      ],
    ])
    expect(report.unknown).toEqual([String(2n ** 256n)])
  })

  test('of an element behind the end of its array says so', async () => {
    tell(compiled('Shelf').storageLayout)
    const { variables } = await readStorage({ places: ['notes[1]', 'notes[2]'] })
    expect(variables.map(({ isBeyond }) => isBeyond)).toEqual([false, true])
  })

  test('is what the node says, where the source fails', async () => {
    const address = chain.at.Items
    chain.lieWith((path, body) => (path.startsWith('/smart-contracts/') ? 'not what was asked' : body))
    expect(await readStorage({ address })).toMatchObject({ layoutOf: null, isLayoutEmpty: false })
    let asked = 0
    chain.lieWith((path, body) => {
      if (path.startsWith('/smart-contracts/')) asked += 1
      return body
    })
    await readStorage({ address, places: ['0x2', '3'] })
    expect(asked).toBe(0)
  })

  test.each(['no word', '0x', ['0x12'], { toString: 1 }, 18, `0x${'0'.repeat(65)}`])(
    'of a node that gives %j in place of a word is refused',
    async (word) => {
      chain.node.answer((method, _params, forward) => (method === 'eth_getStorageAt' ? word : forward()))
      const asked = { source: chain.source, address: shelf, rpcUrl: chain.node.url }
      expect(await chain.client.call('contract.storage', asked)).toMatchObject({
        ok: true,
        data: { outcome: 'refused', problem: { kind: 'garbage' } },
      })
    },
  )

  test('of a block that another one replaced meanwhile is refused', async () => {
    let blocks = 0
    chain.node.answer(async (method, _params, forward) => {
      const answer = await forward()
      if (method !== 'eth_getBlockByNumber') return answer
      blocks += 1
      return blocks === 1 ? answer : { ...(answer as object), hash: hexOf(5n) }
    })
    const asked = { source: chain.source, address: shelf, rpcUrl: chain.node.url }
    expect(await chain.client.call('contract.storage', asked)).toMatchObject({
      data: { outcome: 'refused', problem: { kind: 'unknown' } },
    })
  })
})
