/** The kind and names of a token as its contract answers them, for any form of its events and answers. */
import { expect, test } from 'vitest'
import { readAll, ofAddress } from './testing/compare/read-all.ts'
import { testFolder, testFollow, testProxy } from './testing/fixtures.ts'
import { Refused } from './testing/node-proxy.ts'
import {
  accountOf,
  RECEIVER,
  scriptedNode,
  SENDER,
  word,
  type ScriptedBlock,
} from './testing/scripted-node.ts'
import { until } from './testing/until.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const topic = (value: number | string) => `0x${word(value)}`
const hexOf = (text: string) => Buffer.from(text).toString('hex')
const padded = (hex: string) => hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')
const textAnswer = (hex: string) => `0x${word(32)}${word(hex.length / 2)}${padded(hex)}`

type Answers = Readonly<Record<string, string>>
const [NAME, SYMBOL, DECIMALS, ALLOWANCE, SUPPORTS, BALANCE] = [
  ...['0x06fdde03', '0x95d89b41', '0x313ce567', '0xdd62ed3e', '0x01ffc9a7', '0x70a08231'],
] as [string, string, string, string, string, string]

/** Follows these blocks; each contract answers what is given by the beginning of the call, and else reverts. */
async function follow(blocks: ScriptedBlock[], contracts: ReadonlyMap<string, Answers>) {
  blocks.unshift({})
  const node = scriptedNode(blocks, (method, params) => {
    if (method !== 'eth_call') return method === 'eth_getCode' ? '0x6001' : undefined
    const { to = '', data = '' } = (params[0] ?? {}) as { to?: string; data?: string }
    const answers = contracts.get(to.toLowerCase()) ?? {}
    const key = Object.keys(answers).find((each) => data.startsWith(each))
    if (key === undefined) throw new Refused(3, 'execution reverted')
    return answers[key]
  })
  const proxy = await testProxy(null, node)
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  await until('all blocks', () => chain.status().head?.number === blocks.length - 1)
  return chain
}

const logs = (...all: readonly object[]): ScriptedBlock => ({
  transactions: [{ receipt: { gasUsed: '0x5300', logs: all } }],
})

test.each([
  ['a bytes32', `0x${padded(hexOf('MKR'))}`, 'MKR'],
  ['a bytes32 with zeros before it', `0x${hexOf('MKR').padStart(64, '0')}`, 'MKR'],
  ['a string filled up with zeros', textAnswer(hexOf(`BUILD${'\0'.repeat(27)}`)), 'BUILD'],
  ['a string with zeros before it', textAnswer(hexOf('\0\0AB')), 'AB'],
  ['the digits of a bytes32', textAnswer(hexOf(padded(hexOf('MKR')))), 'MKR'],
  ['the digits of a bytes32 with 0x', textAnswer(hexOf(`0x${padded(hexOf('MKR'))}`)), 'MKR'],
  ['64 digits that are no text', textAnswer(hexOf('ff'.repeat(32))), /^f{39}…$/],
  ['a string whose head is elsewhere', `0x${word(64)}${word(0)}${word(3)}${padded(hexOf('OFF'))}`, 'OFF'],
  ['bytes that are no text', textAnswer(`ffff${hexOf('A')}`), /^\ufffd+A$/],
  ['nothing but zeros', `0x${'0'.repeat(64)}`, null],
])('a symbol that is %s', async (_, answer, symbol) => {
  const coin = accountOf(61)
  const transfer = { address: coin, topics: [TRANSFER, topic(0), topic(SENDER)], data: topic(5) }
  const chain = await follow([logs(transfer)], new Map([[coin, { [NAME]: answer, [SYMBOL]: answer }]]))
  const token = await chain.reader.detail('token', ofAddress(coin))
  if (symbol instanceof RegExp) expect(token?.symbol).toMatch(symbol)
  else expect(token).toMatchObject({ symbol, name: symbol })
})

const YES = topic(1)
/** True to every question, as some contracts are; and by ERC-165. */
const NFT_ANSWERS: readonly Answers[] = [
  { [SUPPORTS]: YES, [BALANCE]: YES },
  { [`${SUPPORTS}80ac58cd`]: YES, [`${SUPPORTS}01ffc9a7`]: YES, [SUPPORTS]: topic(0), [BALANCE]: YES },
  { [SUPPORTS]: YES, [DECIMALS]: topic(0), [BALANCE]: YES },
]
const FORMS = {
  'does not index its number': (id: number) => ({
    topics: [TRANSFER, topic(0), topic(SENDER)],
    data: topic(id),
  }),
  'indexes nothing': (id: number) => ({
    topics: [TRANSFER],
    data: `0x${word(0)}${word(SENDER)}${word(id)}`,
  }),
  'indexes all': (id: number) => ({ topics: [TRANSFER, topic(0), topic(SENDER), topic(id)], data: '0x' }),
}

test.each(
  Object.entries(FORMS).flatMap(([form, log]) =>
    NFT_ANSWERS.map((answers, nth) => [form, nth, log, answers] as const),
  ),
)('an ERC-721 that %s is one (answers %i)', async (_, _nth, log, answers) => {
  const nft = accountOf(62)
  const blocks = [logs({ address: nft, ...log(78) })]
  const chain = await follow(blocks, new Map([[nft, answers]]))
  const token = () => chain.reader.detail('token', ofAddress(nft))
  await until('it is asked', async () => (await token())?.type === 'ERC-721')
  const listed = async () =>
    (await readAll(chain.reader, 'token-transfers-of-token', { params: ofAddress(nft) })).map(
      ({ total }) => (total as { token_id?: string }).token_id,
    )
  expect(await listed()).toEqual(['78'])
  // Later logs are read by the kind that is known by then.
  blocks.push(logs({ address: nft, ...log(79) }))
  await until('the next', async () => (await listed()).length === 2)
  expect(await listed()).toEqual(['79', '78'])
  const owned = await readAll(chain.reader, 'address-nfts', { params: ofAddress(SENDER) })
  expect(owned.map(({ id }) => id).sort()).toEqual(['78', '79'])
  expect(await token()).toMatchObject({ type: 'ERC-721', decimals: null })
})

test.each([
  ['has decimals', { [SUPPORTS]: YES, [DECIMALS]: topic(18) }],
  ['has allowances', { [SUPPORTS]: YES, [ALLOWANCE]: topic(0) }],
  ['does not say that it holds NFTs', { [SUPPORTS]: topic(0) }],
  ['says nothing', {}],
])('amounts stay amounts where the contract %s', async (_, answers) => {
  const coin = accountOf(63)
  const transfer = { address: coin, topics: [TRANSFER, topic(0), topic(RECEIVER)], data: topic(5) }
  const chain = await follow([logs(transfer)], new Map([[coin, { ...answers, [BALANCE]: topic(5) }]]))
  await chain.reader.detail('token', ofAddress(coin))
  const [held] = await readAll(chain.reader, 'address-tokens', { params: ofAddress(RECEIVER) })
  expect(held).toMatchObject({ value: '5' })
  expect((held!.token as { type: string }).type).not.toBe('ERC-721')
})
