/**
 * Tests comparing a source with a node: true values are confirmed, and each false value is found at its position
 * only.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sendThroughAccounts } from '#service/indexer/testing/account-contracts.ts'
import { Refused } from '#service/indexer/testing/node-proxy.ts'
import type { Finding } from '#shared/rpc/contract/check.ts'
import { differing, lieEverywhere, startCheckedChain, type CheckedChain } from './testing/checked-chain.ts'

type Row = Readonly<Record<string, unknown>>
type RawBlock = Row & { readonly transactions: readonly Row[] }

let chain: CheckedChain
let hashes: readonly string[]

beforeAll(async () => {
  chain = await startCheckedChain()
  const head = Number(await chain.anvil.request<string>('eth_blockNumber'))
  const blocks = await Promise.all(
    Array.from({ length: head }, (_, at) =>
      chain.anvil.request<{ transactions: string[] }>('eth_getBlockByNumber', [
        `0x${(at + 1).toString(16)}`,
        false,
      ]),
    ),
  )
  hashes = blocks.flatMap(({ transactions }) => transactions)
})
afterAll(() => chain.close())
afterEach(() => {
  chain.beHonest()
})

const of = (hash: string) => ({ kind: 'transaction', hash }) as const
const nameOf = ({ part, field }: Pick<Finding, 'part' | 'field'>) => `${part} ${String(field)}`

test('of an honest source nothing differs, and what is in the hashes is proven', async () => {
  const proven = new Set<string>()
  const others = new Set<string>()
  // No field depends on the node's word alone.
  const states = new Set<string>()
  for (const hash of hashes) {
    const findings = await chain.findings(of(hash))
    expect(differing(findings), hash).toEqual([])
    for (const one of findings) {
      if (one.state === 'proven') proven.add(nameOf(one))
      else {
        others.add(nameOf(one))
        states.add(one.state)
      }
    }
  }
  // Some words follow from a hash, others are only the source's.
  expect([...others].filter((name) => proven.has(name)).toSorted()).toEqual([
    'transaction method',
    'transaction result',
  ])
  expect([...proven].toSorted()).toEqual(PROVEN)
  expect([...states]).toEqual(['unchecked'])
})

test('a lie in one field of the transaction, of a log or of a transfer is found, and nothing else is accused', async () => {
  const found = new Set<string>()
  const unfound = new Set<string>()
  // In two transactions of different kinds at most.
  const tried = new Map<string, number>()
  for (const hash of await differentOnes()) {
    const path = `/transactions/${hash}`
    const paths = { '': path, '/logs': `${path}/logs`, '/token-transfers': `${path}/token-transfers` }
    const lies = await lieEverywhere(chain, () => chain.findings(of(hash)), paths, tried)
    for (const [place, accused] of lies.found) {
      found.add(place)
      // A row is identified by its number: with another number, one row is missing and one is surplus.
      if (IDENTITY.has(place)) expect(new Set(accused.map((name) => name.split(' ')[0])).size, place).toBe(1)
      else expect(accused, place).toHaveLength(1)
    }
    for (const place of lies.unfound) unfound.add(place)
  }
  const unsaid = [...unfound].filter((place) => !found.has(place) && !OF_NAMES.test(place))
  expect(unsaid.toSorted()).toEqual(UNFOUND)
  expect(found.size).toBeGreaterThan(40)
})

/** The node returns changed values in one of its responses, for the block of a transaction. */
function nodeLies(method: string, change: (answer: never, params: readonly unknown[]) => unknown) {
  chain.node.answer(async (asked, params, forward) => {
    const answer = await forward()
    return asked === method ? change(answer as never, params) : answer
  })
}

const first = <T extends Row>(rows: readonly T[], fields: object) =>
  rows.map((row, at) => (at === 0 ? { ...row, ...fields } : row))

