import { describe, expect, it } from 'vitest'
import type { NodeStatus } from '#shared/node-status.ts'
import { describeNode } from './describe-node.ts'

const status = (some: Partial<NodeStatus>): NodeStatus => ({
  state: 'catching_up',
  texts: [{ id: 'reading', values: { host: '127.0.0.1:8545', count: 1 } }],
  message: 'Reading the blocks of the node at 127.0.0.1:8545.',
  chainId: '31337',
  coinContract: null,
  head: { number: 12_000, hash: '0x' },
  blocks: { done: 12_001, of: 48_113 },
  blocksPerSecond: 812.4,
  transactionsPerSecond: 4_060,
  secondsLeft: 44.4,
  traces: { done: 10, of: 200, unavailable: 0 },
  repairs: [],
  node: null,
  bytesOnDisk: 61_200_000,
  reorganisation: null,
  ...some,
})

describe('a followed node in a line', () => {
  it('says how far, how fast and how long while it catches up', () => {
    expect(describeNode(status({}))).toBe(
      '12,001 of 48,113 blocks · 812 blocks/s, 4,060 transactions/s · 44 s left · traces 10 of 200 · 61 MB',
    )
  })

  it('says that it is up to date, and no traces that are never to come', () => {
    expect(describeNode(status({ state: 'following', traces: { done: 0, of: 9, unavailable: 9 } }))).toBe(
      'block 12,000, up to date · 61 MB',
    )
  })

  it('says how far what is sorted is prepared, once it is up to date', () => {
    const prepared = { done: 3, of: 15 }
    expect(describeNode(status({ prepared }))).not.toContain('preparing')
    expect(describeNode(status({ state: 'following', prepared }))).toContain(
      ' · preparing sorted lists: 3 of 15 · ',
    )
  })

  it('says what the node refused for now', () => {
    const repairs = [
      { kind: 'frames', count: 3 },
      { kind: 'token', count: 1 },
    ] as const
    expect(describeNode(status({ state: 'following', repairs }))).toContain(
      ' · 3 blocks without call traces, 1 token without its name: trying again · ',
    )
  })

  it('begins with what is wrong', () => {
    const texts = [
      { id: 'no_answer', values: { host: '127.0.0.1:8545' } },
      { id: 'retrying' },
      { id: 'from_block', values: { block: 12_000 } },
    ] as const
    expect(describeNode(status({ state: 'stalled', texts }))).toMatch(
      /^No node answers at 127\.0\.0\.1:8545\. Asking again; what is indexed can be read\. This chain is indexed from block 12,000 on\. · /,
    )
    const several = [{ id: 'node_silent', values: { count: 2, all: 3, hosts: 'a, b' } }] as const
    expect(describeNode(status({ state: 'stalled', texts: several }))).toMatch(
      /^2 of 3 nodes do not respond: a, b\. · /,
    )
  })
})
