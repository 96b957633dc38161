/** Calls through Safes, smart accounts and proxies on a real node, named by the contracts behind them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsWithin } from '#shared/abi/calls-within.ts'
import type { Decoded } from '#shared/abi/decoded.ts'
import { serveAccounts } from '#service/indexer/testing/serve-accounts.ts'
import { clientAt } from '#core/testing/client-at.ts'
import { decoderAt } from '#core/testing/decoder-at.ts'

const client = clientAt()
type Served = Awaited<ReturnType<typeof serveAccounts>>
let served: Served
let anvil: Served['anvil']
let accounts: Served['accounts']
let service: Served['service']

beforeAll(async () => {
  served = await serveAccounts()
  ;({ anvil, accounts, service } = served)
})

afterAll(async () => {
  client.close()
  await served.close()
})

async function decoded(name: keyof Served['accounts']['sent']): Promise<Decoded> {
  const hash = accounts.sent[name]
  const { to, input } = await anvil.request<{ to: string; input: string }>('eth_getTransactionByHash', [hash])
  const [result] = await decoderAt(client, service.url)([{ kind: 'call', to, input }])
  if (!result) throw new Error(`${name} is not decoded`)
  return result
}

/** A call as text with its nested calls and amounts, for example `execute(pay 7)`. */
const outline = (call: Decoded): string => {
  const { name, arguments: values } = call
  const nested = callsWithin(call).map(({ decoded }) => decoded)
  const inside = nested.map((each) => (each ? outline(each) : '?')).join(', ')
  const amount = values.find((each) => each.name === 'amount')?.value
  return `${name}${typeof amount === 'string' ? ` ${amount}` : ''}${inside === '' ? '' : ` (${inside})`}`
}

test.each([
  ['beacon', 'pay 3'],
  ['safe', 'execTransaction (pay 4)'],
  ['batch', 'execTransaction (multiSend (pay 5, pay 6))'],
  ['operations', 'handleOps (execute (pay 7), execute (pay 8))'],
  ['delegated', 'execute (pay 11)'],
  ['first', 'first 9'],
  ['second', 'second 10'],
] as const)('%s: every call is opened to the last and named', async (name, expected) => {
  expect(outline(await decoded(name))).toBe(expected)
})

test('a name through a proxy is that of the verified contract behind it', async () => {
  expect(await decoded('beacon')).toMatchObject({ origin: 'verified', from: 'Till', isCertain: true })
  expect(await decoded('second')).toMatchObject({ origin: 'verified', from: 'SecondFacet' })
  expect(await decoded('delegated')).toMatchObject({ origin: 'verified', from: 'SmartAccount' })
})

test('a custom error is decoded with its arguments', async () => {
  const { at, sent } = accounts
  const trace = await anvil.request<{ output: string }>('debug_traceTransaction', [
    sent.sink,
    { tracer: 'callTracer' },
  ])
  const [error] = await decoderAt(client, service.url)([{ kind: 'error', to: at.Till, data: trace.output }])
  expect(error).toMatchObject({
    name: 'NotEnough',
    arguments: [{ name: 'who' }, { name: 'asked', value: '7' }, { name: 'available' }],
  })
})
