import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { indexed, testAnvil, testFolder, testFollow } from './testing/fixtures.ts'
import { ofAddress, readAll } from './testing/compare/read-all.ts'
import { until } from './testing/until.ts'
import { writeFoundryOut } from './testing/write-artifacts.ts'
import { callData, compiled, deployData, Workload } from './testing/workload.ts'

type Item = Record<string, unknown>

/** As Hardhat writes them: artifacts/contracts/File.sol/Contract.json, with a debug file beside. */
function hardhatArtifacts(folder: string, names: readonly string[]) {
  for (const name of names) {
    const { abi, bytecode, runtime } = compiled(name)
    const place = join(folder, 'contracts', `${name}.sol`)
    mkdirSync(place, { recursive: true })
    mkdirSync(join(folder, 'build-info'), { recursive: true })
    writeFileSync(join(folder, 'build-info', 'a.json'), 'never read')
    writeFileSync(join(place, `${name}.dbg.json`), '{"abi":"no"}')
    writeFileSync(
      join(place, `${name}.json`),
      JSON.stringify({ contractName: name, abi, bytecode, deployedBytecode: runtime }),
    )
  }
}

test.each([
  ['Foundry out/', writeFoundryOut],
  ['Hardhat artifacts/', hardhatArtifacts],
])('contracts, methods, events and revert reasons have the names of %s', async (_, write) => {
  const abiDir = testFolder()
  writeFileSync(join(abiDir, 'broken.json'), '{')
  writeFileSync(join(abiDir, 'other.json'), '{"some":"thing"}')
  write(abiDir, ['Workshop', 'Box', 'Hybrid'])
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  const [from] = workload.accounts
  const send = async (method: string, args: unknown[], value = '0x0') => {
    const request = {
      from,
      to: workload.at.Workshop,
      data: callData('Workshop', method, args),
      value,
      gas: '0xf4240',
    }
    return anvil.request<string>('eth_sendTransaction', [request])
  }
  const made = await send('make', [5n], '0x7')
  const small = await send('needs', [3n])
  const told = await send('fails', [])
  const divided = await send('divides', [0n])
  await anvil.request('eth_sendTransaction', [{ from, data: deployData('Box', [77n]), gas: '0xf4240' }])
  await anvil.request('evm_mine')
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder(), abiDir })
  await indexed(chain, anvil.url)
  const of = async (hash: string) =>
    (await chain.reader.detail('transaction', { transaction_hash: hash })) as Item
  expect(await of(made)).toMatchObject({
    method: 'make',
    to: { name: 'Workshop', is_verified: true },
    decoded_input: {
      method_call: 'make(uint256 number)',
      parameters: [{ name: 'number', type: 'uint256', value: '5' }],
    },
    logs: [
      {
        decoded: {
          method_call: 'Made(address indexed box, uint256 number)',
          parameters: [
            { name: 'box', indexed: true },
            { value: '5', indexed: false },
          ],
        },
      },
    ],
  })
  expect(await of(small)).toMatchObject({ status: 'error', revert_reason: 'TooSmall(given: 3, needed: 10)' })
  expect(await of(told)).toMatchObject({ revert_reason: 'as it was told' })
  expect(await of(divided)).toMatchObject({ revert_reason: 'Panic(0x12): a division by zero' })
  const list = await readAll(chain.reader, 'address-transactions', {
    params: ofAddress(workload.at.Workshop),
  })
  expect(list.map((item) => item.method)).toEqual(['divides', 'fails', 'needs', 'make', null])
  // A value put into the code on deploying (`immutable`) keeps nobody from knowing the contract.
  const internals = await readAll(chain.reader, 'address-internal-transactions', {
    params: ofAddress(workload.at.Workshop),
  })
  expect(internals).toMatchObject([{ type: 'create', created_contract: { name: 'Box', is_verified: true } }])
  const deployments = await readAll(chain.reader, 'address-transactions', { params: ofAddress(from!) })
  expect(deployments[0]).toMatchObject({ created_contract: { name: 'Box' }, method: null })
})

test('what was compiled later is known without starting again; well-known methods need no folder', async () => {
  const abiDir = join(testFolder(), 'out')
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  const [from, to] = workload.accounts
  const transfer = await anvil.request<string>('eth_sendTransaction', [
    { from, to: workload.at.Coin, data: callData('Coin', 'transfer', [to, 3n]) },
  ])
  const burn = await anvil.request<string>('eth_sendTransaction', [
    { from, to: workload.at.Hybrid, data: callData('Hybrid', 'move', [to, 1n]), gas: '0xf4240' },
  ])
  const mint = await anvil.request<string>('eth_sendTransaction', [
    { from, to: workload.at.Pictures, data: callData('Pictures', 'mint', [to, 9n]) },
  ])
  await anvil.request('evm_mine')
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder(), abiDir })
  await indexed(chain, anvil.url)
  const of = async (hash: string) =>
    (await chain.reader.detail('transaction', { transaction_hash: hash })) as Item
  expect(await of(transfer)).toMatchObject({
    method: 'transfer',
    to: { name: 'Test Coin', is_verified: false },
    logs: [{ decoded: { method_call: 'Transfer(address indexed from, address indexed to, uint256 value)' } }],
  })
  expect(await of(burn)).toMatchObject({
    method: callData('Hybrid', 'move', [to, 1n]).slice(0, 10),
    revert_reason: 'not yours',
  })
  // This event has the topic of the one before, with one more of its values in topics.
  const ofNft = 'Transfer(address indexed from, address indexed to, uint256 indexed tokenId)'
  const minted = async () => ((await of(mint)).logs as Item[])[0]?.decoded
  expect(await minted()).toMatchObject({ method_call: ofNft })
  writeFoundryOut(abiDir, ['Coin'])
  await until('the contract', async () => {
    await anvil.request('evm_mine')
    return ((await of(transfer)).to as Item).name === 'Coin'
  })
  expect(await minted()).toMatchObject({ method_call: ofNft })
  writeFoundryOut(abiDir, ['Hybrid'])
  await until('the names', async () => {
    await anvil.request('evm_mine')
    return (await of(burn)).method === 'move'
  })
})

