/** Types found in the code of unverified contracts: of a real node, through a proxy, and in hostile code. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DecodableItem } from '#shared/rpc/contract/abi.ts'
import { createService } from '#service/http/server.ts'
import { followChain } from '#service/indexer/follow-chain.ts'
import { startAnvil, type Anvil } from '#service/indexer/testing/anvil.ts'
import { indexed } from '#service/indexer/testing/fixtures.ts'
import { callData, compiled, deployData } from '#service/indexer/testing/workload.ts'
import { clientAt } from '#core/testing/client-at.ts'
import { decoderAt, type Decode } from '#core/testing/decoder-at.ts'
import { openHostileServer } from '#platform/testing/hostile-server.ts'
import { createCodeFunctions } from './code-functions.ts'

const ACCOUNT = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const client = clientAt()
const closers: (() => Promise<void> | void)[] = [
  () => {
    client.close()
  },
]
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

describe('a call of a contract that nobody verified', () => {
  let workshop: string
  /** Address of a minimal proxy. */
  let front: string
  let decode: Decode

  async function deploy(anvil: Anvil, data: string): Promise<string> {
    const [from] = await anvil.request<string[]>('eth_accounts')
    return (await anvil.send({ from, gas: '0x2dc6c0', data })).contractAddress ?? ''
  }

  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-code-'))
    closers.push(() => {
      rmSync(dataDir, { recursive: true })
    })
    const anvil = await startAnvil()
    closers.push(() => anvil.stop())
    workshop = await deploy(anvil, deployData('Workshop'))
    front = await deploy(
      anvil,
      `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${workshop.slice(2)}5af43d82803e903d91602b57fd5bf3`,
    )
    const chain = await followChain({ rpcUrl: anvil.url, dataDir })
    closers.push(() => chain.close())
    await indexed(chain, anvil.url)
    const service = await createService({ reader: chain.reader, dialect: 'v12' })
    closers.push(() => service.close())
    decode = decoderAt(client, service.url)
  })

  const input = callData('Workshop', 'addInPlace', [ACCOUNT, 7n])
  const call = (to: string, data: string = input): DecodableItem => ({ kind: 'call', to, input: data })

  it('has the types that its code tells, behind a proxy too', async () => {
    expect(await decode([call(workshop), call(front)])).toEqual(
      Array(2).fill({
        name: input.slice(0, 10),
        signature: `${input.slice(0, 10)}(address, uint256)`,
        selector: input.slice(0, 10),
        origin: 'bytecode',
        from: workshop.toLowerCase(),
        isCertain: false,
        arguments: [
          { name: null, type: 'address', value: ACCOUNT },
          { name: null, type: 'uint256', value: '7' },
        ],
      }),
    )
  })

  it('inside another call has them too', async () => {
    const inner = input.slice(2).padEnd(192, '0')
    const word = (value: number) => value.toString(16).padStart(64, '0')
    // multicall(bytes[])
    const outer = `0xac9650d8${word(32)}${word(1)}${word(32)}${word(68)}${inner}`
    const aggregate = `0x252dba42${word(32)}${word(1)}${word(32)}${front.slice(2).padStart(64, '0')}${word(64)}${word(68)}${inner}`
    const [own, others] = await decode([call(workshop, outer), call(ACCOUNT, aggregate)])
    expect(JSON.stringify(others)).toContain('"origin":"bytecode"')
    expect(own?.name).toBe('multicall')
  })

  it('is not guessed at where bytes are left, or the selector is not in the code', async () => {
    expect(await decode([call(workshop, `${input}00`), call(workshop, '0x12345678'), call(ACCOUNT)])).toEqual(
      [null, null, null],
    )
  })

  it('has a name by whoever knows one', async () => {
    const [transfer] = await decode([call(workshop, `0xa9059cbb${input.slice(10)}`)])
    expect(transfer).toMatchObject({ name: 'transfer', origin: 'standard' })
  })
})

describe('code', () => {
  const { runtime } = compiled('Workshop')
  // A dispatcher with 2,200 functions that each jump back to it.
  const endless = `0x5b5b5b5b5b5b5f3560e01c${Array.from(
    { length: 2_200 },
    (_, at) => `8063${(at * 7_919).toString(16).padStart(8, '0')}1461000557`,
  ).join('')}`

  it('that is none, too long or empty has no functions', async () => {
    const functions = createCodeFunctions()
    closers.push(() => {
      functions.close()
    })
    for (const code of [
      '',
      '0x',
      '0x1',
      'zz',
      '0xzz',
      `0x${'5b'.repeat(24_576)}`,
      `0x${'60'.repeat(200_000)}`,
    ])
      expect((await functions.find(code)).size, code.slice(0, 20)).toBe(0)
    expect((await functions.find(runtime)).size).toBeGreaterThan(10)
  })

  it('that would take long is given up, and the next is read', async () => {
    const functions = createCodeFunctions({ maxMs: 1_000 })
    closers.push(() => {
      functions.close()
    })
    const [none, found] = await Promise.all([functions.find(endless), functions.find(runtime)])
    expect(none.size).toBe(0)
    expect(found.size).toBeGreaterThan(10)
  })

  it('is read again where no thread could be started for it', async () => {
    const files = [undefined, join(import.meta.dirname, 'bytecode-worker.ts')]
    const functions = createCodeFunctions({ file: () => files.shift() })
    closers.push(() => {
      functions.close()
    })
    expect((await functions.find(runtime)).size).toBe(0)
    expect((await functions.find(runtime)).size).toBeGreaterThan(10)
  })

  it('of 20 MB in an answer leaves everything as it was', async () => {
    const server = await openHostileServer()
    closers.push(() => server.close())
    server.always((response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ deployed_bytecode: `0x${'5b'.repeat(10_000_000)}` }))
    })
    expect(await decoderAt(client, server.url)([{ kind: 'call', to: ACCOUNT, input: '0x12345678' }])).toEqual(
      [null],
    )
  })
})
