/** A field that a node gives in a form that can't be read costs that field, is marked, and is asked for again. */
import { describe, expect, test } from 'vitest'
import { invalidFieldsOf } from '#shared/chain/invalid-fields.ts'
import { describeRepairs } from '#shared/node-status.ts'
import { wireDialect } from '../http/dialects/dialect.ts'
import { readAll, ofAddress } from './testing/compare/read-all.ts'
import { testFolder, testFollow, testProxy } from './testing/fixtures.ts'
import {
  accountOf,
  blockHashOf,
  hex,
  MINER,
  scriptedNode,
  SENDER,
  transactionHashOf,
  type ScriptedBlock,
} from './testing/scripted-node.ts'
import { until } from './testing/until.ts'

const QUICK = { firstMs: 20, longestMs: 100 }

/** The blocks after the first, which is empty, followed to the last one. */
async function follow(blocks: readonly ScriptedBlock[], other?: Parameters<typeof scriptedNode>[1]) {
  const proxy = await testProxy(null, scriptedNode([{}, ...blocks], other))
  const lines: string[] = []
  const chain = await testFollow({
    rpcUrl: proxy.url,
    dataDir: testFolder(),
    repairs: QUICK,
    log: (line) => lines.push(line),
  })
  await until('all blocks', () => chain.status().head?.number === blocks.length, {
    seen: () => chain.status(),
  })
  return { chain, proxy, lines }
}

const detailOf = (chain: Awaited<ReturnType<typeof follow>>['chain'], block: number, index = 0) =>
  chain.reader.detail('transaction', { transaction_hash: transactionHashOf(block, index) })

/** Where the node has it, the field, what stands there, and what of the item is not known then. */
const OF_TRANSACTION = [
  ['transaction', 'input', null, ['raw_input', 'decoded_input', 'method']],
  ['transaction', 'input', '0x123', ['raw_input', 'decoded_input', 'method']],
  ['transaction', 'gas', null, ['gas_limit']],
  ['transaction', 'nonce', 'seven', ['nonce']],
  ['transaction', 'value', {}, ['value']],
  ['transaction', 'from', null, ['from']],
  ['transaction', 'to', '0x12', ['to']],
  ['transaction', 'type', [], ['type']],
  ['transaction', 'maxFeePerGas', -1, ['max_fee_per_gas']],
  ['receipt', 'gasUsed', null, ['gas_used', 'fee', 'priority_fee', 'transaction_burnt_fee']],
  ['receipt', 'effectiveGasPrice', '', ['gas_price', 'fee', 'priority_fee']],
  ['receipt', 'status', 'fine', ['status', 'result']],
  ['receipt', 'logs', null, []],
] as const

test.each(OF_TRANSACTION)('%s.%s = %j', async (part, field, value, unknown) => {
  const { chain, lines } = await follow([
    { transactions: [{}, { [part]: { [field]: value } }, {}] },
    { transactions: [{}] },
  ])
  const item = await detailOf(chain, 1, 1)
  expect(
    Object.entries(item ?? {}).filter(([name]) => (unknown as readonly string[]).includes(name)),
  ).toEqual(
    Object.keys(item ?? {}).flatMap((name) =>
      (unknown as readonly string[]).includes(name) ? [[name, null]] : [],
    ),
  )
  const price = field === 'effectiveGasPrice' ? 'gasPrice' : field
  expect(invalidFieldsOf(item)).toMatchObject([{ field: price, raw: JSON.stringify(value) }])
  // The dialect in which the window reads the service has the mark, too.
  const { detail } = wireDialect('v12', { form: 'instance', origin: '' })
  expect(invalidFieldsOf(detail.transaction(item))).toHaveLength(1)
  for (const other of [await detailOf(chain, 1, 0), await detailOf(chain, 1, 2), await detailOf(chain, 2)])
    expect(invalidFieldsOf(other)).toEqual([])
  const { message, repairs, head } = chain.status()
  expect(head?.number).toBe(2)
  expect(message).toContain(
    `the field ${price} of transaction ${transactionHashOf(1, 1)} in block 1 in a form that can’t be read`,
  )
  expect(lines.join('\n')).toContain(
    `the field ${price} of transaction ${transactionHashOf(1, 1)} in block 1`,
  )
  expect(describeRepairs(repairs)).toBe('1 block or transaction with fields that can’t be read: trying again')
})

test.each([
  ['gasLimit', null, 'gas_limit'],
  ['gasUsed', 'much', 'gas_used'],
  ['timestamp', 'yesterday', 'timestamp'],
  ['baseFeePerGas', {}, 'base_fee_per_gas'],
  ['miner', '0x1', 'miner'],
  ['size', '-1', 'size'],
  ['extraData', '0xabc', 'extra_data'],
] as const)('block.%s = %j', async (field, value, name) => {
  const { chain } = await follow([
    { transactions: [{}] },
    { fields: { [field]: value } },
    { transactions: [{}] },
  ])
  const item = await chain.reader.detail('block', { block_hash_or_number: '2' })
  expect(item).toMatchObject({ height: 2, hash: blockHashOf(2), [name]: null })
  expect(invalidFieldsOf(item)).toMatchObject([{ path: [name], field, raw: JSON.stringify(value) }])
  expect(chain.status().message).toContain(`the field ${field} of block 2 in a form that can’t be read`)
  expect(invalidFieldsOf(await chain.reader.detail('block', { block_hash_or_number: '1' }))).toEqual([])
})

