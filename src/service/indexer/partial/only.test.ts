/** An index that is kept for some addresses only (`--only`), against one of the whole chain. */
import { expect, test } from 'vitest'
import type { ListId } from '#shared/lists/list-table.ts'
import type { FollowedChain } from '../follow-chain.ts'
import type { Anvil } from '../testing/anvil.ts'
import { compareKept } from '../testing/compare/compare-kept.ts'
import { untilSameCounters } from '../testing/compare/counters.ts'
import { Differences } from '../testing/compare/differences.ts'
import { ofAddress, readAll } from '../testing/compare/read-all.ts'
import { indexed, testAnvil, testFolder, testFollow, testProxy } from '../testing/fixtures.ts'
import { openIndexIn } from '../testing/follow-indexed.ts'
import { Refused } from '../testing/node-proxy.ts'
import { until } from '../testing/until.ts'
import { Workload } from '../testing/workload.ts'

/** A chain with several tokens, and a miner who gets tips. */
async function busyChain(): Promise<{ anvil: Anvil; workload: Workload }> {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await anvil.request('anvil_setCoinbase', [workload.accounts[2]])
  await workload.make(240, 8)
  return { anvil, workload }
}

async function follow(anvil: Anvil, only?: readonly string[], more: { dataDir?: string } = {}) {
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder(), ...(only && { only }), ...more })
  await indexed(chain, anvil.url)
  return chain
}

async function expectSame(kept: FollowedChain, anvil: Anvil, addresses: readonly string[]) {
  const whole = await follow(anvil)
  await untilSame(kept, whole, addresses)
  await whole.close()
}

/** A page does without what the node does not give in time (coin balances, texts of tokens), and the next one has it. */
async function untilSame(kept: FollowedChain, whole: FollowedChain, addresses: readonly string[]) {
  let last = new Differences()
  await until(
    'the same lists and details',
    async () => {
      last = await compareKept(kept.reader, whole.reader, addresses)
      return last.found.length === 0
    },
    { seen: () => last.found },
  )
  return last
}

const firstPage = async (chain: FollowedChain, id: ListId, params: Readonly<Record<string, string>> = {}) =>
  chain.reader.list(id, { params, filters: {}, after: null, limit: 50 })

const count = (dataDir: string, sql: string): number => {
  const database = openIndexIn(dataDir)
  try {
    return database.get<{ count: number }>(`SELECT count(*) AS count FROM ${sql}`)?.count ?? 0
  } finally {
    database.close()
  }
}

test('every list of its addresses equals that of an index of the whole chain', async () => {
  const { anvil, workload } = await busyChain()
  const { accounts, at } = workload
  const whole = await follow(anvil)
  for (const only of [
    [accounts[1] ?? ''],
    [accounts[2] ?? ''],
    [at.Coin],
    [at.Pictures],
    [at.Items],
    [at.Workshop, accounts[5] ?? ''],
  ]) {
    const kept = await follow(anvil, only)
    const { compared } = await untilSame(kept, whole, only)
    expect(compared.transactions).toBeGreaterThan(10)
    expect(compared['address-transactions']).toBeGreaterThan(10)
    await kept.close()
  }
})

test('what only calls name is kept whole, and in its place', async () => {
  const { anvil, workload } = await busyChain()
  const [sender = '', receiver = '0x', stranger = ''] = workload.accounts
  const fresh = '0x00000000000000000000000000000000000000f1'
  const kept = await follow(anvil, [fresh])
  expect((await firstPage(kept, 'latest-transactions'))?.items).toEqual([])
  await anvil.request('evm_setAutomine', [false])
  const paid = await workload.pay(sender, [receiver, fresh], 10n)
  await workload.pay(stranger, [receiver, receiver], 10n)
  await anvil.request('evm_mine')
  await indexed(kept, anvil.url)
  const [call, ...others] = await readAll(kept.reader, 'address-internal-transactions', {
    params: ofAddress(fresh),
  })
  expect(others).toEqual([])
  expect(call).toMatchObject({ transaction_hash: paid, value: '5', success: true })
  expect(await kept.reader.detail('transaction', { transaction_hash: paid })).toMatchObject({ position: 0 })
  expect((await firstPage(kept, 'latest-transactions'))?.items).toHaveLength(1)
  await expectSame(kept, anvil, [fresh])
})

test('other branches are followed as by an index of the whole chain', async () => {
  const { anvil, workload } = await busyChain()
  const only = [workload.accounts[1] ?? '', workload.at.Pictures, workload.at.Workshop]
  const kept = await follow(anvil, only)
  for (let depth = 1; depth <= 8; depth++) {
    const snapshot = await anvil.request('evm_snapshot')
    await workload.make(depth * 4, 4)
    await indexed(kept, anvil.url)
    await anvil.request('evm_revert', [snapshot])
    await workload.make(depth + (depth % 3) * 3, 3)
    await indexed(kept, anvil.url)
  }
  expect(kept.status().reorganisation?.depth).toBeGreaterThan(3)
  await expectSame(kept, anvil, only)
  const fresh = await follow(anvil, only)
  const everybody = [...workload.accounts, ...Object.values(workload.at), `0x${'0'.repeat(40)}`]
  await untilSameCounters(kept.reader, fresh.reader, everybody)
})

