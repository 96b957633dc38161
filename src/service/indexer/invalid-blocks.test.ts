/** Blocks that a node may give and no development node does, as the API shows them. */
import { expect, test } from 'vitest'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getAddress, keccak256, toHex } from 'viem/utils'
import { wireDialect } from '../http/dialects/dialect.ts'
import { ZERO_ADDRESS } from './model/hex.ts'
import { readAll, ofAddress } from './testing/compare/read-all.ts'
import { followScript as follow, transactionAt } from './testing/follow-script.ts'
import { Refused } from './testing/node-proxy.ts'
import {
  accountOf,
  hex,
  MINER,
  RECEIVER,
  scriptedNode,
  SENDER,
  transactionHashOf,
  word,
  type ScriptedBlock,
} from './testing/scripted-node.ts'
import { until } from './testing/until.ts'

test('a creation that fails tells why: the node says it in the code of the result', async () => {
  const reason = `0x08c379a0${word(32)}${word(9)}${Buffer.from('no chance').toString('hex').padEnd(64, '0')}`
  const create = {
    type: 'create',
    action: { from: SENDER, value: '0x0', gas: '0x9', init: '0x60' },
    error: 'Reverted',
    traceAddress: [],
  }
  const failed = { transaction: { to: null, input: '0x60' }, receipt: { status: '0x0' } }
  const reader = await follow([
    {
      transactions: [
        { ...failed, traces: [{ ...create, result: { code: reason, gasUsed: '0x9' } }] },
        { ...failed, traces: [{ ...create, result: { output: reason, code: '0x', gasUsed: '0x9' } }] },
        { ...failed, traces: [{ ...create, result: null }] },
      ],
    },
  ])
  expect(await transactionAt(reader, 1, 0)).toMatchObject({ revert_reason: 'no chance', result: 'reverted' })
  expect(await transactionAt(reader, 1, 1)).toMatchObject({ revert_reason: 'no chance' })
  expect(await transactionAt(reader, 1, 2)).toMatchObject({ revert_reason: null })
})

test('a reason that holds another error is told in words, and an error is all of the data', async () => {
  const text = (bytes: string) =>
    `08c379a0${word(32)}${word(bytes.length / 2)}${bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')}`
  const outer = Buffer.from('outer: ').toString('hex')
  const inner = text(Buffer.from('inner').toString('hex'))
  const ofToken = `7e273289${word(7)}`
  const reasons = [
    [text(`${outer}${inner}`), 'outer: inner'],
    [text(`${outer}4e487b71${word(17)}`), 'outer: Panic(0x11): a calculation went beyond its type'],
    [text(`${outer}ff00ee`), 'outer: 0xff00ee'],
    [ofToken, 'ERC721NonexistentToken(tokenId: 7)'],
    [`${ofToken}abcd`, `0x${ofToken}abcd`],
  ] as const
  const call = { from: SENDER, to: RECEIVER, value: '0x0', gas: '0x9', callType: 'call' }
  const reader = await follow([
    {
      transactions: reasons.map(([output]) => ({
        transaction: { input: '0x60' },
        receipt: { status: '0x0', gasUsed: '0x5300' },
        traces: [
          {
            type: 'call',
            action: call,
            error: 'Reverted',
            result: { output: `0x${output}`, gasUsed: '0x9' },
            traceAddress: [],
          },
        ],
      })),
    },
  ])
  for (const [index, [, reason]] of reasons.entries())
    expect(await transactionAt(reader, 1, index)).toMatchObject({ revert_reason: reason })
})

