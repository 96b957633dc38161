/** Approvals of an address over a development chain: what its contracts say of every pair, and nodes that fail. */
import type { Hex } from 'viem'
import { CONNECTION_LIMITS, connectNode } from '#platform/json-rpc/node-connection.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callData, deployData } from '#service/indexer/testing/workload.ts'
import { Refused, startProxy } from '#service/indexer/testing/node-proxy.ts'
import { hex, word } from '#service/indexer/testing/scripted-node.ts'
import type { CallOutput } from '#shared/rpc/contract.ts'
import { startCheckedChain, type CheckedChain } from '../check/testing/checked-chain.ts'
import { callAll } from './ask-node-state.ts'
import { scanLogs } from './scan-logs.ts'
import { numberAt } from './words.ts'
import { linesOf, saidByContracts, startApproving, usesOnChain } from './testing/approving-life.ts'

let chain: CheckedChain
let life: Awaited<ReturnType<typeof startApproving>>
let owner: Hex
let spender: Hex

const SEED = 20_261_127

beforeAll(async () => {
  chain = await startCheckedChain()
  life = await startApproving(chain, SEED)
  await life.live(300)
  ;[owner, spender] = [life.owners[0]!, life.spenders[0]!]
})
afterAll(() => chain.close())
afterEach(() => {
  chain.beHonest()
})

async function read(of: string = owner, rpcUrl: string | undefined = chain.node.url) {
  const request = { source: chain.source, address: of, rpcUrl }
  const result = await chain.client.call('approvals.read', request)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.data
}
async function readWhole(...of: Parameters<typeof read>) {
  const report = await read(...of)
  if (report.outcome !== 'read') throw new Error(JSON.stringify(report.problem))
  return report
}
type Problem = Extract<CallOutput<'approvals.read'>, { readonly outcome: 'refused' }>['problem']
async function problemOf(...of: Parameters<typeof read>): Promise<Problem> {
  const report = await read(...of)
  if (report.outcome !== 'refused') throw new Error('The node was believed.')
  return report.problem
}

async function approvalOf(token: string, by: string = spender, of: string = owner) {
  const { approvals } = await readWhole(of)
  const found = approvals.filter((one) => one.token.address === token && one.spender.address === by)
  if (found.length !== 1) throw new Error(`${String(found.length)} approvals`)
  return found[0]!
}

const send = (from: string, to: string, data: string) => chain.anvil.send({ from, to, data, gas: '0x7a120' })
const withPrices = (body: unknown, prices: Readonly<Record<string, string>>) => {
  const { items = [], ...rest } = body as { items?: readonly { token?: { address_hash?: string } }[] }
  return {
    ...rest,
    items: items.map(({ token, ...item }) => {
      const price = prices[String(token?.address_hash).toLowerCase()]
      return { ...item, token: { ...token, exchange_rate: price ?? null } }
    }),
  }
}
const receiptOf = (hash: string) =>
  chain.anvil.request<{ blockNumber: Hex }>('eth_getTransactionReceipt', [hash])
const balanceOf = async (token: string, of: string) =>
  BigInt(
    await chain.anvil.request<Hex>('eth_call', [
      { to: token, data: callData('Coin', 'balanceOf', [of]) },
      'latest',
    ]),
  )

