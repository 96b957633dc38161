import { describeNodeTexts } from '#shared/node-texts.ts'
import { describe, expect, it } from 'vitest'
import { connectNode } from '#platform/json-rpc/node-connection.ts'
import { NodeFailure } from '#platform/json-rpc/node-failure.ts'
import { describeNodes } from './identify-nodes.ts'
import { PoolNode } from './pool-node.ts'
import { type RangeAnswer, type RangeSource, readRange, type Verdict } from './read-range.ts'

let time = 0
const nodeAt = (port: number) => {
  const connection = connectNode(`http://127.0.0.1:${String(port)}`)
  return new PoolNode(connection, () => time)
}
const [one, other, third] = [nodeAt(1), nodeAt(2), nodeAt(3)]

type Answerer = () => Promise<Verdict | NodeFailure>
const never: Answerer = () => new Promise(() => undefined)
const gives =
  (verdict: Verdict): Answerer =>
  () =>
    Promise.resolve(verdict)
const fails: Answerer = () => Promise.resolve(new NodeFailure('unreachable', 'gone'))

/** Nodes in the order in which they are picked; `slow` gets those that another one overtook. */
function sourceOf(answerers: ReadonlyMap<PoolNode, Answerer>, slow: PoolNode[] = []): RangeSource {
  return {
    pick: (asked) => Promise.resolve([...answerers.keys()].find((node) => !asked.has(node)) ?? null),
    async ask(node): Promise<RangeAnswer | NodeFailure> {
      const verdict = await (answerers.get(node) ?? never)()
      return verdict instanceof NodeFailure ? verdict : { node, verdict, blocks: [] }
    },
    patienceMs: () => 1,
    wasSlow: (node) => slow.push(node),
  }
}

describe('a range of blocks', () => {
  it('is asked of another node where one does not answer in time, which is then known to be slow', async () => {
    const slow: PoolNode[] = []
    const answerers = new Map([
      [one, never],
      [other, gives('right')],
    ])
    expect((await readRange(sourceOf(answerers, slow))).right?.node).toBe(other)
    expect(slow).toEqual([one])
  })

  it('is asked of the next where one fails or is not right, and says whose answers those were', async () => {
    const answerers = new Map([
      [one, fails],
      [other, gives('wrong')],
      [third, gives('right')],
    ])
    const { right, others, failure } = await readRange(sourceOf(answerers))
    expect(right?.node).toBe(third)
    expect(others.map(({ node, verdict }) => [node, verdict])).toEqual([[other, 'wrong']])
    expect(failure?.message).toBe('gone')
  })

  it('ends with what there is where no answer is right', async () => {
    const answerers = new Map([
      [one, gives('short')],
      [other, fails],
    ])
    const { right, others, failure } = await readRange(sourceOf(answerers))
    expect([right, others.length, failure?.kind]).toEqual([null, 1, 'unreachable'])
    expect(await readRange(sourceOf(new Map()))).toEqual({ right: null, others: [], failure: null })
  })

  it('waits for the answer under way where nobody else can be asked', async () => {
    const late = Promise.withResolvers<Verdict>()
    const answerers = new Map([[one, () => late.promise]])
    const read = readRange(sourceOf(answerers))
    late.resolve('right')
    expect((await read).right?.node).toBe(one)
  })
})

describe('a node of several', () => {
  it('is left out longer each time, and is at its first fault again after many right answers', () => {
    const node = nodeAt(4)
    const outFor = () => {
      node.leaveOut('wrong_blocks')
      const since = time
      while (!node.isAskable) time += 100
      expect(node.isWellAgain()).toBe(true)
      return time - since
    }
    expect([outFor(), outFor(), outFor()]).toEqual([10_000, 20_000, 40_000])
    for (let right = 0; right < 20; right++) node.wasRight()
    expect(outFor()).toBe(10_000)
    for (let more = 0; more < 12; more++) outFor()
    expect(outFor()).toBe(300_000)
  })

  it('that is only away is asked again soon, and which chain it is of is asked anew', () => {
    const node = nodeAt(5)
    node.isKnown = true
    expect(node.leaveOut('silent')).toBe(true)
    expect([node.isAskable, node.isKnown]).toEqual([false, false])
    // A request from before.
    expect(node.leaveOut('silent')).toBe(false)
    time += 1_000
    expect(node.isAskable).toBe(true)
    expect([node.isWellAgain(), node.isWellAgain()]).toEqual([true, false])
  })

  it('gets more requests while it answers well, and fewer when it is slow, which is forgotten in time', () => {
    const node = nodeAt(6)
    const mostAtOnce = () => {
      node.running = 0
      while (node.isFree) node.running += 1
      const most = node.running
      node.running = 0
      return most
    }
    expect(mostAtOnce()).toBe(2)
    const began = time
    for (let answer = 0; answer < 20; answer++) {
      time += 100
      // All of them waited there from the beginning on.
      node.answered(began, 10)
    }
    expect(mostAtOnce()).toBe(6)
    expect(node.expectedMs(10)).toBeCloseTo(100)
    node.wasSlow(5_000, 10)
    expect([mostAtOnce(), node.expectedMs(10)]).toEqual([3, 5_000])
    time += 20_000
    expect(node.expectedMs(10)).toBeLessThan(400)
  })

  it('is said by its host, with how many there are', () => {
    const nodes = [nodeAt(7), nodeAt(8), nodeAt(9), nodeAt(10)] as const
    const described = () => describeNodeTexts(describeNodes(nodes))
    expect(described()).toBe('')
    nodes[0].leaveOut('silent')
    expect(described()).toBe('One of 4 nodes does not respond: 127.0.0.1:7.')
    nodes[1].leaveOut('silent')
    nodes[2].leaveOut('wrong_blocks')
    expect(described()).toBe(
      '2 of 4 nodes do not respond: 127.0.0.1:7, 127.0.0.1:8. One of 4 nodes gives blocks that are not what their hashes say, and is left out: 127.0.0.1:9.',
    )
  })
})