test('approve and transferFrom of an NFT are of its number', async () => {
  const [nft, coin] = [accountOf(51), accountOf(52)]
  const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const parties = [amount(0n), amount(SENDER)]
  const logs = [
    { address: nft, topics: [transfer, ...parties, amount(77n)], data: '0x' },
    { address: coin, topics: [transfer, ...parties], data: amount(77n) },
  ]
  const approve = `0x095ea7b3${word(RECEIVER)}${word(77)}`
  const move = `0x23b872dd${word(SENDER)}${word(RECEIVER)}${word(77)}`
  const reader = await follow([
    { transactions: [{ receipt: { logs, gasUsed: '0x5300' } }] },
    {
      transactions: [nft, coin].flatMap((to) =>
        [approve, move].map((input) => ({ transaction: { to, input }, receipt: { gasUsed: '0x5300' } })),
      ),
    },
  ])
  const names: unknown[] = []
  for (const index of [0, 1, 2, 3]) {
    const { decoded_input: decoded } = (await transactionAt(reader, 2, index)) ?? {}
    names.push((decoded as { parameters: { name: string }[] }).parameters.at(-1)?.name)
  }
  expect(names).toEqual(['tokenId', 'tokenId', 'amount', 'amount'])
})

test('plain transfers have no error in internal transactions, and that is known without their traces', async () => {
  const failed = { transaction: { input: '0x60' }, receipt: { status: '0x0', gasUsed: '0x5300' } }
  const reader = await follow([{ transactions: [{}, {}] }, { transactions: [{}, failed] }])
  const known = { has_error_in_internal_transactions: false }
  const listed = await readAll(reader, 'address-transactions', { params: ofAddress(SENDER) })
  expect(listed).toMatchObject([known, known, known, known])
  expect(await transactionAt(reader, 1)).toMatchObject(known)
})

test('whether a call inside failed is not known where the node gives no traces', async () => {
  const call = { transaction: { input: '0x60' }, receipt: { gasUsed: '0x5300' } }
  const reader = await follow([{ transactions: [call] }, { transactions: [{}] }], (method) => {
    if (method === 'trace_block') throw new Refused(-32601, 'Method not found')
    return undefined
  })
  expect(await transactionAt(reader, 1)).toMatchObject({ has_error_in_internal_transactions: null })
  expect(await transactionAt(reader, 2)).toMatchObject({ has_error_in_internal_transactions: false })
})

test('numbers beyond 2^53 and times beyond any date hold nothing up, and are shown as they are', async () => {
  const large = { gasUsed: '0x7fffffffffffffff', gasPrice: '0x2', effectiveGasPrice: '0x2' }
  const reader = await follow([
    {
      fields: { timestamp: hex(253_402_300_800) },
      transactions: [{ transaction: { nonce: '0x20000000000001' } }],
    },
    {
      fields: { timestamp: hex(2n ** 63n), gasUsed: large.gasUsed },
      transactions: [
        { transaction: { nonce: '0xfffffffffffffffe' }, receipt: large },
        { transaction: { nonce: '0x7' }, receipt: large },
      ],
    },
    {},
  ])
  const gas = (2n ** 63n - 1n).toString()
  const [small, largest, first] = await readAll(reader, 'address-transactions', { params: ofAddress(SENDER) })
  expect(first).toMatchObject({ nonce: '9007199254740993', timestamp: '+010000-01-01T00:00:00.000000Z' })
  expect(largest).toMatchObject({ nonce: (2n ** 64n - 2n).toString(), timestamp: null, gas_used: gas })
  expect(largest?.fee).toEqual({ type: 'actual', value: (2n ** 64n - 2n).toString() })
  expect(small).toMatchObject({ nonce: 7, confirmation_duration: [0, 0] })
  const [, second] = await readAll(reader, 'address-blocks-validated', { params: ofAddress(MINER) })
  expect(second).toMatchObject({ height: 2, timestamp: null, gas_used: gas })
  // The sum of their gas is more than a counter holds.
  expect(await reader.detail('address-counters', ofAddress(SENDER))).toMatchObject({ gas_usage_count: gas })
})