test.each<[string, string, (answer: never, params: readonly unknown[]) => unknown]>([
  [
    'header',
    'eth_getBlockByNumber',
    // Only for this block: the one before it still hashes correctly.
    (block: RawBlock, [, whole]) => (whole === true ? { ...block, stateRoot: block.hash } : block),
  ],
  [
    'transactions',
    'eth_getBlockByNumber',
    (block: RawBlock) => ({ ...block, transactions: first(block.transactions, { value: '0x7' }) }),
  ],
  [
    'transactions',
    'eth_getBlockByNumber',
    (block: RawBlock) => ({ ...block, transactions: block.transactions.slice(1) }),
  ],
  ['receipts', 'eth_getBlockReceipts', (receipts: Row[]) => first(receipts, { gasUsed: '0x7' })],
  ['receipts', 'eth_getBlockReceipts', (receipts: Row[]) => first(receipts, { status: '0x0' })],
  [
    'receipts',
    'eth_getBlockReceipts',
    (receipts: Row[]) => receipts.map((receipt) => ({ ...receipt, logs: [] })),
  ],
])('a node that lies in %s (%s) is not believed at all', async (what, method, change) => {
  nodeLies(method, change)
  expect(await chain.check(of(await withLogs()))).toMatchObject({
    outcome: 'refused',
    problem: { kind: 'lies', what },
  })
})

test('a node that answers a height with another block is not believed at all', async () => {
  const hash = await withLogs()
  const { block_number: height } = await chain.ask<{ block_number: number }>(`/transactions/${hash}`)
  const tagOf = (number: number) => `0x${number.toString(16)}`
  chain.lieWith((path, body) =>
    path === `/transactions/${hash}` ? { ...(body as object), block_number: height + 1 } : body,
  )
  chain.node.answer((method, [tag, ...others], forward) =>
    /^eth_getBlock/.test(method) && tag === tagOf(height + 1)
      ? chain.anvil.request(method, [tagOf(height), ...others])
      : forward(),
  )
  expect(await chain.check(of(hash))).toMatchObject({
    outcome: 'refused',
    problem: { kind: 'lies', what: 'header' },
  })
})

test('what a node says beside the hashes does not count', async () => {
  const hash = await withLogs()
  nodeLies('eth_getBlockReceipts', (receipts: Row[]) =>
    receipts.map((receipt) => ({
      ...receipt,
      ...{ effectiveGasPrice: '0x1', contractAddress: `0x${'7'.repeat(40)}`, from: `0x${'7'.repeat(40)}` },
      logs: (receipt.logs as Row[]).map((log) => ({ ...log, logIndex: '0x77', transactionHash: '0x' })),
    })),
  )
  expect(differing(await chain.findings(of(hash)))).toEqual([])
  nodeLies('eth_getBlockByNumber', (block: RawBlock) => ({
    ...block,
    transactions: block.transactions.map((raw) => ({
      ...raw,
      from: `0x${'7'.repeat(40)}`,
      gasPrice: raw.gasPrice,
    })),
  }))
  expect(differing(await chain.findings(of(hash)))).toEqual([])
})

test('a fee that only the word of the node explains agrees, and is not proven', async () => {
  const hash = await withLogs()
  const state = async () =>
    (await chain.findings(of(hash))).find(({ part, field }) => part === 'transaction' && field === 'fee')
      ?.state
  expect(await state()).toBe('proven')
  nodeLies('eth_getBlockReceipts', (receipts: Row[]) =>
    receipts.map((receipt) => ({ ...receipt, l1Fee: '0x7' })),
  )
  expect(await state()).toBe('proven')
  chain.lieWith((path, body) => {
    const { fee } = body as { readonly fee?: { readonly value: string } }
    if (!fee || !path.endsWith(`/transactions/${hash}`)) return body
    return { ...(body as object), fee: { ...fee, value: String(BigInt(fee.value) + 7n) } }
  })
  expect(await state()).toBe('agrees')
})

test('of a chain that hashes otherwise nothing is proven, and what the node says the same agrees', async () => {
  const hash = await withLogs()
  nodeLies('eth_getBlockByNumber', (block: RawBlock) => ({ ...block, extraData: '0x1234' }))
  const findings = await chain.findings(of(hash))
  expect(differing(findings)).toEqual([])
  const stateOf = (field: string) =>
    findings.find((one) => one.part === 'transaction' && one.field === field)?.state
  // The transaction hashes to its own hash, in any block.
  expect({ value: stateOf('value'), from: stateOf('from') }).toEqual({ value: 'proven', from: 'proven' })
  expect({ status: stateOf('status'), block: stateOf('block_number') }).toEqual({
    status: 'agrees',
    block: 'agrees',
  })
})

