import { keccak256, serializeTransaction } from 'viem'
import { expect, test } from 'vitest'
import type { Anvil } from '../testing/anvil.ts'
import { testAnvil } from '../testing/fixtures.ts'
import { sendThroughAccounts } from '../testing/account-contracts.ts'
import { Workload } from '../testing/workload.ts'
import { isBlockProven, isHeaderProven } from '#platform/json-rpc/proof/block-proof.ts'
import { quantityBytes, rlp, trieRoot } from '#platform/json-rpc/proof/trie-root.ts'

interface Raw {
  readonly transactions: readonly Record<string, unknown>[]
  readonly [field: string]: unknown
}
interface Receipt {
  readonly logs: readonly Record<string, unknown>[]
  readonly [field: string]: unknown
}

async function read(anvil: Anvil, height: number) {
  const tag = `0x${height.toString(16)}`
  return {
    block: await anvil.request<Raw>('eth_getBlockByNumber', [tag, true]),
    receipts: await anvil.request<Receipt[]>('eth_getBlockReceipts', [tag]),
  }
}

test('blocks of a node are what their hashes say, with each kind of transaction', async () => {
  const anvil = await testAnvil()
  await (await Workload.deploy(anvil.url)).make(60, 20)
  const [from, to] = await anvil.request<string[]>('eth_accounts')
  await anvil.request('evm_setAutomine', [false])
  for (const fields of [
    { type: '0x0', gasPrice: '0x77359400' },
    {
      type: '0x1',
      gasPrice: '0x77359400',
      accessList: [{ address: to, storageKeys: [`0x${'1'.repeat(64)}`] }],
    },
    { type: '0x2' },
  ])
    await anvil.request('eth_sendTransaction', [{ from, to, value: '0x1', gas: '0x186a0', ...fields }])
  await anvil.request('evm_mine')
  await anvil.request('evm_setAutomine', [true])
  await sendThroughAccounts(anvil)
  const head = Number(await anvil.request<string>('eth_blockNumber'))
  const types = new Set<unknown>()
  let logs = 0
  for (let height = 0; height <= head; height++) {
    const { block, receipts } = await read(anvil, height)
    expect(isHeaderProven(block), `header ${String(height)}`).toBe(true)
    expect(isBlockProven(block, receipts), `block ${String(height)}`).toBe(true)
    for (const { type } of block.transactions) types.add(type)
    for (const receipt of receipts) logs += receipt.logs.length
  }
  expect(types).toEqual(new Set(['0x0', '0x1', '0x2', '0x4']))
  expect(logs).toBeGreaterThan(20)
})

test('whatever is changed in a block or a receipt is noticed', async () => {
  const anvil = await testAnvil()
  await (await Workload.deploy(anvil.url)).make(40, 20)
  const { block, receipts } = await read(anvil, Number(await anvil.request<string>('eth_blockNumber')))
  const logsOf = receipts.findIndex(({ logs }) => logs.length > 0)
  expect(isBlockProven(block, receipts)).toBe(true)

  const changes = {
    parentHash: block.hash,
    stateRoot: block.hash,
    miner: block.transactions[0]!.from,
    timestamp: '0x1',
    gasUsed: '0x1',
    extraData: '0x01',
    number: '0x1',
    baseFeePerGas: '0x1',
  }
  for (const [field, value] of Object.entries(changes)) {
    const changed = { ...block, [field]: value }
    expect(isHeaderProven(changed), field).toBe(false)
    expect(isBlockProven(changed, receipts), field).toBe(false)
  }
  expect(isHeaderProven({ ...block, hash: block.parentHash })).toBe(false)

  const [first, ...others] = block.transactions
  for (const fields of [
    { value: '0x7' },
    { to: null },
    { input: '0x01' },
    { nonce: '0x77' },
    { hash: block.hash },
  ])
    expect(isBlockProven({ ...block, transactions: [{ ...first, ...fields }, ...others] }, receipts)).toBe(
      false,
    )
  expect(isBlockProven({ ...block, transactions: others }, receipts.slice(1))).toBe(false)

  const withReceipt = (at: number, fields: object) =>
    receipts.map((receipt, index) => (index === at ? { ...receipt, ...fields } : receipt))
  for (const fields of [
    { status: receipts[0]!.status === '0x1' ? '0x0' : '0x1' },
    { gasUsed: '0x1' },
    { cumulativeGasUsed: '0x1' },
    { transactionHash: block.hash },
  ])
    expect(isBlockProven(block, withReceipt(0, fields)), JSON.stringify(fields)).toBe(false)
  const logs = receipts[logsOf]!.logs
  for (const changed of [
    [],
    logs.slice(1),
    [...logs, ...logs],
    [{ ...logs[0], address: first!.from }, ...logs.slice(1)],
    [{ ...logs[0], data: '0x1234' }, ...logs.slice(1)],
    [{ ...logs[0], topics: [block.hash] }, ...logs.slice(1)],
  ])
    expect(isBlockProven(block, withReceipt(logsOf, { logs: changed }))).toBe(false)
  expect(isBlockProven(block, receipts.slice(1))).toBe(false)
  expect(isBlockProven(block, [])).toBe(false)
})