test('receipts, transactions and logs that come in another order are put into that of the chain', async () => {
  const log = (index: number) => ({
    address: accountOf(9),
    topics: [],
    data: `0x0${String(index)}`,
    logIndex: hex(index),
  })
  const blocks: ScriptedBlock[] = [
    {
      transactions: [
        { transaction: { nonce: '0x0' }, receipt: { logs: [log(1), log(2), log(0)] } },
        { transaction: { nonce: '0x1' }, receipt: { gasUsed: '0x5300', logs: [log(4), log(3)] } },
        { transaction: { nonce: '0x2' }, receipt: { logs: [log(5)] } },
      ],
    },
  ]
  const ordered = scriptedNode([{}, ...blocks])
  const reader = await follow(blocks, (method, params) => {
    const forward = () => Promise.reject(new Error('there is no node behind'))
    if (method === 'eth_getBlockReceipts') return (ordered(method, params, forward) as unknown[]).toReversed()
    if (method !== 'eth_getBlockByNumber' || params[1] !== true) return undefined
    const block = ordered(method, params, forward) as { transactions: unknown[] } | null
    return block && { ...block, transactions: block.transactions.toReversed() }
  })
  const listed = await readAll(reader, 'address-transactions', { params: ofAddress(SENDER) })
  expect(listed.map(({ nonce, position, gas_used: gas }) => [nonce, position, gas])).toEqual([
    [2, 2, '21000'],
    [1, 1, '21248'],
    [0, 0, '21000'],
  ])
  const logs = [0, 1, 2].map(async (index) => (await transactionAt(reader, 1, index))?.logs)
  expect((await Promise.all(logs)).flat()).toMatchObject(
    [0, 1, 2, 3, 4, 5].map((index) => ({ index, data: `0x0${String(index)}` })),
  )
})

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const amount = (value: bigint | string) => `0x${word(value)}`
const [from, to] = [`0x${word(SENDER)}`, `0x${word(RECEIVER)}`]

test('a transfer is listed also where its transaction has no input', async () => {
  const token = accountOf(20)
  const log = { address: token, topics: [TRANSFER, from, to], data: amount(5n) }
  const reader = await follow([{ transactions: [{ receipt: { logs: [log] } }] }])
  const [listed] = await readAll(reader, 'token-transfers-of-token', { params: ofAddress(token) })
  expect(listed).toMatchObject({ total: { value: '5' }, method: null })
})

test('an ERC-20 is one by what it says, also where its events index the amount, or nothing', async () => {
  const [indexed, plain, nft] = [accountOf(21), accountOf(22), accountOf(23)]
  const four = (address: string, one: string, other: string, value: bigint) => ({
    address,
    topics: [TRANSFER, one, other, amount(value)],
    data: '0x',
  })
  const none = (one: string, other: string, value: bigint) => ({
    address: plain,
    topics: [TRANSFER],
    data: `0x${word(one)}${word(other)}${word(value)}`,
  })
  const block = (...logs: unknown[]) => ({ transactions: [{ receipt: { logs, gasUsed: '0x5300' } }] })
  const blocks: ScriptedBlock[] = [
    block(
      four(indexed, amount(0n), from, 10n ** 20n),
      none(amount(0n), from, 500n),
      four(nft, amount(0n), from, 7n),
    ),
    block(four(indexed, from, to, 30n), none(from, to, 200n)),
  ]
  const reader = await follow(blocks, (method, params) => {
    const [call] = params as [{ to?: string; data?: string }]
    if (method !== 'eth_call' || call.to === nft || call.data !== '0x313ce567') return undefined
    return amount(18n)
  })
  const typeOf = async (token: string) => (await reader.detail('token', ofAddress(token)))?.type
  for (const token of [indexed, plain])
    await until('its type', async () => (await typeOf(token)) === 'ERC-20')
  expect(await typeOf(nft)).toBe('ERC-721')
  blocks.push(block(four(indexed, from, to, 12n), none(from, to, 300n)))
  await until('the third block', async () => (await transactionAt(reader, 3)) !== null)

  const holders = async (token: string) =>
    (await readAll(reader, 'token-holders', { params: ofAddress(token) })).map(({ address, value }) => [
      (address as { hash: string }).hash.toLowerCase(),
      value,
    ])
  expect(await holders(indexed)).toEqual([
    [SENDER, (10n ** 20n - 42n).toString()],
    [RECEIVER, '42'],
  ])
  expect(await holders(plain)).toEqual([[RECEIVER, '500']])
  const totals = async (token: string) =>
    (await readAll(reader, 'token-transfers-of-token', { params: ofAddress(token) })).map(
      ({ total }) => total,
    )
  expect(await totals(indexed)).toMatchObject([
    { value: '12' },
    { value: '30' },
    { value: (10n ** 20n).toString() },
  ])
  expect(await totals(plain)).toMatchObject([{ value: '300' }, { value: '200' }, { value: '500' }])
  expect(await totals(nft)).toMatchObject([{ token_id: '7' }])
  expect(await reader.detail('token', ofAddress(indexed))).toMatchObject({
    decimals: '18',
    holders_count: '2',
  })
  expect(await reader.detail('token', ofAddress(plain))).toMatchObject({ holders_count: '1' })
})

