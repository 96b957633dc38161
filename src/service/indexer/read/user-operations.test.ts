/** User operations of an account, from what EntryPoints logged on a real node. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { concatHex, pad, type Hex, zeroAddress } from 'viem'
import { KNOWN_ENTRY_POINTS, OPERATION_EVENT } from '#shared/abi/user-operations.ts'
import type { WireItem } from '../../chain-reader.ts'
import { operationsOf } from '../testing/account-contracts.ts'
import { indexed } from '../testing/fixtures.ts'
import { ofAddress, readAll } from '../testing/compare/read-all.ts'
import { serveAccounts } from '../testing/serve-accounts.ts'
import { callData } from '../testing/workload.ts'

const [OLD, ENTRY_POINT] = KNOWN_ENTRY_POINTS as [Hex, Hex]
let served: Awaited<ReturnType<typeof serveAccounts>>
let sent: Hex[]
let bundler: Hex

beforeAll(async () => {
  served = await serveAccounts()
  const { anvil, accounts, chain } = served
  const { at } = accounts
  const code = await anvil.request('eth_getCode', [at.EntryPoint, 'latest'])
  await anvil.request('anvil_setCode', [ENTRY_POINT, code])
  await anvil.request('anvil_setCode', [OLD, logging(at.SmartAccount)])
  const [from = '0x'] = await anvil.request<Hex[]>('eth_accounts')
  bundler = from
  const { operation, handleOps } = operationsOf(at, from)
  const refused = callData('Till', 'refuse', [9n])
  const paid = concatHex([at.Safe, '0x1234'])
  const gas = '0x2dc6c0'
  const datas = [
    handleOps(operation(2n ** 200n), operation(21n, undefined, paid)),
    handleOps({ ...operation(22n), callData: callData('SmartAccount', 'execute', [at.Till, 0n, refused]) }),
  ]
  sent = []
  for (const data of datas)
    sent.push((await anvil.send({ from, to: ENTRY_POINT, gas, data })).transactionHash)
  sent.push((await anvil.send({ from, to: OLD, gas })).transactionHash)
  await indexed(chain, anvil.url)
})

afterAll(() => served.close())

/** Code that logs an operation of a sender without the data of the event. */
function logging(sender: Hex): Hex {
  const topics = [pad('0x0'), pad(sender), pad('0xbad'), OPERATION_EVENT as Hex]
  return concatHex([...topics.flatMap((topic): Hex[] => ['0x7f', topic]), '0x60006000a400'])
}

const list = (address: string, filters = {}, limit = 50): Promise<WireItem[]> =>
  readAll(served.chain.reader, 'address-user-operations', { params: ofAddress(address), filters, limit })

test('what an account sent, newest first, with what came of it and what was paid', async () => {
  const { at } = served.accounts
  const [, failed, sponsored, own] = await list(at.SmartAccount)
  const hash = (address: Hex) =>
    expect.objectContaining({ hash: expect.stringMatching(new RegExp(address, 'i')) as string }) as object
  expect(own).toMatchObject({
    ...{ transaction_hash: sent[0], address: hash(at.SmartAccount), entry_point: hash(ENTRY_POINT) },
    ...{ entry_point_version: '0.7', nonce: String(2n ** 200n), status: true, paymaster: null },
    fee: '1000000000000000000',
    bundler: hash(bundler),
  })
  expect(sponsored).toMatchObject({ nonce: '21', fee: '1000000000000000001', paymaster: hash(at.Safe) })
  expect(failed).toMatchObject({ transaction_hash: sent[1], nonce: '22', status: false })
})

test('in pages of any size the same, for whom it paid by a filter, and nothing for others', async () => {
  const { SmartAccount, Safe, Till } = served.accounts.at
  const all = await list(SmartAccount)
  for (const limit of [1, 2, 3]) expect(await list(SmartAccount, {}, limit)).toEqual(all)
  expect(await list(Safe)).toEqual([])
  expect(await list(Safe, { filter: 'paymaster' })).toEqual(all.slice(2, 3))
  expect(await list(Till)).toEqual([])
  // Those that no paymaster paid for have zeros there.
  expect(await list(zeroAddress, { filter: 'paymaster' })).toEqual([])
})

test('operations that only an unknown contract logged are not an account’s; a log that cannot be read says nothing', async () => {
  const [odd, ...others] = await list(served.accounts.at.SmartAccount)
  expect(odd).toMatchObject({
    ...{ transaction_hash: sent[2], hash: pad('0xbad'), status: null, fee: null, nonce: null },
  })
  expect(others.map(({ transaction_hash: of }) => of)).toEqual([sent[1], sent[0], sent[0]])
})

test('an instance’s form of the request is answered as the list itself', async () => {
  const { SmartAccount, Safe } = served.accounts.at
  const get = async (path: string) => {
    const response = await fetch(`${served.service.url}/api/v2/${path}`)
    return { status: response.status, body: (await response.json()) as { items?: object[] } }
  }
  const extension = 'proxy/account-abstraction/operations'
  const own = await get(`addresses/${SmartAccount}/user-operations`)
  expect(own.body.items).toHaveLength(4)
  expect(await get(`${extension}?sender=${SmartAccount}`)).toEqual(own)
  expect((await get(`${extension}?paymaster=${Safe}`)).body.items).toHaveLength(1)
  for (const [query, name] of [
    ['', 'sender'],
    ['?sender=0x12', 'sender'],
    ['?paymaster=word', 'paymaster'],
    [`?sender=${SmartAccount}&paymaster=${Safe}`, 'paymaster'],
    [`?sender=${SmartAccount}&entry_point=${ENTRY_POINT}`, 'entry_point'],
    [`?bundler=${Safe}`, 'sender'],
  ]) {
    const { status, body } = await get(`${extension}${query!}`)
    expect([query, status, JSON.stringify(body)]).toEqual([query, 422, expect.stringContaining(`/${name!}"`)])
  }
})
