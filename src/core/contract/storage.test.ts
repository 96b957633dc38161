/** Storage of a contract on a development chain: every value is what the node has in its slots. */
import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callData, compiled, deployData } from '#service/indexer/testing/workload.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import { startCheckedChain, type CheckedChain } from '../check/testing/checked-chain.ts'

let chain: CheckedChain
let owner: Hex
let shelf: Hex
let filled: number

beforeAll(async () => {
  chain = await startCheckedChain()
  ;[owner] = (await chain.anvil.request<Hex[]>('eth_accounts')) as [Hex]
  const send = (sent: object) => chain.anvil.send({ from: owner, gas: '0x4c4b40', ...sent })
  const { contractAddress } = await send({ data: deployData('Shelf') })
  if (contractAddress === null) throw new Error('Shelf was not deployed')
  shelf = contractAddress.toLowerCase() as Hex
  await send({ to: shelf, data: callData('Shelf', 'fill', [owner, 20_785n]) })
  filled = Number(await chain.anvil.request<Hex>('eth_blockNumber'))
  await send({ to: shelf, data: callData('Shelf', 'close') })
}, 120_000)
afterAll(() => chain.close())
afterEach(() => {
  chain.beHonest()
})

const tell = (layout: unknown) => {
  chain.lieWith((path, body) =>
    path.toLowerCase() === `/smart-contracts/${shelf}` ? { name: 'Shelf', storage_layout: layout } : body,
  )
}
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

  test('of one block stands against that of another', async () => {
    tell(compiled('Shelf').storageLayout)
    const { variables, againstBlock } = await readStorage({ against: filled })
    expect(againstBlock?.height).toBe(filled)
    const changed = variables.filter(({ value, against }) => value !== against?.value)
    expect(changed.map(({ path, value, against }) => [path, against?.value, value])).toEqual([
      ['since', '1790000000', '1790000001'],
      ['debt', '-5', '-6'],
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

  test('of a node that gives no words is refused', async () => {
    chain.node.answer((method, _params, forward) => (method === 'eth_getStorageAt' ? 'no word' : forward()))
    const asked = { source: chain.source, address: shelf, rpcUrl: chain.node.url }
    expect(await chain.client.call('contract.storage', asked)).toMatchObject({
      ok: true,
      data: { outcome: 'refused' },
    })
  })
})
