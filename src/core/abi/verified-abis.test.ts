/** ABIs of verified contracts over HTTP: of the sample chain, through its proxies, and of servers that lie. */
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Decoded } from '#shared/abi/decoded.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { DecodableItem } from '#shared/rpc/contract/abi.ts'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { clientAt } from '#core/testing/client-at.ts'
import { openHostileServer, sourceAt, type HostileServer } from '#platform/testing/hostile-server.ts'
import { decoderAt } from '#core/testing/decoder-at.ts'

const client = clientAt()
afterAll(() => {
  client.close()
})

describe('verified contracts of the sample chain', () => {
  const chain = createSampleChain({ seed: 7, transactions: 1_234 })
  let service: Service
  beforeAll(async () => {
    service = await createService({ reader: chain, dialect: 'v12' })
  })
  afterAll(async () => {
    await service.close()
    await chain.close()
  })

  it('name the calls that the source itself decodes, with the same arguments', async () => {
    const [busiest] = chain.suggestedAddresses()
    const { items } = await client.readPage(sourceAt(service.url), {
      list: 'address-transactions',
      params: { address_hash: busiest!.address },
    })
    const calls = items.filter(
      ({ to, raw_input: input }) => to?.is_contract === true && (input?.length ?? 0) >= 10,
    )
    const decode = decoderAt(client, service.url)
    const results = await decode(calls.map(callOf))
    const verified = calls.flatMap((call, at) => (call.decoded_input ? [[call, results[at]] as const] : []))
    expect(verified.length).toBeGreaterThan(3)
    for (const [call, decoded] of verified) {
      expect(decoded?.name, call.decoded_input?.method_call ?? '').toBe(
        call.decoded_input?.method_call?.split('(')[0],
      )
      expect(decoded?.arguments.length).toBe(call.decoded_input?.parameters?.length)
    }
    expect(results.some((decoded) => decoded?.origin === 'verified')).toBe(true)
    // No request was sent to a source that must not be asked.
    const offline = await decoderAt(client, 'http://127.0.0.1:9')(calls.map(callOf), false)
    expect(offline.some((decoded) => decoded?.origin === 'verified')).toBe(false)
  })
})

const callOf = ({ to, raw_input: input }: Transaction): DecodableItem => ({
  kind: 'call',
  to: to?.hash ?? null,
  input: input ?? '0x',
})

describe('an answer about a contract', () => {
  let server: HostileServer
  beforeAll(async () => {
    server = await openHostileServer()
  })
  afterAll(() => server.close())
  const ABI = parseAbi(['function frobnicate(uint256 amount)'])
  const [PROXY, CODE] = [`0x${'aa'.repeat(20)}`, `0x${'bb'.repeat(20)}`]
  const input = encodeFunctionData({ abi: ABI, functionName: 'frobnicate', args: [7n] })
  const answer = (bodies: Readonly<Record<string, unknown>>) => {
    server.always((response, { path: asked }) => {
      const key = Object.keys(bodies).find((path) => asked.endsWith(path))
      response.statusCode = key === undefined ? 404 : 200
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(key === undefined ? { message: 'Not found' } : bodies[key]))
    })
  }
  const decodeOne = async (decode = decoderAt(client, server.url)): Promise<Decoded | null> =>
    (await decode([{ kind: 'call', to: PROXY, input }]))[0] ?? null

  it('names through a proxy, and is asked for once', async () => {
    answer({
      [`/smart-contracts/${PROXY}`]: {
        name: 'Proxy',
        abi: [],
        implementations: [{ address_hash: CODE, name: 'Code' }],
      },
      [`/smart-contracts/${CODE}`]: { name: 'Code', abi: ABI },
    })
    const decode = decoderAt(client, server.url)
    expect(await decodeOne(decode)).toMatchObject({
      name: 'frobnicate',
      origin: 'verified',
      from: 'Code',
      isCertain: true,
    })
    const asked = server.requests.length
    expect(await decodeOne(decode)).toMatchObject({ origin: 'verified' })
    expect(server.requests).toHaveLength(asked)
  })

  it('names through a delegation of an account, which is no contract', async () => {
    answer({
      [`/addresses/${PROXY}`]: {
        hash: PROXY,
        implementations: [{ address_hash: CODE }],
        proxy_type: 'eip7702',
      },
      [`/smart-contracts/${CODE}`]: { name: 'Wallet', abi: ABI },
    })
    expect(await decodeOne()).toMatchObject({ origin: 'verified', from: 'Wallet' })
  })

  it('names by the target in the code of a minimal proxy', async () => {
    answer({
      [`/smart-contracts/${PROXY}`]: {
        deployed_bytecode: `0x363d3d373d3d3d363d73${CODE.slice(2)}5af43d82803e903d91602b57fd5bf3`,
      },
      [`/smart-contracts/${CODE}`]: { name: 'Clone', abi: ABI },
    })
    expect(await decodeOne()).toMatchObject({ origin: 'verified', from: 'Clone' })
  })

  it.each([
    [
      'lies about types',
      { name: 'x', abi: [{ type: 'function', name: 'frobnicate', inputs: [{ type: 'uint7' }] }, 5, null] },
    ],
    ['has no list', { name: 'x', abi: { a: 1 } }],
    ['points to itself', { implementations: [{ address_hash: PROXY }] }],
    ['is 20 MB', { name: 'x'.repeat(20_000_000), abi: ABI }],
    ['is no object', []],
  ])('leaves everything as it was where it %s', async (_what, body) => {
    answer({ [`/smart-contracts/${PROXY}`]: body })
    expect(await decodeOne()).toBeNull()
  })
})
