/** Tests that each unusual form is near the head: among the newest few hundred rows. */
import { beforeAll, describe, expect, it } from 'vitest'
import { decodeFunctionData, parseAbiItem } from 'viem/utils'
import { createSampleChain } from './sample-chain.ts'
import { collect, type Collected, type Transaction } from './testing/collect.ts'

const MAX_UINT256 = String(2n ** 256n - 1n)
const chain = createSampleChain({ transactions: 1_000_000, now: () => Date.UTC(2026, 9, 7) })
const of = (name: string) => ({
  address_hash: chain.suggestedAddresses().find((suggested) => suggested.name === name)!.address,
})
let some: Collected
let all: readonly Transaction[]

beforeAll(() => {
  const head = (
    chain.detail('address', { address_hash: of('Whale').address_hash.toLowerCase() }) as Record<
      string,
      number
    >
  ).block_number_balance_updated_at!
  some = collect(chain, head - 112, head - 1)
  all = [...some.transactions.values()]
})

describe('transactions', () => {
  it('fail with reasons in each form', () => {
    const reasons = all.filter(({ status }) => status === 'error').map(({ revert_reason: reason }) => reason)
    expect(reasons).toContain(null)
    expect(reasons.some((reason) => typeof reason === 'string')).toBe(true)
    expect(reasons).toContainEqual(expect.objectContaining({ raw: expect.any(String) as unknown }))
    expect(reasons).toContainEqual(expect.objectContaining({ method_call: expect.any(String) as unknown }))
    expect(new Set(all.map(({ result }) => result)).size).toBeGreaterThan(3)
  })

  it('create contracts, fail to, set code, leave texts, call what nobody verified', () => {
    expect(all.some(({ to, created_contract: created }) => !to && created)).toBe(true)
    expect(
      all.some(({ to, created_contract: created, status }) => !to && !created && status === 'error'),
    ).toBe(true)
    expect(all.some(({ type }) => type === 4)).toBe(true)
    expect(all.some(({ transaction_types: types }) => types?.includes('set_code_transaction'))).toBe(true)
    expect(all.some(({ method }) => /^0x[0-9a-f]{8}$/.test(method ?? ''))).toBe(true)
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set([0, 2, 4]))
  })

  it('say in words what their input says in bytes', () => {
    const decoded = all.filter(({ decoded_input: input }) => input)
    expect(decoded.length).toBeGreaterThan(200)
    const flat = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(flat)
        : typeof value === 'object' && value !== null
          ? Object.values(value).map(flat)
          : String(value).toLowerCase()
    for (const { raw_input: raw, decoded_input: input } of decoded) {
      const item = parseAbiItem([`function ${input!.method_call!}`] as readonly string[])
      // viem leaves `args` out if the function has none.
      const call: { args?: readonly unknown[] } = decodeFunctionData({
        abi: [item],
        data: raw as `0x${string}`,
      })
      expect(flat(call.args ?? [])).toEqual(flat(input!.parameters!.map(({ value }) => value)))
      expect(raw!.slice(2, 10)).toBe(input!.method_id)
    }
    const depth = (value: unknown): number =>
      Array.isArray(value) ? 1 + Math.max(0, ...value.map(depth)) : 0
    expect(
      Math.max(
        ...decoded.flatMap(({ decoded_input: input }) => input!.parameters!.map(({ value }) => depth(value))),
      ),
    ).toBeGreaterThanOrEqual(4)
  })
})

it('calls inside are of every type, with and without coin, and fail in transactions that do not', () => {
  const calls = [...some.internals.values()]
  expect(new Set(calls.map(({ type }) => type))).toEqual(
    new Set(['call', 'delegatecall', 'staticcall', 'callcode', 'create', 'create2', 'selfdestruct']),
  )
  const fine = calls.filter(({ transaction_hash: hash }) => some.transactions.get(hash)?.status === 'ok')
  expect(fine.some(({ error, value }) => error && value !== '0')).toBe(true)
  expect(all.some(({ status, has_error_in_internal_transactions: inner }) => status === 'ok' && inner)).toBe(
    true,
  )
})

it('tokens are of every kind, and surprise as real ones do', () => {
  const tokens = new Map(some.transfers.map(({ token }) => [token!.address_hash, token!]))
  const list = [...tokens.values()]
  expect(new Set(list.map(({ type }) => type))).toEqual(
    new Set(['ERC-20', 'ERC-721', 'ERC-1155', 'ERC-404', 'ERC-7984']),
  )
  for (const decimals of ['0', '6', '18', '77', '255', null])
    expect(list.map((token) => token.decimals)).toContain(decimals)
  expect(list.some(({ name, symbol }) => name === null && symbol === null)).toBe(true)
  expect(list.some(({ reputation }) => reputation === 'scam')).toBe(true)
  expect(list.some(({ bridge_type: bridge }) => bridge === 'omni')).toBe(true)
  const names = list.map(({ name }) => name ?? '').join('\n')
  for (const script of [
    /\p{Script=Han}/u,
    /\p{Script=Arabic}/u,
    /\p{Script=Hebrew}/u,
    /\p{Emoji_Presentation}/u,
    /\p{M}{4}/u,
    /\u202e/,
    /<script>/,
    /\0/,
  ])
    expect(names).toMatch(script)
  expect(list.some(({ name }) => name?.length === 5000)).toBe(true)
  expect(list.every(({ decimals }) => decimals !== undefined)).toBe(true)
  expect(some.transfers.some(({ total }) => total[0]?.value === MAX_UINT256)).toBe(true)
  expect(some.transfers.some(({ total }) => total[0]?.token_id === MAX_UINT256)).toBe(true)
  expect(some.transfers.some(({ total }) => total[0]?.value === null)).toBe(true)
  expect(new Set(some.transfers.map(({ type }) => type))).toEqual(
    new Set(['token_transfer', 'token_minting', 'token_burning']),
  )
})

it('addresses are verified, proxies, delegated, tagged, named in any script, scams', () => {
  const sides = all.flatMap(({ from, to }) => [from!, ...(to ? [to] : [])])
  expect(new Set(sides.map(({ is_verified: verified }) => verified))).toEqual(new Set([true, false, null]))
  expect(new Set(sides.map(({ proxy_type: proxy }) => proxy)).size).toBeGreaterThan(4)
  expect(sides.some(({ implementations }) => implementations?.length === 2)).toBe(true)
  expect(sides.some(({ is_scam: scam }) => scam)).toBe(true)
  expect(sides.some(({ metadata }) => metadata?.tags?.some(({ meta }) => meta !== null))).toBe(true)
  expect(sides.some(({ ens_domain_name: ens }) => /[^\p{ASCII}]/u.test(ens ?? ''))).toBe(true)
  expect(chain.suggestedAddresses()).toHaveLength(16)
})

it('a contract says who made it, and that transaction says so too', () => {
  for (const { address } of chain.suggestedAddresses()) {
    const detail = chain.detail('address', { address_hash: address.toLowerCase() }) as Record<
      string,
      unknown
    > | null
    if (!detail?.is_contract || detail.proxy_type === 'eip7702') continue
    const hash = String(detail.creation_transaction_hash)
    const creation = chain.detail('transaction', { transaction_hash: hash }) as Record<
      string,
      Record<string, string>
    >
    expect(creation.created_contract!.hash).toBe(address)
    expect(creation.from!.hash).toBe(detail.creator_address_hash)
  }
})