test('an ERC-20 is one also without decimals, and where its events index one field of three', async () => {
  const [whole, sent, valued, early] = [accountOf(26), accountOf(27), accountOf(28), accountOf(29)]
  const large = 2n ** 200n
  const words = (...fields: string[]) => `0x${fields.map(word).join('')}`
  const logs = (from: string, to: string, value: bigint) => [
    { address: whole, topics: [TRANSFER], data: words(from, to, amount(value)) },
    { address: sent, topics: [TRANSFER, from], data: words(to, amount(value)) },
    { address: valued, topics: [TRANSFER, amount(large + value)], data: words(from, to) },
    { address: early, topics: [TRANSFER, from, to, amount(value)], data: '0x' },
  ]
  const block = (logs: unknown[]) => ({ transactions: [{ receipt: { logs, gasUsed: '0x5300' } }] })
  const reader = await follow(
    [block(logs(amount(0n), from, 7n)), block(logs(from, to, 3n))],
    (method, params) => {
      const [call] = params as [{ to?: string; data?: string }]
      if (method !== 'eth_call') return undefined
      if (call.data === '0x313ce567') return amount(0n)
      // An NFT has no allowance.
      return call.data?.startsWith('0xdd62ed3e') && call.to !== early ? amount(0n) : undefined
    },
  )
  const of = async (list: 'token-holders' | 'token-transfers-of-token', token: string) =>
    readAll(reader, list, { params: ofAddress(token) })
  for (const token of [whole, sent, valued]) {
    await until('its type', async () => (await reader.detail('token', ofAddress(token)))?.type === 'ERC-20')
    const unit = token === valued ? large : 0n
    expect(await of('token-transfers-of-token', token)).toMatchObject([
      { total: { value: (unit + 3n).toString(), decimals: '0' }, type: 'token_transfer' },
      { total: { value: (unit + 7n).toString(), decimals: '0' }, type: 'token_minting' },
    ])
    expect((await of('token-holders', token)).map(({ value }) => value)).toEqual(
      token === valued ? [(large + 3n).toString(), '4'] : ['4', '3'],
    )
  }
  expect(await reader.detail('token', ofAddress(early))).toMatchObject({ type: 'ERC-721', decimals: null })
})

test('what a transaction did to an ERC-20 that was taken for an NFT is told anew', async () => {
  const token = accountOf(25)
  const log = (value: bigint) => ({
    address: token,
    topics: [TRANSFER],
    data: `0x${word(0)}${word(SENDER)}${word(value)}`,
  })
  const block = (value: bigint) => ({
    transactions: [{ receipt: { logs: [log(value)], gasUsed: '0x5300' } }],
  })
  let isKnown = false
  const blocks: ScriptedBlock[] = [block(500n)]
  const reader = await follow(blocks, (method, params) => {
    if (method === 'eth_getBalance') return amount(10n ** 18n)
    const [call] = params as [{ data?: string }]
    return method === 'eth_call' && isKnown && call.data === '0x313ce567' ? amount(18n) : undefined
  })
  const params = { transaction_hash: transactionHashOf(1, 0) }
  const sender = getAddress(SENDER)
  const changesOfToken = async () =>
    (await readAll(reader, 'transaction-state-changes', { params })).filter(
      ({ type, address }) => type === 'token' && (address as { hash: string }).hash === sender,
    )
  expect(await changesOfToken()).toMatchObject([{ change: [{ total: { token_id: '500' } }] }])
  isKnown = true
  blocks.push(block(7n))
  await until('its type', async () => (await reader.detail('token', ofAddress(token)))?.type === 'ERC-20')
  expect(await changesOfToken()).toMatchObject([{ change: '500' }])
})

