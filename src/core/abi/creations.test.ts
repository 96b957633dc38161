/**
 * Decodes the arguments of constructors: of contracts created on a real node, and with true or false answers of a source.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Decoded } from '#shared/abi/decoded.ts'
import { createService, type Service } from '#service/http/server.ts'
import { followChain, type FollowedChain } from '#service/indexer/follow-chain.ts'
import { startAnvil, type Anvil } from '#service/indexer/testing/anvil.ts'
import { indexed } from '#service/indexer/testing/fixtures.ts'
import { callData, compiled, deployData } from '#service/indexer/testing/workload.ts'
import { writeFoundryOut } from '#service/indexer/testing/write-artifacts.ts'
import { clientAt } from '#core/testing/client-at.ts'
import { decoderAt } from '#core/testing/decoder-at.ts'
import { openHostileServer, sourceAt, type HostileServer } from '#platform/testing/hostile-server.ts'

const client = clientAt()
afterAll(() => {
  client.close()
})
const valuesOf = (decoded: Decoded | null) =>
  decoded?.arguments.map(({ name, value }) => `${name ?? ''}: ${JSON.stringify(value)}`)

describe('a creation on a real node, with the ABIs of a project', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-creations-'))
  let anvil: Anvil
  let from: string
  let chain: FollowedChain
  let service: Service
  const created: Record<string, string> = {}
  const send = async (request: object) => {
    const receipt = await anvil.send({ from, gas: '0x4c4b40', ...request })
    return { hash: receipt.transactionHash, address: receipt.contractAddress ?? '' }
  }
  let made: string

  beforeAll(async () => {
    anvil = await startAnvil()
    ;[from] = await anvil.request<[string]>('eth_accounts', [])
    created.Coin = (await send({ data: deployData('Coin', ['Test Coin', 'TST', 18]) })).address
    created.Box = (await send({ data: deployData('Box', [77n]) })).address
    created.Pictures = (await send({ data: deployData('Pictures') })).address
    created.Workshop = (await send({ data: deployData('Workshop') })).address
    made = (await send({ to: created.Workshop, data: callData('Workshop', 'make', [5n]) })).hash
    const abiDir = join(folder, 'out')
    writeFoundryOut(abiDir, ['Coin', 'Box', 'Pictures', 'Workshop'])
    chain = await followChain({ rpcUrl: anvil.url, dataDir: join(folder, 'index'), abiDir })
    await indexed(chain, anvil.url)
    service = await createService({ reader: chain.reader, dialect: 'v12' })
  })
  afterAll(async () => {
    await service.close()
    await chain.close()
    await anvil.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const decode = async (name: string, input: string) =>
    (await decoderAt(client, service.url)([{ kind: 'call', to: null, created: created[name], input }]))[0] ??
    null

  it('has the arguments that it was sent with', async () => {
    const coin = await decode('Coin', deployData('Coin', ['Test Coin', 'TST', 18]))
    expect(coin).toMatchObject({
      name: 'constructor',
      signature: 'constructor(string name_, string symbol_, uint8 decimals_)',
      selector: null,
      origin: 'verified',
      from: 'Coin',
      isCertain: true,
    })
    expect(valuesOf(coin)).toEqual(['name_: "Test Coin"', 'symbol_: "TST"', 'decimals_: "18"'])
    // The constructor of Pictures has no arguments.
    expect(await decode('Pictures', deployData('Pictures'))).toMatchObject({
      signature: 'constructor()',
      arguments: [],
    })
    // The ABI of Workshop has no constructor.
    expect(await decode('Workshop', deployData('Workshop'))).toBeNull()
  })

  it('has them where the constructor put a value into the code, and where a contract created it', async () => {
    expect(valuesOf(await decode('Box', deployData('Box', [77n])))).toEqual(['number_: "77"'])
    const { frames } = await client.readDetail(sourceAt(service.url), 'transaction-calls', {
      transaction_hash: made,
    })
    const inner = frames.find(({ kind }) => kind === 'create')
    const [decoded] = await decoderAt(
      client,
      service.url,
    )([{ kind: 'call', to: null, created: inner!.created!, input: inner!.input! }])
    expect(valuesOf(decoded ?? null)).toEqual(['number_: "5"'])
  })

  it('has none where anything does not fit, byte for byte', async () => {
    const input = deployData('Coin', ['Test Coin', 'TST', 18])
    const [start, end] = [input.slice(0, -64), input.slice(-64)]
    const code = compiled('Coin').bytecode
    const inCode = code.length - 400
    for (const other of [
      `${input}00`,
      input.slice(0, -2),
      `${start}${end.slice(0, -2)}01`,
      code,
      `${input.slice(0, inCode)}ff${input.slice(inCode + 2)}`,
      `${input.slice(0, code.length)}${input}${'00'.repeat(5)}`,
      deployData('Box', [77n]),
      '0x',
      'zz',
    ])
      expect(await decode('Coin', other), other.slice(-80)).toBeNull()
  })
})

describe('what a source tells of a creation', () => {
  let server: HostileServer
  beforeAll(async () => {
    server = await openHostileServer()
  })
  afterAll(() => server.close())
  const CREATED = `0x${'aa'.repeat(20)}`
  const BEHIND = `0x${'bb'.repeat(20)}`
  const { abi, bytecode } = compiled('Coin')
  const input = deployData('Coin', ['Test Coin', 'TST', 18])
  const told = input.slice(bytecode.length)
  const decodeWith = async (contract: object, other?: object) => {
    server.always((response, { path }) => {
      const body = path.endsWith(CREATED) ? contract : path.endsWith(BEHIND) ? other : undefined
      response.statusCode = body ? 200 : 404
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body ?? { message: 'Not found' }))
    })
    const decode = decoderAt(client, server.url)
    return (await decode([{ kind: 'call', to: null, created: CREATED, input }]))[0] ?? null
  }

  it.each([`0x${told}`, told, told.toUpperCase()])('is taken where the input ends with it', async (hex) => {
    const decoded = await decodeWith({ name: 'Coin', abi, constructor_args: hex })
    expect(valuesOf(decoded)).toEqual(['name_: "Test Coin"', 'symbol_: "TST"', 'decimals_: "18"'])
  })

  it.each([
    ['is of another creation', { abi, constructor_args: `${told.slice(0, -2)}ff` }],
    ['is too short', { abi, constructor_args: told.slice(-64) }],
    ['is no hex', { abi, constructor_args: 'never' }],
    ['is empty', { abi, constructor_args: '0x', deployed_bytecode: '0x' }],
    ['has two constructors', { abi: [...abi, { type: 'constructor', inputs: [] }], constructor_args: told }],
    ['has a constructor of no types', { abi: [{ type: 'constructor', inputs: [{ type: 'x' }] }] }],
    ['is searched for long', { abi, deployed_bytecode: `0x${'00'.repeat(24_000)}` }],
  ])('is nothing where it %s', async (_what, contract) => {
    expect(await decodeWith({ name: 'Coin', ...contract })).toBeNull()
  })

  it('is never the constructor of what stands behind a proxy', async () => {
    const proxy = { name: 'Proxy', implementations: [{ address_hash: BEHIND }], constructor_args: told }
    expect(await decodeWith({ ...proxy, abi: [] }, { name: 'Coin', abi })).toBeNull()
    expect(await decodeWith({ ...proxy, abi }, { name: 'Coin', abi: [] })).toMatchObject({ from: 'Proxy' })
  })
})
