/** Compares the call trace of every transaction in a part of the chain with its internal transactions. */
import { expect, test } from 'vitest'
import { readCallTrace, type TraceFrame } from '#shared/chain/call-trace.ts'
import { createSampleChain } from './sample-chain.ts'
import { readAll, iterateList } from './testing/read-list.ts'

const chain = createSampleChain({ transactions: 300, now: () => Date.UTC(2026, 9, 7, 12) })

async function framesOf(hash: string): Promise<readonly TraceFrame[]> {
  const detail = await chain.detail('transaction-calls', { transaction_hash: hash })
  return readCallTrace(detail?.items as unknown[]).frames
}
const mined = [...iterateList(chain, 'latest-transactions', { params: {} })]
  .filter(({ block_number: height }) => height !== null)
  .slice(0, 250)

/** The contract in whose context a frame's code runs: in a delegated call, the caller. */
const workerOf = ({ kind, from, to }: TraceFrame) =>
  kind === 'delegatecall' || kind === 'callcode' ? from : to

test('it is the transaction, and in it what its internal transactions say, in their order', async () => {
  let calls = 0
  for (const { hash, to, value, gas_used: used } of mined) {
    const [root, ...inner] = await framesOf(hash)
    expect(root).toMatchObject({ traceAddress: [], value, gasUsed: used })
    if (to) expect(root?.to).toBe(to.hash.toLowerCase())
    const listed = readAll(chain, 'transaction-internal-transactions', {
      params: { transaction_hash: hash },
    })
    expect(
      inner.map(({ kind, from, value: moved, gas, error }) => ({
        kind,
        from,
        value: moved,
        ...(kind === 'selfdestruct' ? {} : { gas }),
        error,
      })),
    ).toEqual(
      listed.map(({ type, from, value: moved, gas_limit: gas, error }) => ({
        kind: type,
        from: from?.hash.toLowerCase(),
        value: moved,
        ...(type === 'selfdestruct' ? {} : { gas }),
        error,
      })),
    )
    calls += inner.length
  }
  expect(calls).toBeGreaterThan(200)
})

test('who makes a call is for whom the call around it works, and gas adds up', async () => {
  for (const { hash } of mined) {
    const frames = await framesOf(hash)
    const byPath = new Map(frames.map((frame) => [String(frame.traceAddress), frame]))
    const spent = new Map<TraceFrame, bigint>()
    for (const frame of frames.slice(1)) {
      const parent = byPath.get(String(frame.traceAddress?.slice(0, -1)))!
      expect(frame.from, hash).toBe(workerOf(parent))
      spent.set(parent, (spent.get(parent) ?? 0n) + BigInt(frame.gasUsed ?? 0))
    }
    for (const [parent, sum] of spent) expect(sum).toBeLessThan(BigInt(parent.gasUsed ?? 0))
  }
})

test('there is a loan that is taken apart ten calls deep, and its innermost call says why', async () => {
  const deep = await Promise.all(mined.map(({ hash }) => framesOf(hash)))
  const frames = deep.find((each) => each.some(({ traceAddress }) => traceAddress?.length === 10))
  expect(frames?.at(-1)).toMatchObject({ kind: 'delegatecall', error: 'execution reverted' })
  expect(frames?.at(-1)?.output).toMatch(/^0xe450d38c/)
})

test('logs stand in the calls that made them, or nobody says in which', async () => {
  let placed = 0
  for (const { hash } of mined) {
    const frames = await framesOf(hash)
    const logs = frames.flatMap((frame) => (frame.logs ?? []).map((log) => ({ ...log, by: workerOf(frame) })))
    for (const { address, by } of logs) expect(address).toBe(by)
    if (!frames[0]?.logs) continue
    const listed = readAll(chain, 'transaction-logs', { params: { transaction_hash: hash } })
    const sorted = logs.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0))
    expect(sorted.map(({ index, topics, data }) => [index, topics, data])).toEqual(
      listed.map(({ index, topics, data }) => [index, topics, data]),
    )
    placed += logs.length
  }
  expect(placed).toBeGreaterThan(100)
})