describe('of a chain', () => {
  test(`what is open after 300 random actions is what the contracts say of every pair (seed ${String(SEED)})`, async () => {
    const kinds = new Set<string | undefined>()
    for (const one of life.owners) {
      const said = await saidByContracts(chain.anvil, life, one)
      for (const line of said) kinds.add(line.split(' ')[0])
      expect(linesOf(await read(one)), one).toEqual(said)
    }
    expect(kinds).toEqual(new Set(['amount', 'collection', 'nft', 'permit2']))
  })

  test('an approval was last used where its spender last took the token, and never where it took none', async () => {
    const kinds = new Set<string>()
    const { PermitCoin, Permits } = life.at
    const taker = life.spenders[3]!
    await send(owner, PermitCoin, callData('PermitCoin', 'mint', [owner, 100n]))
    await send(owner, PermitCoin, callData('PermitCoin', 'approve', [Permits, 100n]))
    await send(owner, Permits, callData('Permits', 'approve', [PermitCoin, taker, 50n, 4_000_000_000n]))
    await send(taker, Permits, callData('Permits', 'transferFrom', [owner, taker, 10n, PermitCoin]))
    for (const one of life.owners) {
      const uses = await usesOnChain(chain.anvil, one)
      const { approvals } = await readWhole(one)
      for (const { kind, token, via, spender: by, since, lastUse } of approvals) {
        const last = uses.get(`${token.address} ${via ?? 'itself'} ${by.address}`)
        const block = last === undefined ? undefined : Number((await receiptOf(last)).blockNumber)
        const expected = block !== undefined && block >= since!.block ? last : 'never'
        // Where another approved contract was called it is not known that this one took nothing.
        const isUntold = lastUse.kind === 'unknown' && expected === 'never'
        const said = lastUse.kind === 'used' ? lastUse.place.transaction : isUntold ? expected : lastUse.kind
        if (kind !== 'nft')
          expect([kind, token.address, by.address, said]).toEqual([kind, token.address, by.address, expected])
        kinds.add(`${kind} ${lastUse.kind}`)
      }
    }
    expect([...kinds]).toEqual(expect.arrayContaining(['amount used', 'amount never', 'permit2 used']))
  })

  test('what the node does not tell of transfers is not known of a last use', async () => {
    const uses = async () => {
      const { approvals, evidence } = await readWhole()
      if (evidence.kind !== 'logs') throw new Error('no logs')
      return { transfers: evidence.transfers, uses: approvals.map(({ lastUse }) => lastUse) }
    }
    const whole = await uses()
    const last = Math.max(...whole.uses.map((one) => (one.kind === 'used' ? one.place.block : 0)))
    const lastly = whole.uses.find((one) => one.kind === 'used' && one.place.block === last)
    if (lastly?.kind !== 'used') throw new Error('none was used')
    chain.node.answer((method, params, forward) =>
      method === 'eth_getTransactionByHash' && params[0] === lastly.place.transaction ? null : forward(),
    )
    const lacking = await uses()
    expect(lacking.uses).not.toContainEqual(lastly)
    expect(lacking.uses.filter(({ kind }) => kind === 'unknown').length).toBeGreaterThan(0)

    chain.node.answer((method, params, forward) => {
      const isOfTransfers = (params[0] as { address?: unknown } | undefined)?.address !== undefined
      if (method === 'eth_getLogs' && isOfTransfers) throw new Refused(-32601, 'not by address')
      return forward()
    })
    const none = await uses()
    expect(none.transfers).toEqual({ from: null, logs: 0 })
    expect(new Set(none.uses.map(({ kind }) => kind))).toEqual(new Set(['unknown']))
  })

  test.each([
    ['refuses', false],
    ['breaks at', true],
  ])('a node that %s what gives transactions gives all else', async (_, isBroken) => {
    const whole = await readWhole()
    const callsOf = ({ endedApprovals }: typeof whole) => endedApprovals.flatMap(({ end }) => end?.by ?? [])
    expect(callsOf(whole).length).toBeGreaterThan(0)
    let isAsked = false
    chain.node.answer((method, _params, forward) => {
      if (method !== 'eth_getTransactionByHash') return forward()
      isAsked = true
      throw new Refused(-32601, 'the method does not exist')
    })
    chain.node.answerBatches((answers, response) => {
      if (isAsked && isBroken) response.statusCode = 500
      isAsked = false
      return answers
    })
    const lacking = await readWhole()
    expect(callsOf(lacking)).toEqual([])
    const restOf = ({ approvals, endedApprovals }: typeof whole) => ({
      open: approvals.map(({ lastUse: _lastUse, ...rest }) => rest),
      ended: endedApprovals.map(({ end, ...rest }) => ({ ...rest, how: end?.how, place: end?.place })),
    })
    expect(restOf(lacking)).toEqual(restOf(whole))
  })

  test('what is at stake has the source’s price, and none where the source gives none', async () => {
    const { Coin, PermitCoin } = life.at
    await send(owner, PermitCoin, callData('PermitCoin', 'approve', [chain.at.Workshop, 5n]))
    await send(owner, Coin, callData('Coin', 'approve', [chain.at.Workshop, 5n]))
    chain.lieWith((path, body) =>
      path.includes('/tokens') ? withPrices(body, { [Coin]: '0.000000000000000000123' }) : body,
    )
    const by = chain.at.Workshop
    expect((await approvalOf(Coin, by)).token.price).toBe('0.000000000000000000123')
    expect((await approvalOf(PermitCoin, by)).token.price).toBeNull()
    chain.lieWith(() => ({ message: 'no such page' }))
    expect((await approvalOf(Coin, by)).token.price).toBeNull()
  })

  test('what has ended says when, and by which call', async () => {
    const by = life.spenders[1]!
    const { PermitCoin } = life.at
    await send(owner, PermitCoin, callData('PermitCoin', 'approve', [by, 0n]))
    const opened = await send(owner, PermitCoin, callData('PermitCoin', 'approve', [by, 7n]))
    const ended = await send(owner, PermitCoin, callData('PermitCoin', 'decreaseAllowance', [by, 7n]))
    await send(owner, PermitCoin, callData('PermitCoin', 'approve', [by, 0n]))
    const { endedApprovals } = await readWhole()
    const found = endedApprovals.filter(
      ({ kind, token, spender: one }) =>
        kind === 'amount' && token.address === PermitCoin && one.address === by,
    )
    expect(found).toMatchObject([
      {
        ...{ state: 'ended', amount: null, stake: null, token: { symbol: 'PRM' } },
        since: { transaction: opened.transactionHash },
        end: {
          how: 'said',
          place: { transaction: ended.transactionHash, time: expect.any(Number) },
          by: { from: owner, to: PermitCoin, method: 'decreaseAllowance' },
        },
      },
    ])
  })

  test('the call that ends an approval ends it, of every kind', async () => {
    const last = life.owners[2]!
    const { approvals } = await readWhole(last)
    expect(approvals.length).toBeGreaterThan(5)
    for (const { ending } of approvals) await send(last, ending.to, ending.data)
    const { approvals: open, ended } = await readWhole(last)
    expect(open).toEqual([])
    expect(ended).toBeGreaterThanOrEqual(approvals.length)
  })

  test('what could be taken is the smallest of allowance, balance and what Permit2 itself may take', async () => {
    const { Coin, PermitCoin, Permits } = life.at
    const [held, of] = [await balanceOf(Coin, owner), life.spenders[3]!]
    await send(owner, Coin, callData('Coin', 'approve', [of, held - 1n]))
    expect(await approvalOf(Coin, of)).toMatchObject({ stake: String(held - 1n), unlimited: null })
    await send(owner, Coin, callData('Coin', 'approve', [of, held + 1n]))
    expect(await approvalOf(Coin, of)).toMatchObject({ stake: String(held), unlimited: null })
    await send(owner, PermitCoin, callData('PermitCoin', 'approve', [Permits, 17n]))
    await send(owner, PermitCoin, callData('PermitCoin', 'approve', [of, 0n]))
    await send(
      owner,
      Permits,
      callData('Permits', 'approve', [PermitCoin, of, 2n ** 160n - 1n, 4_000_000_000n]),
    )
    expect(await approvalOf(PermitCoin, of)).toMatchObject({
      kind: 'permit2',
      via: Permits,
      expires: 4_000_000_000,
      unlimited: 'huge',
      stake: '17',
    })
  })

  test('an amount is unlimited from 2^255 on, and from the token’s supply on', async () => {
    const { PermitCoin } = life.at
    const data = await chain.anvil.request<Hex>('eth_call', [
      { to: PermitCoin, data: callData('PermitCoin', 'totalSupply') },
      'latest',
    ])
    const supply = BigInt(data)
    const by = chain.at.Workshop
    for (const [amount, unlimited] of [
      [supply - 1n, null],
      [supply, 'supply'],
      [2n ** 255n - 1n, 'supply'],
      [2n ** 255n, 'huge'],
    ] as const) {
      await send(owner, PermitCoin, callData('PermitCoin', 'approve', [by, amount]))
      expect(await approvalOf(PermitCoin, by)).toMatchObject({ amount: String(amount), unlimited })
    }
  })

  test('an approval is open since it was set after the last end, whatever was used or changed meanwhile', async () => {
    const { PermitCoin } = life.at
    const by = life.spenders[2]!
    const sent: string[] = []
    for (const [from, method, args] of [
      [owner, 'approve', [by, 5n]],
      [owner, 'approve', [by, 0n]],
      [owner, 'approve', [by, 40n]],
      [by, 'transferFrom', [owner, by, 3n]],
      [owner, 'increaseAllowance', [by, 2n]],
    ] as const) {
      const { transactionHash } = await send(from, PermitCoin, callData('PermitCoin', method, args))
      sent.push(transactionHash)
    }
    const { timestamp } = await chain.anvil.request<{ timestamp: Hex }>('eth_getBlockByNumber', [
      'latest',
      false,
    ])
    const { approvals } = await readWhole()
    const [found] = approvals.filter(
      ({ kind, token, spender: one }) =>
        kind === 'amount' && token.address === PermitCoin && one.address === by,
    )
    expect(found).toMatchObject({
      amount: '39',
      since: { transaction: sent[2] },
      set: { transaction: sent[4], time: Number(timestamp) },
    })
  })

  test('a spender with code, a plain account, a label and the source’s word are told', async () => {
    const { Coin } = life.at
    const contract = chain.at.Hybrid
    await send(owner, Coin, callData('Coin', 'approve', [contract, 9n]))
    const account = life.spenders[0]!
    await send(owner, Coin, callData('Coin', 'approve', [account, 9n]))
    chain.lieWith((path, body) =>
      path.toLowerCase() === `/addresses/${contract}`
        ? { hash: contract, name: 'Hy\u202ebrid', is_verified: false, reputation: 'scam' }
        : body,
    )
    const of = (one: string) => approvalOf(Coin, one).then((approval) => approval.spender)
    const said = await of(contract)
    expect(said).toMatchObject({
      hasCode: true,
      isVerified: false,
      isScam: true,
      label: null,
      isWatched: false,
    })
    expect(said.name).toMatch(/^Hy.?brid$/)
    expect(said.name).not.toContain('\u202e')
    expect(await of(account)).toMatchObject({ hasCode: false })
    const watch = (chainId: string, label: string) =>
      chain.client.call('watchlist.save', { address: account, chainId, label })
    await watch('5', 'Elsewhere')
    expect(await of(account)).toMatchObject({ label: null, isWatched: false })
    await watch('31337', '')
    expect(await of(account)).toMatchObject({ label: null, isWatched: true })
    await watch('31337', 'Mine')
    expect(await of(account)).toMatchObject({ label: 'Mine', isWatched: true })
  })

  test('a token that does not answer is open for all that is known, and its end can be asked for', async () => {
    const { contractAddress } = await chain.anvil.send({
      from: owner,
      data: deployData('Mute'),
      gas: '0x4c4b40',
    })
    const mute = contractAddress!.toLowerCase()
    await send(owner, mute, callData('Mute', 'claim', [owner, spender]))
    expect(await approvalOf(mute)).toMatchObject({
      state: 'unknown',
      amount: null,
      stake: null,
      token: { symbol: null, decimals: null },
    })
  })
})