test.each<[string, string, (answer: never) => unknown, object]>([
  ['is of another chain', 'eth_chainId', () => '0x1', { kind: 'other_chain', node: '1', source: '31337' }],
  ['has pruned the block', 'eth_getBlockByNumber', () => null, { kind: 'pruned' }],
  [
    'says so in words',
    'eth_getBlockByNumber',
    () => {
      throw new Refused(-32000, 'missing trie node 0x12')
    },
    { kind: 'pruned' },
  ],
  [
    'refuses for now',
    'eth_getBlockByNumber',
    () => {
      throw new Refused(-32005, 'limit exceeded')
    },
    { kind: 'limited', retryAfterMs: null, serverMessage: 'limit exceeded' },
  ],
  [
    'refuses for good',
    'eth_getBlockByNumber',
    () => {
      throw new Refused(-32000, 'no such plan')
    },
    { kind: 'refused', serverMessage: 'no such plan' },
  ],
  ['answers with something else', 'eth_getBlockByNumber', () => 7, { kind: 'garbage' }],
])('a node that %s is told apart', async (_, method, change, problem) => {
  nodeLies(method, change)
  expect(await chain.check(of(hashes[0]!))).toMatchObject({ outcome: 'refused', problem })
})

test('a node that is behind says how far it is', async () => {
  chain.node.answer((method, _params, forward) =>
    method === 'eth_blockNumber' ? '0x1' : /^eth_get/.test(method) ? null : forward(),
  )
  const report = await chain.check(of(hashes.at(-1)!))
  expect(report).toMatchObject({ problem: { kind: 'behind', head: 1 } })
})

const limitOf = (code: number) =>
  JSON.stringify({ jsonrpc: '2.0', id: 0, error: { code, message: 'slow down', retryAfterMs: 7 } })
test.each([
  ['and how long to wait', { 'retry-after': '90' }, 'Too many requests', 90_000, null],
  ['without a wait', {}, 'Too many requests', null, null],
  ['with a wait of none', { 'retry-after': '0' }, 'Too many requests', null, null],
  ['with a time that may be of any unit', { 'x-ratelimit-reset': '1764000000' }, '', null, null],
  ['in its own words', { 'retry-after': '90' }, limitOf(-32005), 90_000, 'slow down'],
  ['with a code of its own', {}, limitOf(-32007), null, 'slow down'],
])('a node that is asked too often says so, %s', async (_, headers, body, retryAfterMs, serverMessage) => {
  chain.node.intercept((_request, response) => {
    response.writeHead(429, headers).end(body)
    return true
  })
  expect(await chain.check(of(hashes[0]!))).toMatchObject({
    problem: { kind: 'limited', retryAfterMs, serverMessage },
  })
})

test('where nobody answers it is said', async () => {
  expect(await chain.check(of(hashes[0]!), 'http://127.0.0.1:9')).toMatchObject({
    problem: { kind: 'unreachable' },
  })
})

test('a node without receipts of blocks is asked for each', async () => {
  nodeLies('eth_getBlockReceipts', () => {
    throw new Refused(-32601, 'Method not found')
  })
  const findings = await chain.findings(of(await withLogs()))
  expect(differing(findings)).toEqual([])
  expect(findings.find(({ field }) => field === 'status')).toMatchObject({ state: 'proven' })
})

test('rows that only one of them has are told, and a transaction that the node has not', async () => {
  const hash = await withLogs()
  const path = `/transactions/${hash}/token-transfers`
  const honest = await chain.ask<{ items: Row[] }>(path)
  const answers = (items: readonly Row[]) => {
    chain.lieWith((asked, body) => (asked.split('?')[0] === path ? { ...honest, items } : body))
  }
  answers(honest.items.slice(1))
  const place = { part: 'token-transfer', row: String(honest.items[0]!.log_index), field: null }
  expect(differing(await chain.findings(of(hash)))).toEqual([
    { ...place, state: 'differs', source: null, other: expect.stringContaining('"token"') as string },
  ])
  answers([...honest.items, { ...honest.items[0]!, log_index: 999 }])
  expect(differing(await chain.findings(of(hash)))).toMatchObject([
    { part: 'token-transfer', row: '999', field: null, other: null },
  ])
  const made = `0x${'7'.repeat(64)}`
  const transaction = await chain.ask<Row>(`/transactions/${hash}`)
  chain.lieWith((asked, body) => (asked === `/transactions/${made}` ? { ...transaction, hash: made } : body))
  expect(differing(await chain.findings(of(made)))).toEqual([
    { part: 'transaction', row: null, field: null, state: 'differs', source: made, other: null },
  ])
})