test('an NFT names its holder, as the specification has it', async () => {
  const token = accountOf(24)
  const log = { address: token, topics: [TRANSFER, from, to, amount(7n)], data: '0x' }
  const reader = await follow([{ transactions: [{ receipt: { logs: [log], gasUsed: '0x5300' } }] }])
  const { list, detail } = wireDialect('spec', { form: 'instance', origin: '' })
  const [listed] = await readAll(reader, 'token-instances', { params: ofAddress(token) })
  const [owned] = await readAll(reader, 'address-nfts', { params: ofAddress(RECEIVER) })
  const opened = await reader.detail('token-instance', { ...ofAddress(token), token_id: '7' })
  const named = { id: '7', holder_address_hash: getAddress(RECEIVER) }
  expect(list['token-instances'](listed)).toMatchObject(named)
  expect(list['address-nfts'](owned)).toMatchObject(named)
  expect(detail['token-instance'](opened)).toMatchObject(named)
})

test('what had code and has none any more is no contract: after a self-destruct, after a delegation', async () => {
  const account = privateKeyToAccount(amount(77n) as Hex)
  const [delegator, destroyed] = [account.address.toLowerCase(), accountOf(31)]
  const codes = new Map([
    [delegator, `0xef0100${accountOf(32).slice(2)}`],
    [destroyed, '0x6001'],
  ])
  const log = { address: destroyed, topics: [], data: '0x' }
  const blocks: ScriptedBlock[] = [
    { transactions: [{ transaction: { from: delegator }, receipt: { logs: [log], gasUsed: '0x5300' } }] },
  ]
  const reader = await follow(blocks, (method, params) =>
    method === 'eth_getCode' ? codes.get(String(params[0])) : undefined,
  )
  const isContract = async (hash: string) => (await reader.detail('address', ofAddress(hash)))?.is_contract
  expect([await isContract(delegator), await isContract(destroyed)]).toEqual([true, true])

  codes.clear()
  const ends = { address: ZERO_ADDRESS as Hex, chainId: 1, nonce: 5 } as const
  const { r, s, yParity } = await account.signAuthorization(ends)
  const list = { address: ends.address, chainId: '0x1', nonce: '0x5', yParity: hex(yParity ?? 0), r, s }
  const call = { from: SENDER, to: destroyed, value: '0x0', gas: '0x9', callType: 'call' }
  const ended = { address: destroyed, refundAddress: SENDER, balance: '0x0' }
  blocks.push({
    transactions: [
      { transaction: { type: '0x4', authorizationList: [list] } },
      {
        transaction: { to: destroyed },
        receipt: { gasUsed: '0x5300' },
        traces: [
          { type: 'call', action: call, result: { output: '0x' }, traceAddress: [] },
          { type: 'suicide', action: ended, result: null, traceAddress: [0] },
        ],
      },
    ],
  })
  for (const hash of [delegator, destroyed])
    await until('it is no contract', async () => !((await isContract(hash)) as boolean))
})