test('a log of which a field can’t be read is there, and tells of no transfer', async () => {
  const Transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
  const topics = [
    Transfer,
    `0x${'0'.repeat(24)}${accountOf(4).slice(2)}`,
    `0x${'0'.repeat(24)}${accountOf(5).slice(2)}`,
  ]
  const log = { address: accountOf(9), topics, data: `0x${'0'.repeat(63)}7` }
  const logs = [
    log,
    { ...log, data: null },
    { ...log, topics: [Transfer, null] },
    { ...log, address: '0x' },
    log,
  ]
  const { chain } = await follow([{ transactions: [{ receipt: { logs, gasUsed: '0x5300' } }] }])
  const params = { transaction_hash: transactionHashOf(1, 0) }
  const items = await readAll(chain.reader, 'transaction-logs', { params })
  expect(items.map((item) => invalidFieldsOf(item).map(({ field, raw }) => [field, raw]))).toEqual([
    [],
    [['data', 'null']],
    [['topics', '[]']],
    [['address', '"0x"']],
    [],
  ])
  expect(items).toMatchObject([
    { topics, data: log.data },
    { data: null, topics: null, decoded: null },
    { topics: null, data: log.data },
    { address: null, topics: null },
    { topics },
  ])
  expect(await readAll(chain.reader, 'transaction-token-transfers', { params })).toHaveLength(2)
  expect(invalidFieldsOf(await detailOf(chain, 1)).map(({ field }) => field)).toEqual([
    'logs.1.data',
    'logs.2.topics',
    'logs.3.address',
  ])
})

test('gas that a trace does not say, or in a form that can’t be read, costs the gas of that call', async () => {
  const [from, to] = [accountOf(7), accountOf(8)]
  const calls = [{ gas: '0x99' }, { gas: null }, { gas: 'much' }].map((more, index) => ({
    type: 'call',
    traceAddress: [index],
    action: { callType: 'call', from, to, value: hex(index + 1), ...more },
    result: { gasUsed: '0x1', output: '0x' },
  }))
  const root = {
    type: 'call',
    traceAddress: [],
    action: { callType: 'call', from, to, value: '0x0' },
    result: {},
  }
  const { chain } = await follow([
    { transactions: [{ receipt: { gasUsed: '0x9999' }, traces: [root, ...calls] }] },
  ])
  const params = { transaction_hash: transactionHashOf(1, 0) }
  await until(
    'the calls',
    async () => (await readAll(chain.reader, 'transaction-internal-transactions', { params })).length === 3,
    { seen: () => chain.status() },
  )
  expect(await readAll(chain.reader, 'transaction-internal-transactions', { params })).toMatchObject([
    { value: '1', gas_limit: '153' },
    { value: '2', gas_limit: null },
    { value: '3', gas_limit: null },
  ])
})

test('a price of gas that is not said is no price of nothing, but for a layer’s own transactions', async () => {
  const unsaid = { transaction: { gasPrice: undefined }, receipt: { effectiveGasPrice: undefined } }
  const { chain } = await follow([
    { transactions: [unsaid, { ...unsaid, transaction: { ...unsaid.transaction, type: '0x7e' } }] },
  ])
  expect(await detailOf(chain, 1, 0)).toMatchObject({ gas_price: null, fee: null })
  expect(await detailOf(chain, 1, 1)).toMatchObject({ gas_price: '0', fee: { value: '0' } })
})

test('zero and nothing are read however a node writes them', async () => {
  const { chain } = await follow([
    { transactions: [{ transaction: { input: '0x0', value: '0x', nonce: '0x' } }] },
    {
      transactions: [{ transaction: { to: '', input: '0x60' }, receipt: { contractAddress: accountOf(8) } }],
    },
  ])
  expect(await detailOf(chain, 1)).toMatchObject({ raw_input: '0x', value: '0', nonce: 0 })
  expect(invalidFieldsOf(await detailOf(chain, 1))).toEqual([])
  expect(await detailOf(chain, 2)).toMatchObject({ to: null, created_contract: { is_contract: true } })
})