test('a word that is no hex is no number', () => {
  expect(numberAt(`0x${'zz'.repeat(32)}`, 0)).toBeUndefined()
  expect(numberAt(`0x${word(7)}`, 0)).toBe(7n)
})

describe('without a node', () => {
  test('transactions of the address say what was set, and from which blocks that is known', async () => {
    const of = (await chain.anvil.request<Hex[]>('eth_accounts'))[8]!
    const { Coin, Items, Permits } = life.at
    const [one, two] = [life.spenders[0]!, life.spenders[1]!]
    await send(of, Coin, callData('Coin', 'approve', [one, 5n]))
    await send(of, Coin, callData('Coin', 'approve', [two, 2n ** 256n - 1n]))
    await send(of, Coin, callData('Coin', 'approve', [one, 0n]))
    await send(of, Items, callData('Items', 'setApprovalForAll', [one, true]))
    await send(of, Permits, callData('Permits', 'approve', [Coin, two, 7n, 0n]))
    await send(of, Permits, callData('Permits', 'approve', [Coin, two, 7n, 1n]))
    const { transactionHash } = await send(
      of,
      Permits,
      callData('Permits', 'approve', [Coin, one, 7n, 4_000_000_000n]),
    )
    const added = await chain.client.call('sources.add', { url: await chain.ownService(), chainId: '31337' })
    if (!added.ok) throw new Error(JSON.stringify(added.error))
    const told: unknown[] = []
    const subject = { source: added.data.id, address: of }
    const stop = chain.client.subscribe('approvals.progress', subject, (one) => {
      told.push(one)
    })
    const result = await chain.client.call('approvals.read', subject)
    stop()
    expect(told).toEqual([null, { step: 'transactions', rows: 7, pairs: 7 }, null])
    if (!result.ok || result.data.outcome !== 'read') throw new Error(JSON.stringify(result))
    const { approvals, evidence, ended } = result.data
    expect(ended).toBe(2)
    expect(evidence).toMatchObject({ kind: 'transactions', rows: 7, state: 'whole' })
    expect(linesOf(result.data)).toEqual(
      [
        `amount ${Coin} ${two} ${String(2n ** 256n - 1n)}`,
        `collection ${Items} ${one}`,
        `permit2 ${Coin} ${one} 7 4000000000`,
      ].toSorted(),
    )
    expect(approvals.every(({ state, stake }) => state === 'told' && stake === null)).toBe(true)
    expect(approvals.find(({ kind }) => kind === 'permit2')?.set.transaction).toBe(transactionHash)
  })

  test('an NFT that was approved to nobody again is no open approval, and another one says its number', async () => {
    const of = (await chain.anvil.request<Hex[]>('eth_accounts'))[9]!
    const { Pictures } = life.at
    for (const id of [77n, 78n, 79n]) await send(of, Pictures, callData('Pictures', 'mint', [of, id]))
    await send(of, Pictures, callData('Pictures', 'approve', [spender, 77n]))
    await send(of, Pictures, callData('Pictures', 'approve', [spender, 78n]))
    const nobody = `0x${'0'.repeat(40)}`
    const { transactionHash } = await send(of, Pictures, callData('Pictures', 'approve', [nobody, 77n]))
    const added = await chain.client.call('sources.add', { url: await chain.ownService(), chainId: '31337' })
    if (!added.ok) throw new Error(JSON.stringify(added.error))
    const result = await chain.client.call('approvals.read', { source: added.data.id, address: of })
    if (!result.ok || result.data.outcome !== 'read') throw new Error(JSON.stringify(result))
    expect(linesOf(result.data)).toEqual([`nft ${Pictures} ${spender} 78`])
    expect(result.data.endedApprovals).toMatchObject([
      {
        ...{ kind: 'nft', state: 'ended', id: '77', spender: { address: spender } },
        end: { how: 'said', place: { transaction: transactionHash }, by: { method: 'approve' } },
      },
    ])
  })

  test('of a source that counts requests only what is kept is read', async () => {
    const result = await chain.client.call('approvals.read', { source: chain.source, address: owner })
    expect(result).toMatchObject({
      ok: true,
      data: {
        approvals: [],
        evidence: { kind: 'transactions', rows: 0, state: 'absent', from: null, to: null },
      },
    })
  })
})

