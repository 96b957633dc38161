/** ABIs that a person keeps for one contract name every contract with the same code. */
import { encodeFunctionData, parseAbi, toFunctionSelector } from 'viem'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OwnAbi } from '#shared/rpc/contract/abi.ts'
import { openStore, type Store } from '../store/open-store.ts'
import type { ContractAbis } from './contract-abis.ts'
import { codeHashOf } from './code-hash.ts'
import { createOwnAbis, type OwnAbis } from './own-abis.ts'
import { handlersOver } from './testing/handlers-over.ts'

const VAULT = parseAbi([
  'function admin()',
  'function upgradeTo(address code)',
  'function grindShares(uint256 shares)',
  'error Closed(uint256 until)',
])
const [admin, upgrade, grind] = VAULT
const input = encodeFunctionData({ abi: VAULT, functionName: 'grindShares', args: [1n] })
const codeComparing = (...functions: Parameters<typeof toFunctionSelector>[0][]) =>
  `0x6080${functions.map((one) => `${toFunctionSelector(one).replace('0x', '8063')}1461000557`).join('')}`
const [BEHIND, COPY, PROXY, OTHER] = ['c1', 'c2', 'c3', 'c4'].map((one) => `0x${one.repeat(20)}`) as [
  string,
  string,
  string,
  string,
]
const context = { signal: new AbortController().signal, connection: {} }

let store: Store
let ownAbis: OwnAbis
let codes: Record<string, string>
/** Resolves when the source answers. */
let answered: PromiseWithResolvers<void>
let closing: AbortController
let hashed: number

beforeEach(() => {
  store = openStore({ dataDir: ':memory:' })
  ownAbis = createOwnAbis(store)
  codes = {
    [BEHIND]: codeComparing(admin, upgrade, grind),
    [COPY]: codeComparing(admin, upgrade, grind),
    [PROXY]: codeComparing(admin, upgrade),
    [OTHER]: codeComparing(admin, upgrade),
  }
  answered = Promise.withResolvers()
  closing = new AbortController()
  hashed = 0
})
afterEach(() => {
  store.close()
})

const contracts: Partial<ContractAbis> = {
  ask: () => answered.promise,
  behind: (_, address) => (address === PROXY ? [BEHIND] : []),
  contract: (_, address) => ({
    abi: null,
    code: codes[address] ?? null,
    codeHash: () => {
      hashed += 1
      return codeHashOf(codes[address] ?? null)
    },
    constructorArguments: null,
  }),
}
const handlers = () => handlersOver({ ownAbis, contracts, closing: closing.signal })
const addAt = (address: string | null, text = JSON.stringify(VAULT), name = 'Vault.json') =>
  handlers()['abi.add']({ name, text, chainId: '5', address, source: 's' }, context) as OwnAbi
const namesOf = async (to: string) => {
  const { results } = await handlers()['abi.decode'](
    { source: 's', items: [{ kind: 'call', to, input }], askSource: false },
    context,
  )
  return results[0] && [results[0].from, results[0].signature, results[0].isCertain]
}
const NAMED = ['Vault.json', 'grindShares(uint256 shares)', true]
const hashesKept = () => ownAbis.exported().map(({ code_hash: hash }) => hash)

it('on any chain, and no other proxy, also where the proxy compares with most selectors of the ABI', async () => {
  answered.resolve()
  addAt(PROXY)
  await expect.poll(() => namesOf(COPY)).toEqual(NAMED)
  expect(await namesOf(BEHIND)).toEqual(NAMED)
  expect(await namesOf(OTHER)).toBeNull()
})

it('is kept for no code that compares with half of its selectors or fewer', async () => {
  codes[COPY] = codeComparing(grind)
  answered.resolve()
  addAt(COPY)
  await answered.promise
  await Promise.resolve()
  expect(hashesKept()).toEqual([''])
})

it('names at once, before the source has answered, and copies once it has', async () => {
  const told = vi.fn()
  ownAbis.onChange(told)
  expect(addAt(COPY)).toMatchObject({ functions: 3, address: COPY })
  expect(told).toHaveBeenCalledTimes(1)
  expect(await namesOf(BEHIND)).toBeNull()
  answered.resolve()
  await expect.poll(() => namesOf(BEHIND)).toEqual(NAMED)
  expect(told).toHaveBeenCalledTimes(2)
})

it('learns nothing once it is removed', async () => {
  ownAbis.remove(addAt(COPY).id)
  addAt(null)
  answered.resolve()
  await answered.promise
  await Promise.resolve()
  expect(hashesKept()).toEqual([''])
})

it('learns nothing once the core closes', async () => {
  addAt(COPY)
  closing.abort()
  answered.resolve()
  await answered.promise
  await Promise.resolve()
  expect(hashesKept()).toEqual([''])
})

it("comes behind the ABI of this very contract, and before one for all, whatever they're called", async () => {
  answered.resolve()
  addAt(COPY)
  await expect.poll(() => namesOf(BEHIND)).toEqual(NAMED)
  const text = 'function grindShares(uint256 assets)'
  ownAbis.add({ name: 'A for all', text, chainId: null, address: null })
  expect(await namesOf(BEHIND)).toEqual(NAMED)
  ownAbis.add({ name: 'Z', text, chainId: '1', address: BEHIND })
  expect(await namesOf(BEHIND)).toEqual(['Z', 'grindShares(uint256 assets)', true])
  const called = { addresses: [BEHIND], codeHashes: () => [codeHashOf(codes[BEHIND] ?? null) ?? ''] }
  expect(ownAbis.ofContract(called, '1').map(({ name }) => name)).toEqual(['Z', 'Vault.json'])
})

it('hashes no code while no ABI is kept for any, nor code longer than any', async () => {
  ownAbis.add({ name: 'Vault', text: JSON.stringify(VAULT), chainId: null, address: null })
  await namesOf(COPY)
  expect(hashed).toBe(0)
  expect(codeHashOf(`0x${'5b'.repeat(200_000)}`)).toBeUndefined()
})