test('a call to a proxy is told in the words of the contract behind it, also after an upgrade', async () => {
  const abiDir = testFolder()
  writeFoundryOut(abiDir, ['Abacus', 'Counter', 'Front'])
  const anvil = await testAnvil()
  const [from] = await anvil.request<string[]>('eth_accounts')
  const mined = (request: object) => anvil.send({ from, gas: '0x2dc6c0', ...request })
  const send = async (request: object) => (await mined(request)).transactionHash
  const deploy = async (name: string, args: unknown[] = []) =>
    (await mined({ data: deployData(name, args) })).contractAddress ?? ''
  const abacus = await deploy('Abacus')
  const counter = await deploy('Counter')
  const front = await deploy('Front', [counter])
  const copier = await deploy('Copier')
  await send({ to: copier, data: callData('Copier', 'copy', [counter]) })
  const last = await anvil.request<string>('eth_call', [
    { to: copier, data: callData('Copier', 'last') },
    'latest',
  ])
  const copy = `0x${last.slice(26)}`
  const counted = await send({ to: front, data: callData('Counter', 'count', [3n]) })
  const failed = await send({ to: front, data: callData('Counter', 'count', [3_000n]) })
  const copied = await send({ to: copy, data: callData('Counter', 'count', [4n]) })
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder(), abiDir })
  await indexed(chain, anvil.url)
  const of = async (hash: string) =>
    (await chain.reader.detail('transaction', { transaction_hash: hash })) as Item
  const same = (address: string) => expect.stringMatching(new RegExp(address, 'i')) as unknown
  const steps = { parameters: [{ name: 'steps', type: 'uint256' }] }
  expect(await of(counted)).toMatchObject({
    to: {
      name: 'Front',
      proxy_type: 'eip1967',
      implementations: [{ address_hash: same(counter), name: 'Counter' }],
    },
    decoded_input: steps,
  })
  expect(await of(failed)).toMatchObject({ revert_reason: 'TooMany(given: 3000)' })
  expect(await of(copied)).toMatchObject({
    to: { name: null, is_verified: false, proxy_type: 'eip1167', implementations: [{ name: 'Counter' }] },
    decoded_input: steps,
  })
  expect((await of(counted)).from).toMatchObject({ implementations: [], proxy_type: null })
  const contract = async (address: string) => await chain.reader.detail('smart-contract', ofAddress(address))
  expect(await contract(counter)).toMatchObject({
    name: 'Counter',
    is_verified: true,
    abi: expect.arrayContaining([expect.objectContaining({ name: 'count' })]) as unknown,
  })
  expect((await contract(counter))?.storage_layout).toEqual(compiled('Counter').storageLayout)
  expect(await contract(copy)).not.toHaveProperty('storage_layout')
  expect(await contract(front)).toMatchObject({
    name: 'Front',
    implementations: [{ address_hash: same(counter) }],
  })
  expect(await contract(copy)).toMatchObject({ abi: null, is_verified: false, proxy_type: 'eip1167' })
  expect(await contract(from!)).toBeNull()
  await send({ to: front, data: callData('Counter', 'upgrade', [abacus]) })
  const after = await send({ to: front, data: callData('Abacus', 'count', [5n]) })
  await indexed(chain, anvil.url)
  expect(await of(after)).toMatchObject({
    to: { implementations: [{ address_hash: same(abacus), name: 'Abacus' }] },
    decoded_input: { parameters: [{ name: 'beads' }] },
  })
})

test('a page by value or by fee, either way round, is the whole list in that order', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(150, 10)
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder() })
  await indexed(chain, anvil.url)
  const params = ofAddress(workload.accounts[0]!)
  const all = await readAll(chain.reader, 'address-transactions', { params })
  const key = (item: Item, sort: string) =>
    sort === 'value'
      ? BigInt(String(item.value))
      : sort === 'fee'
        ? BigInt(String((item.fee as Item).value))
        : 0n
  for (const sort of ['value', 'fee', 'block_number']) {
    for (const order of ['asc', 'desc']) {
      const items = await readAll(chain.reader, 'address-transactions', {
        params,
        filters: { sort, order },
        dialect: 'v11',
        limit: 7,
      })
      const oldestFirst = all.toReversed()
      const expected = oldestFirst.toSorted((a, b) => Number(key(a, sort) - key(b, sort)))
      if (order === 'desc') expected.reverse()
      expect(items.map((item) => item.hash)).toEqual(expected.map((item) => item.hash))
    }
  }
})