test('an authorization is proven with its signature and signer; whether it took effect is not checked', async () => {
  const { sent } = await sendThroughAccounts(chain.anvil)
  await chain.ownService()
  const path = `/transactions/${sent.delegated}`
  const honest = await chain.ask<{ authorization_list: Row[] }>(path)
  const found = async (lie: Row) => {
    const list = honest.authorization_list.map((one) => ({ ...one, ...lie }))
    chain.lieWith((asked, body) => (asked === path ? { ...honest, authorization_list: list } : body))
    const findings = await chain.findings(of(sent.delegated))
    return findings
      .filter(({ field }) => field?.startsWith('authorization_list'))
      .map(({ field, state }) => [field, state])
  }
  const effect = ['authorization_list.status', 'unchecked']
  expect(await found({})).toEqual([['authorization_list', 'proven'], effect])
  expect(await found({ v: '27' })).toEqual([['authorization_list', 'proven'], effect])
  expect(await found({ status: 'invalid_nonce' })).toEqual([['authorization_list', 'proven'], effect])
  expect(await found({ status: null })).toEqual([['authorization_list', 'proven']])
  for (const lie of [{ authority: `0x${'7'.repeat(40)}` }, { v: '1' }, { r: '7' }, { nonce: '77' }])
    expect(await found(lie), JSON.stringify(lie)).toEqual([['authorization_list', 'differs'], effect])
})

async function withLogs(): Promise<string> {
  const [kind] = await differentOnes((logs) => logs.includes(TRANSFER))
  return kind!
}
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** One transaction for each set of events, and one that creates a contract. */
async function differentOnes(isMeant = (_logs: readonly unknown[]) => true): Promise<readonly string[]> {
  const kinds = new Map<string, string>()
  for (const hash of hashes) {
    const { logs, to, status } = await chain.anvil.request<{
      logs: { topics: string[] }[]
      to: unknown
      status: string
    }>('eth_getTransactionReceipt', [hash])
    const topics = logs.map(({ topics: [topic] }) => topic)
    const kind = JSON.stringify([topics, to === null, status])
    if (isMeant(topics) && !kinds.has(kind)) kinds.set(kind, hash)
  }
  return [...kinds.values()]
}
const IDENTITY = new Set(['/logs items.index', '/token-transfers items.log_index'])
const PROVEN = [
  'block hash',
  'log address',
  'log block_hash',
  'log block_number',
  'log block_timestamp',
  'log data',
  'log topics',
  'log transaction_hash',
  'token-transfer block_hash',
  'token-transfer block_number',
  'token-transfer from',
  'token-transfer timestamp',
  'token-transfer to',
  'token-transfer token',
  'token-transfer token_type',
  'token-transfer total.token_id',
  'token-transfer total.value',
  'token-transfer transaction_hash',
  'token-transfer type',
  'transaction authorization_list',
  'transaction base_fee_per_gas',
  'transaction block_number',
  'transaction created_contract',
  'transaction fee',
  'transaction from',
  'transaction gas_limit',
  'transaction gas_price',
  'transaction gas_used',
  'transaction hash',
  'transaction max_fee_per_gas',
  'transaction max_priority_fee_per_gas',
  'transaction method',
  'transaction nonce',
  'transaction position',
  'transaction priority_fee',
  'transaction raw_input',
  'transaction result',
  'transaction status',
  'transaction timestamp',
  'transaction to',
  'transaction transaction_burnt_fee',
  'transaction type',
  'transaction value',
]
/** Names and reputation of addresses and tokens, and decoded data. */
const OF_NAMES =
  /\.(?:is_contract|is_scam|is_verified|name|reputation)$|\.token\.(?!address_hash)|decoded|token_instance|^logs\./
const UNFOUND = [
  '/logs items.smart_contract.hash',
  '/token-transfers items.method',
  '/token-transfers items.total.decimals',
  'confirmation_duration',
  'confirmations',
  'fee.type',
  'has_error_in_internal_transactions',
  'method',
  'revert_reason.raw',
  'token_transfers.total.decimals',
  'token_transfers_overflow',
  'transaction_types',
]