describe('a node', () => {
  const spanOf = ([filter]: readonly unknown[]) => {
    const { fromBlock, toBlock } = filter as { fromBlock: Hex; toBlock: Hex }
    return { from: Number(fromBlock), to: Number(toBlock) }
  }
  const whenLogs = (
    answer: (span: { from: number; to: number }, forward: () => Promise<unknown>) => unknown,
  ) => {
    chain.node.answer((method, params, forward) =>
      method === 'eth_getLogs' ? answer(spanOf(params), forward) : forward(),
    )
  }

  test.each([1, 2, 7])('that gives logs of at most %i blocks at once tells the same', async (most) => {
    const whole = await readWhole()
    whenLogs(({ from, to }, forward) => {
      if (to - from >= most) throw new Refused(-32005, 'block range is too wide')
      return forward()
    })
    expect(await readWhole()).toEqual({ ...whole, evidence: { ...whole.evidence, node: expect.anything() } })
  })

  test('that gives logs of others, too, adds nothing', async () => {
    const whole = await readWhole()
    whenLogs(() => chain.anvil.request('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }]))
    expect((await readWhole()).approvals).toEqual(whole.approvals)
  })

  test('that has no older logs says down to which block it knows, in its words', async () => {
    const { evidence } = await readWhole()
    if (evidence.kind !== 'logs') throw new Error('no logs')
    const oldest = evidence.to - 3
    whenLogs(({ from }, forward) => {
      if (from < oldest) throw new Refused(-32000, 'history has been pruned for this block')
      return forward()
    })
    const read = await readWhole()
    expect(read.evidence).toMatchObject({
      from: oldest,
      to: evidence.to,
      stopped: { kind: 'refused', serverMessage: 'history has been pruned for this block' },
    })
    expect(read.approvals.every(({ set }) => set.block >= oldest)).toBe(true)
  })

  test.each([
    ['no list', 7],
    ['no logs', [7]],
    ['topics that are no hashes', [{ topics: ['0x1'] }]],
    ['a log of no block', [{ topics: [], data: '0x', address: null }, { topics: [word(1)] }]],
  ])('that gives %s for logs is no node', async (_what, logs) => {
    whenLogs(() => logs)
    expect(await problemOf()).toEqual({ kind: 'garbage' })
  })

  test('of another chain is asked nothing', async () => {
    chain.node.methods.length = 0
    chain.node.answer((method, _params, forward) => (method === 'eth_chainId' ? '0x1' : forward()))
    expect(await problemOf()).toEqual({ kind: 'other_chain', node: '1', source: '31337' })
    expect(chain.node.methods).toEqual(['eth_chainId'])
  })

  test('that refuses what tokens say tells of nothing', async () => {
    chain.node.answer((method, _params, forward) => {
      if (method === 'eth_call') throw new Refused(-32005, 'too many requests')
      return forward()
    })
    expect(await problemOf()).toEqual({
      ...{ kind: 'limited', retryAfterMs: null, serverMessage: 'too many requests' },
    })
    chain.node.answer((method, _params, forward) => {
      if (method === 'eth_call') throw new Refused(-32000, 'missing trie node')
      return forward()
    })
    expect(await problemOf()).toMatchObject({ kind: 'pruned' })
  })

  test('where every call reverts, or returns nonsense, leaves each approval unknown', async () => {
    for (const answer of [
      () => {
        throw new Refused(3, 'execution reverted')
      },
      () => 'nonsense',
      () => '0x',
    ]) {
      chain.node.answer((method, _params, forward) => (method === 'eth_call' ? answer() : forward()))
      const { approvals } = await readWhole()
      expect(approvals.length).toBeGreaterThan(0)
      expect(new Set(approvals.map(({ state, stake }) => `${state} ${String(stake)}`))).toEqual(
        new Set(['unknown null']),
      )
    }
  })

  test('that limits requests is waited for and asked the same again, and never taken for one without older logs', async () => {
    const asked: string[] = []
    let limits = 2
    const limiting = await startProxy(chain.anvil.url, (method, params, forward) => {
      if (method !== 'eth_getLogs') return forward()
      const { from, to } = spanOf(params)
      asked.push(`${String(from)} ${String(to)}`)
      if ((limits -= 1) < 0) return forward()
      throw limits === 0 ? new Refused(429, 'slow down') : new Refused(-32005, 'request rate exceeded')
    })
    const node = connectNode(limiting.url)
    const options = {
      ...{ signal: new AbortController().signal, waitsMs: [1, 1] },
      ...{ onLogs: () => undefined, isFull: () => false },
    }
    const scan = { topics: [], from: 0, to: 9 }
    expect(await scanLogs(node, scan, options)).toEqual({ from: 0, stopped: null })
    expect(asked).toEqual(['0 9', '0 9', '0 9'])
    limiting.intercept((_request, response) => {
      limiting.intercept(null)
      response.writeHead(429).end()
      return true
    })
    expect(await scanLogs(node, scan, options)).toEqual({ from: 0, stopped: null })
    limits = 1e9
    await expect(scanLogs(node, scan, options)).rejects.toMatchObject({ message: 'request rate exceeded' })
    expect(asked).toHaveLength(7)
    const cancelled = new AbortController()
    const waiting = scanLogs(node, scan, { ...options, signal: cancelled.signal, waitsMs: [1e6] })
    cancelled.abort()
    await expect(waiting).rejects.toBeDefined()
    node.close()
    await limiting.close()
  })

  test('is asked of every other token, whatever one contract does', async () => {
    const whole = await readWhole()
    const hostile = life.at.Items
    chain.node.answer((method, params, forward) => {
      const { to } = (params[0] ?? {}) as { to?: string }
      return method === 'eth_call' && to === hostile ? `0x${'ab'.repeat(5 * 1024 * 1024)}` : forward()
    })
    const { approvals } = await readWhole()
    const others = (all: typeof approvals) =>
      all
        .filter(({ token }) => token.address !== hostile)
        .map(({ token, spender }) => `${token.address} ${spender.address}`)
    expect(others(approvals).toSorted()).toEqual(others(whole.approvals).toSorted())
  })

  test('that never answers what tokens say is given up', async () => {
    const silent = await startProxy(chain.anvil.url, (method, _params, forward) =>
      method === 'eth_call' ? new Promise(() => undefined) : forward(),
    )
    const node = connectNode(silent.url, { ...CONNECTION_LIMITS, methodTimeoutsMs: { eth_call: 30 } })
    const calls = Array.from({ length: 1_000 }, () => ({ to: life.at.Coin, data: '0x18160ddd' }))
    const block = { height: 1, hash: '', time: 0 }
    await expect(callAll(node, calls, block, new AbortController().signal)).rejects.toMatchObject({
      kind: 'timeout',
    })
    node.close()
    await silent.close()
  })

  test('without logs is not asked for fewer and fewer blocks', async () => {
    chain.node.methods.length = 0
    whenLogs(() => {
      throw new Refused(-32601, 'the method eth_getLogs does not exist')
    })
    expect(await problemOf()).toMatchObject({ kind: 'refused' })
    expect(chain.node.methods.filter((method) => method === 'eth_getLogs')).toHaveLength(1)
  })

  test('that never answers for logs is given up, and hears nothing more', async () => {
    let asked = 0
    const silent = await startProxy(chain.anvil.url, (method, _params, forward) => {
      if (method !== 'eth_getLogs') return forward()
      asked += 1
      return new Promise(() => undefined)
    })
    const node = connectNode(silent.url, { ...CONNECTION_LIMITS, timeoutMs: 50 })
    const options = { signal: new AbortController().signal, onLogs: () => undefined, isFull: () => false }
    await expect(scanLogs(node, { topics: [], from: 0, to: 1_000_000 }, options)).rejects.toMatchObject({
      kind: 'timeout',
    })
    expect(asked).toBe(3)
    node.close()
    await silent.close()
  })

  test('hears nothing more once nobody waits', async () => {
    const cancelled = new AbortController()
    whenLogs(({ from, to }, forward) => {
      if (to - from > 1) throw new Refused(-32005, 'too many blocks')
      cancelled.abort()
      chain.node.methods.length = 0
      return forward()
    })
    const request = { source: chain.source, address: owner, rpcUrl: chain.node.url }
    const result = await chain.client.call('approvals.read', request, { signal: cancelled.signal })
    expect(result).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    chain.beHonest()
    await read()
    // All that was asked since is what this second reading asked.
    expect(chain.node.methods.filter((method) => method === 'eth_chainId')).toHaveLength(1)
    expect(chain.node.methods[0]).toBe('eth_chainId')
  })

  test('progress says down to which block logs were read, and ends', async () => {
    const told: unknown[] = []
    const stop = chain.client.subscribe(
      'approvals.progress',
      { source: chain.source, address: owner },
      (one) => {
        told.push(one)
      },
    )
    await read()
    expect(told.at(0)).toBeNull()
    expect(told.at(1)).toEqual({ step: 'logs', block: 0, pairs: expect.any(Number) })
    expect(told.at(-2)).toEqual({ step: 'tokens', pairs: expect.any(Number) })
    expect(told.at(-1)).toBeNull()
    stop()
  })
})

test('of more than 100,000 approvals the newest are asked of, the newest of those told, and the rest counted', async () => {
  const [blocks, perBlock] = [13, 8_000]
  let calls = 0
  const addressOf = (nth: number) => `0x${nth.toString(16).padStart(40, '0')}`
  const logAt = (block: number, at: number) => ({
    address: addressOf(1_000_000 + at),
    topics: [
      '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
      `0x${word(BigInt(owner))}`,
      `0x${word(BigInt(block * perBlock + at + 1))}`,
    ],
    data: `0x${word(1)}`,
    ...{
      blockNumber: hex(block),
      logIndex: hex(at),
      transactionHash: `0x${word(at)}`,
      blockTimestamp: '0x1',
    },
  })
  const node = await startProxy(null, (method, params) => {
    switch (method) {
      case 'eth_chainId':
        return '0x7a69'
      case 'eth_getBlockByNumber':
        return { number: hex(blocks - 1), hash: `0x${word(1)}`, timestamp: '0x1' }
      case 'eth_getLogs': {
        const { fromBlock, toBlock } = params[0] as { fromBlock: Hex; toBlock: Hex }
        if (Number(toBlock) - Number(fromBlock) > 3) throw new Refused(-32005, 'more than 10000 results')
        return Array.from({ length: Number(toBlock) - Number(fromBlock) + 1 }, (_, nth) =>
          Array.from({ length: perBlock }, (_one, at) => logAt(Number(fromBlock) + nth, at)),
        ).flat()
      }
      case 'eth_call':
        calls += 1
        return `0x${word(1)}`
      case 'eth_getCode':
        return '0x'
    }
    throw new Refused(-32601, 'the method does not exist')
  })
  const report = await readWhole(owner, node.url)
  await node.close()
  expect(report.approvals).toHaveLength(2_000)
  expect(report.approvals.every(({ set }) => set.block === blocks - 1)).toBe(true)
  expect(report.left).toBe(98_000)
  expect(report.evidence).toMatchObject({ from: 1, stopped: { kind: 'full' } })
  expect(calls).toBe(100_000 + 4 * 2_000)
})

/** A node that only gives these logs, and says 1 to every call. `heads`: its newest block, each time that it is asked. */
function startLogNode(
  logs: readonly { readonly block: number; readonly [member: string]: unknown }[],
  heads: number[],
) {
  return startProxy(null, (method, params) => {
    switch (method) {
      case 'eth_chainId':
        return '0x7a69'
      case 'eth_getBlockByNumber': {
        const height = heads.length > 1 ? heads.shift()! : heads[0]!
        return { number: hex(height), hash: `0x${word(1)}`, timestamp: '0x1' }
      }
      case 'eth_getLogs': {
        const { fromBlock, toBlock } = params[0] as { fromBlock: Hex; toBlock: Hex }
        return logs.filter(({ block }) => block >= Number(fromBlock) && block <= Number(toBlock))
      }
      case 'eth_call':
        return `0x${word(1)}`
      case 'eth_getCode':
        return '0x'
    }
    throw new Refused(-32601, 'the method does not exist')
  })
}
const approvalLog = (block: number, token: number, by: number, amount: number) => ({
  block,
  address: `0x${token.toString(16).padStart(40, '0')}`,
  topics: [
    '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
    `0x${word(BigInt(owner))}`,
    `0x${word(BigInt(by))}`,
  ],
  data: `0x${word(amount)}`,
  ...{ blockNumber: hex(block), logIndex: '0x0', transactionHash: `0x${word(block)}`, blockTimestamp: '0x1' },
})

test('what was ended and set again while logs were read is open since then', async () => {
  const logs = [approvalLog(90, 7, 8, 5), approvalLog(105, 7, 8, 0), approvalLog(106, 7, 8, 5)]
  const node = await startLogNode(logs, [100, 110])
  const { approvals, evidence } = await readWhole(owner, node.url)
  await node.close()
  expect(approvals).toHaveLength(1)
  expect([approvals[0]!.since!.block, approvals[0]!.set.block]).toEqual([106, 106])
  expect(evidence).toMatchObject({ from: 0, to: 110 })
})

test('a token with thousands of approvals hides no other', async () => {
  const spam = Array.from({ length: 2_500 }, (_, at) => approvalLog(50 + at, 7, 1_000 + at, 1))
  const node = await startLogNode([approvalLog(3, 9, 8, 5), ...spam], [5_000])
  const { approvals, left } = await readWhole(owner, node.url)
  await node.close()
  expect([approvals.length, left]).toEqual([2_000, 501])
  expect(approvals.filter(({ set }) => set.block === 3)).toHaveLength(1)
})