test('it goes on after a restart with the same addresses, and with no others', async () => {
  const { anvil, workload } = await busyChain()
  const [, one = '', two = ''] = workload.accounts
  const dataDir = testFolder()
  await (await follow(anvil, [one, two], { dataDir })).close()
  const had = count(dataDir, 'tx')
  const options = { rpcUrl: anvil.url, dataDir }
  const made = `was made with --only for ${[one, two].sort().join(', ')}, and was left as it is.`
  for (const only of [[one], [one, two, workload.at.Coin], undefined]) {
    const started = testFollow({ ...options, ...(only && { only }) })
    await expect(started).rejects.toMatchObject({ code: 'other_addresses' })
    await expect(started).rejects.toThrow(made)
    await expect(started).rejects.toThrow('Start with the same --only, or choose another place')
  }
  expect(count(dataDir, 'tx')).toBe(had)
  await workload.make(24, 8)
  // In capitals, and in another order.
  const again = await follow(anvil, [two, one.toUpperCase().replace('0X', '0x')], { dataDir })
  await expectSame(again, anvil, [one, two])
})

test('an index of the whole chain is not made one of some addresses', async () => {
  const { anvil, workload } = await busyChain()
  const dataDir = testFolder()
  await (await follow(anvil, undefined, { dataDir })).close()
  const had = count(dataDir, 'tx')
  const started = testFollow({ rpcUrl: anvil.url, dataDir, only: [workload.at.Coin] })
  await expect(started).rejects.toThrow(
    'was made without --only: it has all of the chain, and was left as it is. Start without --only,',
  )
  expect(count(dataDir, 'tx')).toBe(had)
  // Nor where the node is away.
  await anvil.stop()
  const offline = testFollow({ rpcUrl: anvil.url, dataDir, only: [workload.at.Coin] })
  await expect(offline).rejects.toMatchObject({ code: 'other_addresses' })
})

test('comparing it with the node finds nothing where it is well, and repairs what was lost', async () => {
  const { anvil, workload } = await busyChain()
  const only = [workload.accounts[1] ?? '', workload.at.Workshop]
  const dataDir = testFolder()
  const chain = await follow(anvil, only, { dataDir })
  const none = (await chain.verify()).repaired
  expect(Object.values(none).every((found) => found === 0)).toBe(true)
  await chain.close()
  const tables = ['tx', 'log', 'transfer', 'internal', 'balance', 'withdrawal', 'block'] as const
  const had = tables.map((table) => count(dataDir, table))
  const database = openIndexIn(dataDir)
  const deleted = database.run('DELETE FROM tx WHERE position % 3 = 1')
  database.run('DELETE FROM log WHERE position % 4 = 1')
  database.run('DELETE FROM transfer WHERE log % 3 = 1')
  database.run('DELETE FROM internal WHERE position % 2 = 0')
  database.close()
  const again = await follow(anvil, only, { dataDir })
  const { repaired, again: from } = await again.verify()
  expect([repaired.transactions, from]).toEqual([deleted, null])
  expect(Object.values((await again.verify()).repaired).every((found) => found === 0)).toBe(true)
  await expectSame(again, anvil, only)
  await again.close()
  expect(tables.map((table) => count(dataDir, table))).toEqual(had)
})