test.each([null, 'text', {}, { hash: 7 }, { parentHash: {} }])('%j is no block', (answer) => {
  expect(isHeaderProven(answer)).toBe(false)
  expect(isBlockProven(answer, [])).toBe(false)
})

test('a transaction with blobs is written as others write it', () => {
  const [r, s] = [`0x${'12'.repeat(32)}`, `0x${'34'.repeat(32)}`] as const
  const to = `0x${'aa'.repeat(20)}` as const
  const blob = `0x01${'bb'.repeat(31)}` as const
  const serialized = serializeTransaction(
    {
      type: 'eip4844',
      chainId: 1,
      nonce: 300,
      maxPriorityFeePerGas: 5n,
      maxFeePerGas: 2_000_000_000n,
      gas: 21_000n,
      to,
      value: 0n,
      data: '0x',
      accessList: [],
      maxFeePerBlobGas: 7n,
      blobVersionedHashes: [blob],
    },
    { r, s, yParity: 1 },
  )
  const hash = `0x${'1'.repeat(64)}` as const
  const fields = {
    parentHash: hash,
    sha3Uncles: hash,
    miner: to,
    stateRoot: hash,
    transactionsRoot: trieRoot([serialized]),
    receiptsRoot: trieRoot([`0x03${rlp(['0x01', quantityBytes(21_000), hash, []]).slice(2)}`]),
    logsBloom: hash,
    difficulty: '0x0',
    number: '0x100',
    gasLimit: '0x7530',
    gasUsed: '0x5208',
    timestamp: '0x1',
    extraData: '0x',
    mixHash: hash,
    nonce: '0x0000000000000000',
  }
  const written = Object.entries(fields).map(([name, value]) =>
    ['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp'].includes(name)
      ? quantityBytes(value)
      : value,
  ) as `0x${string}`[]
  const transaction = {
    hash: keccak256(serialized),
    transactionIndex: '0x0',
    type: '0x3',
    chainId: '0x1',
    nonce: '0x12c',
    maxPriorityFeePerGas: '0x5',
    maxFeePerGas: '0x77359400',
    gas: '0x5208',
    to,
    value: '0x0',
    input: '0x',
    accessList: [],
    maxFeePerBlobGas: '0x7',
    blobVersionedHashes: [blob],
    yParity: '0x1',
    r,
    s,
  }
  const receipt = {
    transactionHash: transaction.hash,
    transactionIndex: '0x0',
    type: '0x3',
    status: '0x1',
    gasUsed: '0x5208',
    cumulativeGasUsed: '0x5208',
    logsBloom: hash,
    logs: [],
  }
  const block = { ...fields, hash: keccak256(rlp(written)), transactions: [transaction] }
  expect(isBlockProven(block, [receipt])).toBe(true)
  expect(
    isBlockProven({ ...block, transactions: [{ ...transaction, maxFeePerBlobGas: '0x8' }] }, [receipt]),
  ).toBe(false)
})

test('the root of a list without anything is that of the empty trie', () => {
  expect(trieRoot([])).toBe('0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421')
})
