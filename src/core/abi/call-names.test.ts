/** Names of calls in rows of lists: by the best origin, and with that origin. */
import { encodeErrorResult, encodeEventTopics, encodeFunctionData, parseAbi, toFunctionSelector } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AbiIndex } from '#shared/abi/abi-index.ts'
import { parseSignatures } from '#shared/abi/abi-item.ts'
import { callNameOf, failureOf, withCallName, withFailure } from '#shared/chain/call-name.ts'
import { rawItem } from '#shared/chain/invalid-fields.ts'
import { transactionMethod } from '#shared/chain/transaction-words.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { DecodableItem } from '#shared/rpc/contract/abi.ts'
import { openStore } from '../store/open-store.ts'
import { createOwnAbis, type OwnAbis } from './own-abis.ts'
import { handlersOver, namesOver } from './testing/handlers-over.ts'

const ABI = parseAbi([
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function frobnicateAll(address who, uint256 amount)',
])
const [CALLED, CODE] = [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`] as const
const WHO = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const standard = encodeFunctionData({ abi: ABI, functionName: 'safeTransferFrom', args: [WHO, WHO, 7n] })
const unknown = encodeFunctionData({ abi: ABI, functionName: 'frobnicateAll', args: [WHO, 7n] })

let ownAbis: OwnAbis
let store: ReturnType<typeof openStore>
beforeEach(() => {
  store = openStore({ dataDir: ':memory:' })
  ownAbis = createOwnAbis(store)
})
afterEach(() => {
  store.close()
})

const row = (input: string, more: object = {}): Transaction => ({
  hash: `0x${'1'.repeat(64)}`,
  method: input.slice(0, 10),
  raw_input: input,
  to: { hash: CALLED },
  ...more,
})
const verified = (...addresses: string[]) => ({
  known: (_source: string, asked: readonly string[]) =>
    asked
      .filter((one) => addresses.includes(one))
      .map((address) => ({
        ...{ name: 'Frob', address },
        index: new AbiIndex(parseSignatures('function frobnicateAll(address a, uint256 b)')),
      })),
})

describe('the name of a row', () => {
  it('is that of a standard where its source gives four bytes, and its own word stays what it is', () => {
    const named = namesOver({ ownAbis }).nameRow('s', row(standard))
    expect(transactionMethod(named)).toBe('safeTransferFrom')
    expect(callNameOf(named)).toMatchObject({ origin: 'standard', isCertain: true })
    expect(named.method).toBe('0x42842e0e')
    expect(rawItem(named)).toEqual(row(standard))
  })

  it('comes from own ABIs first, then from the contract, and is what a tree of calls says', async () => {
    const known = { ownAbis, contracts: verified(CALLED) }
    const name = async () => {
      const called = callNameOf(namesOver(known).nameRow('s', row(unknown)))
      const { results } = await handlersOver(known)['abi.decode'](
        { source: 's', items: [{ kind: 'call', to: CALLED, input: unknown }], askSource: false },
        { signal: new AbortController().signal, connection: {} },
      )
      expect(results[0]).toMatchObject(called ?? {})
      return [called?.origin, called?.from]
    }
    expect(await name()).toEqual(['verified', 'Frob'])
    const [text, address] = ['function frobnicateAll(address x, uint256 y)', CALLED]
    ownAbis.add({ name: 'Mine', text, chainId: null, address })
    expect(await name()).toEqual(['own', 'Mine'])
  })

  it('is that of the code that the row says its contract runs', () => {
    const names = namesOver({ ownAbis, contracts: verified(CODE) })
    const nameOf = (to: object) => callNameOf(names.nameRow('s', row(unknown, { to })))?.name
    expect(
      nameOf({ hash: CALLED, implementations: [{ address_hash: CODE.toUpperCase().replace('X', 'x') }] }),
    ).toBe('frobnicateAll')
    expect(nameOf({ hash: CALLED, implementations: [{ address_hash: WHO }] })).toBeUndefined()
    expect(nameOf({ hash: CALLED })).toBeUndefined()
  })

  it('is that of the code that its trace shows, whatever stands behind the contract now', () => {
    const names = namesOver({ ownAbis, contracts: verified(CODE) })
    const called = { kind: 'call', from: WHO, to: CALLED, input: unknown, error: null } as const
    const frame = { ...called, traceAddress: [] } as const
    const inside = { ...frame, kind: 'delegatecall', from: CALLED, to: CODE, traceAddress: [0] } as const
    const upgraded = row(unknown, { to: { hash: CALLED, implementations: [{ address_hash: WHO }] } })
    const nameOf = () => callNameOf(names.nameRow('s', upgraded))?.name
    const learn = (...frames: object[]) => {
      names.learnCode('s', upgraded.hash, { frames: frames as never })
    }
    learn(frame)
    learn(frame, { ...inside, input: '0x12345678' })
    learn(frame, { ...inside, traceAddress: [0, 0] })
    learn(frame, { ...inside, kind: 'call' })
    expect(nameOf()).toBeUndefined()
    learn(frame, inside)
    expect(nameOf()).toBe('frobnicateAll')
    expect(callNameOf(names.nameRow('other', upgraded))).toBeUndefined()
  })

  it('says which contract is verified with it', async () => {
    const { results } = await handlersOver({ ownAbis, contracts: verified(CODE) })['abi.decode'](
      { source: 's', items: [{ kind: 'call', to: CALLED, input: unknown, ran: [CODE] }], askSource: false },
      { signal: new AbortController().signal, connection: {} },
    )
    expect(results).toMatchObject([{ origin: 'verified', from: 'Frob', contract: CODE }])
  })

  it('of what is asked with the code that ran, is of that code: a call, its event and its error', async () => {
    const [event, error] = ['event Frobbed(uint256 amount)', 'error TooMuch(uint256 wanted)'] as const
    const text = [event, error, 'function frobnicateAll(address x, uint256 y)'].join('\n')
    ownAbis.add({ name: 'Code', text, chainId: null, address: CODE })
    const topics = encodeEventTopics({ abi: parseAbi([event]), eventName: 'Frobbed' }) as string[]
    const word = `0x${'7'.padStart(64, '0')}`
    const items: DecodableItem[] = [
      { kind: 'call', to: CALLED, input: unknown },
      { kind: 'log', address: CALLED, topics, data: word },
      {
        ...{ kind: 'error', to: CALLED },
        data: encodeErrorResult({ abi: parseAbi([error]), errorName: 'TooMuch', args: [7n] }),
      },
    ]
    const namesOf = async (ran: string[] | undefined) => {
      const { results } = await handlersOver({ ownAbis })['abi.decode'](
        { source: 's', items: items.map((item) => ({ ...item, ran })), askSource: false },
        { signal: new AbortController().signal, connection: {} },
      )
      return results.map((one) => (one?.isCertain === true ? one.name : null))
    }
    expect(await namesOf([CODE])).toEqual(['frobnicateAll', 'Frobbed', 'TooMuch'])
    expect(await namesOf(undefined)).toEqual([null, null, null])
  })

  it('is what its source says of a contract that it has verified, before a guess', () => {
    const [text, address] = ['function frobnicateAll(address x, uint256 y)', null]
    ownAbis.add({ name: 'Any', text, chainId: null, address })
    const { nameRow } = namesOver({ ownAbis })
    const said = (to: object) => transactionMethod(nameRow('s', row(unknown, { method: 'frob', to })))
    expect(said({ hash: CALLED, is_verified: true })).toBe('frob')
    expect(said({ hash: CALLED, is_verified: false })).toBe('frobnicateAll')
  })

  it('of a transfer is that of the four bytes alone, where they have one name', () => {
    const { nameRow } = namesOver({ ownAbis })
    const nameOf = (method: string) => callNameOf(nameRow('s', { transaction_hash: '0x1', method }))?.name
    expect(nameOf('0xa9059cbb')).toBe('transfer')
    expect(nameOf(toFunctionSelector('function nobodyHasCalledItSo(uint7)'))).toBeUndefined()
    expect(nameOf('transfer')).toBeUndefined()
  })

  it('that a source sends along is not taken', () => {
    const forged = withCallName(row('0x12345678'), {
      ...{ name: 'harmless', signature: 'harmless()', origin: 'own', from: 'you', isCertain: true },
    })
    expect(callNameOf(namesOver({ ownAbis }).nameRow('s', forged))).toBeUndefined()
    expect(
      callNameOf(namesOver({ ownAbis }).nameRow('s', { ...forged, raw_input: null, to: null })),
    ).toBeUndefined()
  })
})

describe('why a row failed', () => {
  const ERRORS = parseAbi(['error TooMuch(uint256 wanted)', 'error Wrapped(bytes inner)'])
  const tooMuch = encodeErrorResult({ abi: ERRORS, errorName: 'TooMuch', args: [5n * 10n ** 20n] })
  const wrapped = encodeErrorResult({ abi: ERRORS, errorName: 'Wrapped', args: [tooMuch] })
  const failed = (reason: unknown) =>
    row(unknown, { status: 'error', result: 'Reverted', revert_reason: reason })
  const why = (names: ReturnType<typeof namesOver>, item: object) => failureOf(names.nameRow('s', item))
  const addErrors = (address: string = CALLED) => {
    const text = 'error TooMuch(uint256 wanted)\nerror Wrapped(bytes inner)'
    ownAbis.add({ name: 'Errors', text, chainId: null, address })
  }
  const learnt = (...frames: object[]) => {
    const names = namesOver({ ownAbis })
    const whole = frames.map((frame) => ({ kind: 'call', from: WHO, to: CALLED, input: unknown, ...frame }))
    names.learnCode('s', failed(null).hash, { frames: whole as never })
    return names
  }

  it('is the four bytes alone where the data is no more, also where they could be letters', () => {
    const names = namesOver({ ownAbis })
    expect(why(names, failed({ raw: '0x4641494c' }))).toBe('0x4641494c()')
  })

  it('is cut where it is long, and says so', () => {
    const names = namesOver({ ownAbis })
    const long = `0x${Buffer.from('no '.repeat(1_000)).toString('hex')}`
    for (const reason of ['no '.repeat(1_000), { raw: long }])
      expect(why(names, failed(reason))).toBe(`${'no '.repeat(400).slice(0, -1)}…`)
    const words = (count: number) => `0x08c18860${'7'.padStart(64, '0').repeat(count)}`
    expect(why(names, failed({ raw: words(8) }))).toBe('0x08c18860(7, 7, 7, 7, 7, 7, 7, 7)')
    expect(why(names, failed({ raw: words(9) }))).toBe('0x08c18860(7, 7, 7, 7, 7, 7, 7, 7, …)')
  })

  it('by its trace is not kept where its data is too long to be kept for thousands of rows', () => {
    const learntBy = (bytes: number) => {
      const output = `0x${'ab'.repeat(bytes)}`
      return why(learnt({ error: 'execution reverted', output, traceAddress: [] }), failed('said'))
    }
    expect(learntBy(8_000)).toMatch(/^0xabababab\(/)
    expect(learntBy(9_000)).toBe('said')
  })

  it('is its error with every digit, where somebody knows it for certain', () => {
    addErrors()
    const names = namesOver({ ownAbis })
    expect(why(names, failed({ raw: tooMuch }))).toBe('TooMuch(wanted: 500000000000000000000)')
    expect(why(names, failed({ raw: tooMuch.slice(2) }))).toBe('TooMuch(wanted: 500000000000000000000)')
    expect(why(names, failed(tooMuch))).toBe('TooMuch(wanted: 500000000000000000000)')
    expect(why(names, { ...failed({ raw: tooMuch }), status: 'ok' })).toBeUndefined()
  })

  it('is the data as words without an ABI, and else what its source says', () => {
    const names = namesOver({ ownAbis })
    expect(why(names, failed({ raw: tooMuch }))).toBe(`${tooMuch.slice(0, 10)}(500000000000000000000)`)
    expect(why(names, failed('not yours'))).toBe('not yours')
    expect(why(names, failed({ raw: `0x${Buffer.from('not yours').toString('hex')}` }))).toBe('not yours')
    expect(
      why(names, failed({ method_call: 'TooLate(uint256 at)', parameters: [{ name: 'at', value: '7' }] })),
    ).toBe('TooLate(at: 7)')
    expect(why(names, failed(null))).toBeUndefined()
  })

  it('is the deepest error that explains it, once a trace shows it', () => {
    addErrors()
    const reverted = { error: 'execution reverted' }
    const said = 'TooMuch(wanted: 500000000000000000000)'
    const outer = { ...reverted, traceAddress: [] }
    const inner = { ...reverted, output: tooMuch, traceAddress: [0] }
    expect(why(learnt({ ...outer, output: wrapped }, inner), failed({ raw: wrapped }))).toBe(said)
    expect(why(learnt({ ...outer, output: '0x' }, inner), failed(null))).toBe(said)
    // The inner error was caught: the transaction failed with another one.
    const other = { error: null, output: '0x', traceAddress: [1] }
    expect(why(learnt({ ...outer, output: '0x' }, inner, other), failed(null))).toBeUndefined()
    expect(why(learnt({ ...outer, error: 'out of gas', output: null }, inner), failed(null))).toBeUndefined()
  })

  it.each([
    ['that threw it, where callers passed it on whole', CODE, 'call'],
    ['that passed it on whole', CALLED, 'call'],
    ['whose code threw it, a proxy', CALLED, 'delegatecall'],
  ] as const)('is named by the contract %s', (_which, address, kind) => {
    addErrors(address)
    const outer = { error: 'execution reverted', output: tooMuch, traceAddress: [] }
    const names = learnt(outer, { ...outer, kind, to: CODE, traceAddress: [0] })
    for (const reason of [null, { raw: tooMuch }])
      expect(why(names, failed(reason))).toBe('TooMuch(wanted: 500000000000000000000)')
  })

  it('is named by the code that its row says its contract runs, where the trace shows no other', () => {
    addErrors(CODE)
    const names = learnt({ error: 'execution reverted', output: tooMuch, traceAddress: [] })
    const to = { hash: CALLED, implementations: [{ address_hash: CODE }] }
    expect(why(names, { ...failed(null), to })).toBe('TooMuch(wanted: 500000000000000000000)')
  })

  it('is no word of its source, and not what a source gave as one', () => {
    const forged = withFailure(failed(null), 'Forged')
    expect(why(namesOver({ ownAbis }), forged)).toBeUndefined()
    expect(rawItem(forged)).toEqual(failed(null))
  })
})