test('lists and counts of all else say that they are not whole', async () => {
  const { anvil, workload } = await busyChain()
  const { accounts, at } = workload
  const [other = '', one = ''] = accounts
  const kept = await follow(anvil, [one, at.Pictures])
  const of = [one, at.Pictures].sort().join(', ')
  const [block] = (await firstPage(kept, 'latest-blocks'))?.items ?? []
  const height = { block_hash_or_number: String(block?.height) }
  for (const [id, params] of [
    ['address-transactions', ofAddress(other)],
    ['address-token-transfers', ofAddress(other)],
    ['address-internal-transactions', ofAddress(other)],
    ['address-coin-balances', ofAddress(other)],
    ['address-tokens', ofAddress(other)],
    ['address-logs', ofAddress(at.Coin)],
    ['token-holders', ofAddress(at.Coin)],
    ['token-transfers-of-token', ofAddress(at.Coin)],
    ['block-transactions', height],
    ['block-internal-transactions', height],
    ['block-withdrawals', height],
    ['latest-transactions', {}],
    ['token-transfers', {}],
    ['tokens', {}],
    ['advanced-filters', {}],
  ] as const) {
    const page = await firstPage(kept, id, params)
    expect(page?.meta?.message, id).toContain(
      `This index is kept for ${of}: what does not name one of them is not in it.`,
    )
  }
  // Lists that the index has whole have no such message.
  for (const [id, params] of [
    ['latest-blocks', {}],
    ['address-blocks-validated', ofAddress(accounts[2] ?? '')],
    ['address-transactions', ofAddress(one)],
    ['token-holders', ofAddress(at.Pictures)],
  ] as const)
    expect((await firstPage(kept, id, params))?.meta, id).toBeUndefined()

  const whole = await follow(anvil)
  expect(await kept.reader.detail('address-counters', ofAddress(other))).toEqual({
    ...(await whole.reader.detail('address-counters', ofAddress(other))),
    transactions_count: null,
    token_transfers_count: null,
    gas_usage_count: null,
  })
  expect(await kept.reader.detail('token', ofAddress(at.Coin))).toEqual({
    ...(await whole.reader.detail('token', ofAddress(at.Coin))),
    holders_count: null,
  })
  expect(await kept.reader.detail('token-counters', ofAddress(at.Coin))).toEqual({
    token_holders_count: null,
    transfers_count: null,
  })
  // The details of blocks and of the chain come from headers, which the index has whole.
  expect(await kept.reader.detail('block', height)).toEqual(await whole.reader.detail('block', height))
  expect(await kept.reader.detail('chain-statistics', {})).toEqual({
    ...(await whole.reader.detail('chain-statistics', {})),
    total_addresses: null,
    gas_prices: null,
  })
  expect(kept.status().message).toContain('Only what names one of 2 addresses is kept.')
  // Nor are balances that are added up from some transfers shown where no token can be asked.
  const known = await Promise.all(
    [whole, kept].map(async ({ reader }) =>
      (await readAll(reader, 'address-tokens', { params: ofAddress(other) })).map(
        ({ token, value }) => `${(token as { address_hash: string }).address_hash} ${String(value)}`,
      ),
    ),
  )
  await anvil.stop()
  await until('the node is missed', () => kept.status().state === 'stalled')
  const left = await readAll(kept.reader, 'address-tokens', { params: ofAddress(other) })
  expect(left.map(({ token }) => (token as { address_hash: string }).address_hash.toLowerCase())).toEqual([
    at.Pictures,
  ])
  expect(known[0]).toEqual(expect.arrayContaining(known[1] ?? []))
  const holders = await readAll(kept.reader, 'token-holders', { params: ofAddress(at.Coin) })
  expect(holders.map(({ address }) => (address as { hash: string }).hash.toLowerCase())).toEqual([one])
  expect((await kept.reader.suggestedAddresses()).map(({ address }) => address.toLowerCase())).toEqual(
    [one, at.Pictures].sort(),
  )
})

test('a token that nobody of its addresses has touched is asked what it is', async () => {
  const { anvil, workload } = await busyChain()
  const kept = await follow(anvil, ['0x00000000000000000000000000000000000000f1'])
  expect(await kept.reader.detail('token', ofAddress(workload.at.Coin))).toMatchObject({
    name: 'Test Coin',
    holders_count: null,
  })
})

test('where the node does not trace whole blocks, lists of calls say what may be missing', async () => {
  const { anvil, workload } = await busyChain()
  const only = [workload.accounts[1] ?? '']
  const proxy = await testProxy(anvil.url, (method, _params, forward) => {
    if (method === 'trace_block') throw new Refused(-32601, 'the method does not exist')
    return forward()
  })
  const kept = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder(), only })
  await indexed(kept, anvil.url)
  const whole = await follow(anvil)
  const params = ofAddress(only[0] ?? '')
  const calls = async (chain: FollowedChain) =>
    (await readAll(chain.reader, 'address-internal-transactions', { params })).map(
      (item) => `${String(item.transaction_hash)} ${String(item.index)}`,
    )
  const [known, all] = [await calls(kept), await calls(whole)]
  expect(known.length).toBeLessThan(all.length)
  expect(all).toEqual(expect.arrayContaining(known))
  for (const id of ['address-internal-transactions', 'address-coin-balances'] as const)
    expect((await firstPage(kept, id, params))?.meta, id).toMatchObject({
      status: 'partial',
      message: expect.stringContaining('The node does not trace whole blocks') as string,
    })
  expect((await firstPage(kept, 'address-transactions', params))?.meta).toBeUndefined()
  expect((await kept.reader.detail('address-tab-counters', params))?.internal_transactions_count).toBeNull()
  // Traces are asked for only of what is kept.
  const traced = proxy.methods.filter((method) => method === 'debug_traceTransaction').length
  expect(traced).toBeLessThan(120)
  const head = kept.status().traces
  expect(head.done).toBe(head.of)
})