test('what a transaction pays for its blobs is in its fee; no miner gets it', async () => {
  const blobs = { blobGasUsed: '0x20000', blobGasPrice: '0x3' }
  const reader = await follow(
    [{ transactions: [{ transaction: { type: '0x3' }, receipt: blobs }] }],
    (method) => (method === 'eth_getBalance' ? amount(10n ** 18n) : undefined),
  )
  const fee = 21_000 * 9 + 0x20000 * 3
  expect(await transactionAt(reader, 1)).toMatchObject({
    fee: { type: 'actual', value: String(fee) },
    priority_fee: '42000',
  })
  const [block] = await readAll(reader, 'address-blocks-validated', { params: ofAddress(MINER) })
  expect(block).toMatchObject({ transaction_fees: '189000', priority_fee: '42000' })
  const changes = await readAll(reader, 'transaction-state-changes', {
    params: { transaction_hash: transactionHashOf(1, 0) },
  })
  const changed = changes.map(({ address, change }) => [
    (address as { hash: string }).hash.toLowerCase(),
    change,
  ])
  expect(Object.fromEntries(changed)).toEqual({
    [SENDER]: String(-fee - 1),
    [RECEIVER]: '1',
    [MINER]: '42000',
  })
})

test('a beacon proxy and a diamond show what stands behind them, also after an upgrade', async () => {
  const [proxy, beacon, diamond, first, second] = [41, 42, 43, 44, 45].map(accountOf)
  const UPGRADED = '0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b'
  const CUT = '0x8faa70878671ccd212d20771b795c50af8fd3ff6cf27f4bde57e5d4de0aeb673'
  const BEACON_SLOT = '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50'
  const pad = (address = '') => word(address)
  let implementation = first
  let facets = [first]
  const block = (...logs: readonly [address: string | undefined, topic: string][]) => ({
    transactions: [
      {
        receipt: {
          gasUsed: '0x5300',
          logs: logs.map(([address, topic]) => ({ address, topics: [topic], data: '0x' })),
        },
      },
    ],
  })
  const blocks: ScriptedBlock[] = [block([proxy, amount(1n)], [diamond, amount(1n)])]
  const reader = await follow(blocks, (method, params) => {
    if (method === 'eth_getCode') return '0x6001'
    if (method === 'eth_getStorageAt')
      return `0x${pad(params[0] === proxy && params[1] === BEACON_SLOT ? beacon : '0x0')}`
    const [call] = params as [{ to?: string; data?: string }]
    if (method !== 'eth_call') return undefined
    if (call.to === beacon && call.data === '0x5c60da1b') return `0x${pad(implementation)}`
    if (call.to === diamond && call.data === '0x52ef6b2c')
      return `0x${[word(32), word(facets.length), ...facets.map(pad)].join('')}`
    return undefined
  })
  const behind = async (address = '') => {
    const item = await reader.detail('address', ofAddress(address))
    const behind = item?.implementations as { address_hash: string }[]
    return [item?.proxy_type, ...behind.map(({ address_hash: hash }) => hash.toLowerCase())]
  }
  expect(await behind(proxy)).toEqual(['eip1967_beacon', first])
  expect(await behind(diamond)).toEqual(['eip2535', first])

  implementation = second
  facets = [second, first]
  blocks.push(block([beacon, UPGRADED], [diamond, CUT]))
  await until('the upgrade of the beacon', async () => (await behind(proxy)).includes(second))
  await until('the new facet', async () => (await behind(diamond)).includes(second))
  expect(await behind(diamond)).toEqual(['eip2535', second, first])
})

const slotOf = (name: string) => keccak256(toHex(name))
const ZOS_SLOT = slotOf('org.zeppelinos.proxy.implementation')
const FIRST_SLOT = amount(0n)
/** Hands on to whom the slot holds. */
const handing = (slot: string) =>
  `0x3660006000376000600036600073${'00'.repeat(20)}507f${slot.slice(2)}545af43d6000803e3d6000f3`
const [BEHIND, NONE] = [accountOf(71), accountOf(72)]