describe('asked for again', () => {
  test('what the node gives as it should be later is written, and counted once', async () => {
    let isInvalid = true
    const call = { input: '0xdeadbeef' }
    const blocks = [{ transactions: [{ transaction: call }, {}] }, { transactions: [{}] }]
    const plain = scriptedNode([{}, ...blocks])
    const forward = () => Promise.reject(new Error('there is no node behind'))
    const { chain } = await follow(blocks, (method, params) => {
      if (!isInvalid || params[0] !== '0x1') return undefined
      if (method === 'eth_getBlockReceipts') {
        const [first, second] = plain(method, params, forward) as object[]
        return [{ ...first, gasUsed: null }, second]
      }
      if (method !== 'eth_getBlockByNumber' || params[1] !== true) return undefined
      const block = plain(method, params, forward) as { transactions: object[] }
      const [first, second] = block.transactions
      return { ...block, gasLimit: null, transactions: [{ ...first, input: null, to: 7 }, second] }
    })
    expect(chain.status().repairs).toEqual([{ kind: 'field', count: 2 }])
    expect(invalidFieldsOf(await detailOf(chain, 1)).map(({ field }) => field)).toEqual([
      'to',
      'gasUsed',
      'input',
    ])
    isInvalid = false
    await until('all of it', () => chain.status().repairs.length === 0, { seen: () => chain.status() })
    expect(await detailOf(chain, 1)).toMatchObject({ raw_input: '0xdeadbeef', gas_used: '21000' })
    expect(invalidFieldsOf(await detailOf(chain, 1))).toEqual([])
    const block = await chain.reader.detail('block', { block_hash_or_number: '1' })
    expect(block).toMatchObject({ gas_limit: '30000000', transaction_fees: String(2 * 21_000 * 9) })
    expect(await chain.reader.detail('address-counters', ofAddress(SENDER))).toMatchObject({
      transactions_count: '3',
      gas_usage_count: '63000',
    })
    expect(await chain.reader.detail('address-counters', ofAddress(accountOf(2)))).toMatchObject({
      transactions_count: '3',
    })
    expect(await chain.reader.detail('address-counters', ofAddress(MINER))).toMatchObject({
      validations_count: '3',
    })
    expect(chain.status().message).not.toContain('can’t be read')
  })

  test('transfers that can be read later are in the balances then', async () => {
    let isInvalid = true
    const Transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    const topics = [Transfer, `0x${'0'.repeat(64)}`, `0x${'0'.repeat(24)}${SENDER.slice(2)}`]
    const log = { address: accountOf(9), topics, data: `0x${'0'.repeat(63)}7` }
    const blocks = [
      { transactions: [{ receipt: { logs: [log], gasUsed: '0x5300' } }] },
      { transactions: [{ receipt: { logs: [log], gasUsed: '0x5300' } }] },
    ]
    const plain = scriptedNode([{}, ...blocks])
    const { chain } = await follow(blocks, (method, params) => {
      if (!isInvalid || method !== 'eth_getBlockReceipts' || params[0] !== '0x1') return undefined
      const [receipt] = plain(method, params, () => Promise.reject(new Error('no node'))) as object[]
      return [{ ...receipt, logs: [{ ...log, data: null }] }]
    })
    const transfers = () =>
      readAll(chain.reader, 'token-transfers-of-token', { params: ofAddress(accountOf(9)) })
    expect(await transfers()).toHaveLength(1)
    isInvalid = false
    await until('nothing left', () => {
      const { repairs, head } = chain.status()
      return repairs.length === 0 && head?.number === 2
    })
    expect(await transfers()).toHaveLength(2)
    const [held] = await readAll(chain.reader, 'address-tokens', { params: ofAddress(SENDER) })
    expect(held).toMatchObject({ value: '14' })
  })

  test('of several nodes another one is asked, and none is left out for it', async () => {
    const blocks = [{}, { transactions: [{ transaction: { input: '0xdeadbeef' } }] }, { transactions: [{}] }]
    const plain = scriptedNode(blocks)
    const odd = await testProxy(
      null,
      scriptedNode(blocks, (method, params) => {
        if (method !== 'eth_getBlockByNumber' || params[0] !== '0x1' || params[1] !== true) return undefined
        const block = plain(method, params, () => Promise.reject(new Error('no node'))) as {
          transactions: object[]
        }
        return { ...block, transactions: block.transactions.map((each) => ({ ...each, input: null })) }
      }),
    )
    const whole = await testProxy(null, plain)
    const chain = await testFollow({
      rpcUrl: odd.url,
      moreRpcUrls: [whole.url],
      dataDir: testFolder(),
    })
    await until('all blocks', () => chain.status().head?.number === 2, { seen: () => chain.status() })
    expect(await detailOf(chain, 1)).toMatchObject({ raw_input: '0xdeadbeef' })
    expect(chain.status()).toMatchObject({ repairs: [] })
  })
})

test('what identifies a transaction is not done without: the message names block and transaction', async () => {
  let isInvalid = true
  const blocks = [{}, {}, { transactions: [{}, {}] }]
  const plain = scriptedNode(blocks)
  const proxy = await testProxy(
    null,
    scriptedNode(blocks, (method, params) => {
      if (!isInvalid || method !== 'eth_getBlockByNumber' || params[0] !== '0x2' || params[1] !== true)
        return undefined
      const block = plain(method, params, () => Promise.reject(new Error('no node'))) as {
        transactions: object[]
      }
      return {
        ...block,
        transactions: block.transactions.map((each, at) => (at === 1 ? { ...each, hash: 3 } : each)),
      }
    }),
  )
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  await until('it stops', () => chain.status().state === 'stalled', { seen: () => chain.status() })
  expect(chain.status().message).toMatch(/block 2: .*the hash of transaction 1 is not a hash/i)
  isInvalid = false
  await until('it goes on', () => chain.status().head?.number === 2)
})