test.each<[kind: string, code: string, storage: Record<string, string>, type: string | null]>([
  ['ZeppelinOS', handing(ZOS_SLOT), { [ZOS_SLOT]: BEHIND }, 'eip1967_oz'],
  ['EIP-1822', handing(slotOf('PROXIABLE')), { [slotOf('PROXIABLE')]: BEHIND }, 'eip1822'],
  [
    'Polygon',
    handing(slotOf('matic.network.proxy.implementation')),
    { [slotOf('matic.network.proxy.implementation')]: BEHIND },
    'eip897',
  ],
  ['a Safe', handing(FIRST_SLOT), { [FIRST_SLOT]: BEHIND }, 'master_copy'],
  [
    'a minimal proxy',
    `0x363d3d373d3d3d363d73${BEHIND.slice(2)}5af43d82803e903d91602b57fd5bf3`,
    {},
    'eip1167',
  ],
  ['one of fewer gas', `0x3d3d3d3d363d3d37363d73${BEHIND.slice(2)}5af43d3d93803e602a57fd5bf3`, {}, 'eip1167'],
  ['one with PUSH0', `0x365f5f375f5f365f73${BEHIND.slice(2)}5af43d5f5f3e5f3d91602a57fd5bf3`, {}, 'eip1167'],
  [
    'a clone with arguments',
    `0x363d3d3761003f603736393661003f013d73${BEHIND.slice(2)}5af43d3d93803e603557fd5bf3${'ab'.repeat(40)}`,
    {},
    'clone_with_immutable_arguments',
  ],
  // Code that matches none of these forms.
  [
    'no delegate call, and an address in its first slot',
    '0x60005460005260206000f3',
    { [FIRST_SLOT]: BEHIND },
    null,
  ],
  ['a delegate call, and an account in its first slot', handing(FIRST_SLOT), { [FIRST_SLOT]: NONE }, null],
  [
    'a delegate call, and a number in its slots',
    handing(ZOS_SLOT),
    { [ZOS_SLOT]: `0x${'ff'.repeat(32)}` },
    null,
  ],
  ['the byte of a delegate call in a number', '0x60f460005500', { [ZOS_SLOT]: BEHIND }, null],
  [
    'a large contract with an address in its first slot',
    `${handing(FIRST_SLOT)}${'5b'.repeat(2_000)}`,
    { [FIRST_SLOT]: BEHIND },
    null,
  ],
])('%s: what stands behind it', async (_, code, storage, type) => {
  const proxy = accountOf(70)
  const log = { address: proxy, topics: [amount(1n)], data: '0x' }
  const blocks = [{ transactions: [{ receipt: { gasUsed: '0x5300', logs: [log] } }] }]
  const reader = await follow(blocks, (method, params) => {
    if (method === 'eth_getCode') return params[0] === proxy ? code : params[0] === BEHIND ? '0x6001' : '0x'
    if (method === 'eth_getStorageAt')
      return `0x${word((params[0] === proxy && storage[String(params[1])]) || 0)}`
    if (method === 'eth_call') throw new Refused(3, 'execution reverted')
    return undefined
  })
  const item = await reader.detail('address', ofAddress(proxy))
  const behind = (item?.implementations ?? []) as { address_hash: string }[]
  expect([item?.proxy_type ?? null, ...behind.map(({ address_hash: hash }) => hash.toLowerCase())]).toEqual(
    type === null ? [null] : [type, BEHIND],
  )
})

test.each([
  ['implementation()', '0x5c60da1b', 'basic_implementation'],
  ['comptrollerImplementation()', '0xbb82aa5e', 'comptroller'],
])('a proxy that says by %s where it hands calls on', async (_, question, type) => {
  const proxy = accountOf(70)
  const log = { address: proxy, topics: [amount(1n)], data: '0x' }
  const blocks = [{ transactions: [{ receipt: { gasUsed: '0x5300', logs: [log] } }] }]
  const reader = await follow(blocks, (method, params) => {
    if (method === 'eth_getCode') return params[0] === proxy ? handing(amount(9n)) : '0x6001'
    if (method === 'eth_getStorageAt') return amount(0n)
    if (method !== 'eth_call') return undefined
    const { data } = params[0] as { data?: string }
    if (data === question) return `0x${word(BEHIND)}`
    throw new Refused(3, 'execution reverted')
  })
  const item = await reader.detail('address', ofAddress(proxy))
  expect(item).toMatchObject({
    proxy_type: type,
    implementations: [{ address_hash: getAddress(BEHIND) }],
  })
})
