/** Graphs made of steps: nodes keep their position, sums stay right, and limits hold. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FlowStep, FlowSum } from '#shared/rpc/contract/flow.ts'
import {
  beginAt,
  type FlowState,
  type FlowStepState,
  MAX_FLOW_EDGES,
  MAX_FLOW_NODES,
} from '#shared/flow/flow-state.ts'
import { edgeId, type FlowGraph } from './flow-graph.ts'
import { foldGraph } from './fold-graph.ts'
import { makeGraph, type AnswerOf } from './make-graph.ts'

const who = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
const START = who(1)
const SOME = { asset: 'coin', movements: 1, first: null, last: null }

/** An answer whose counterparties depend only on the address's number, so that each call gives the same. */
function answer(
  { of, direction, limit }: Pick<FlowStepState, 'of' | 'direction' | 'limit'>,
  width = 5,
): FlowStep {
  const own = Number(BigInt(of))
  const all = Array.from(
    { length: width },
    (_, at) => 2 + ((own * 7 + at * 3 + (direction === 'in' ? 1 : 0)) % 400),
  )
  const others = [...new Set(all)].filter((n) => n !== own)
  const named = others.slice(0, limit)
  const sumOf = (other: string, amount: number): FlowSum =>
    direction === 'out'
      ? { from: of, to: other, amount: String(amount), ...SOME }
      : { from: other, to: of, amount: String(amount), ...SOME }
  return {
    parties: [of, ...named.map(who)].map((hash) => ({ hash })),
    sums: [
      ...named.map((n) => sumOf(who(n), n * 1_000 + own)),
      ...(others.length > limit ? [sumOf('others', 99)] : []),
    ],
    counterparties: others.length,
    others: others.length - named.length,
    below: 0,
    assetsLeftOut: 0,
    stop: null,
    assets: [{ id: 'coin', token: null, tokenId: null }],
    leftOut: [],
    lists: [],
    isCut: false,
    unchecked: 0,
  }
}
const answerOf: AnswerOf = (step) => answer(step)
const step = (of: string, direction: 'in' | 'out' = 'out', limit = 8): FlowStepState => ({
  of,
  direction,
  limit,
  opens: false,
})
const stateOf = (steps: readonly FlowStepState[], more: Partial<FlowState> = {}): FlowState => ({
  ...beginAt(''),
  steps: [...steps],
  ...more,
})
const placesOf = ({ nodes }: FlowGraph) =>
  new Map([...nodes.values()].map(({ id, hop, row }) => [id, `${String(hop)} ${String(row)}`]))

/** Steps from nodes of a graph, chosen by numbers. */
function stepsOf(numbers: readonly number[]): FlowStepState[] {
  const steps: FlowStepState[] = [step(START, 'in'), step(START)]
  for (const number of numbers) {
    const ids = [...makeGraph(START, stateOf(steps), answerOf).nodes.values()].filter(
      ({ kind }) => kind === 'address',
    )
    const of = ids[number % ids.length]?.id ?? START
    steps.push(step(of, number % 2 === 0 ? 'out' : 'in', 1 + (number % 6)))
  }
  return steps
}

describe('a graph that grows', () => {
  test('moves nothing that stands, and no two nodes stand in one place', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { maxLength: 12 }), (numbers) => {
        const steps = stepsOf(numbers)
        let before = placesOf(makeGraph(START, stateOf([]), answerOf))
        for (let count = 1; count <= steps.length; count += 1) {
          const now = placesOf(makeGraph(START, stateOf(steps.slice(0, count)), answerOf))
          for (const [id, place] of before) if (!id.startsWith('others')) expect(now.get(id)).toBe(place)
          expect(new Set(now.values()).size).toBe(now.size)
          before = now
        }
      }),
      { numRuns: 60 },
    )
  })

  test('is the same whichever answer is there first', () => {
    const steps = [step(START, 'in'), step(START)]
    // Senders and receivers are the same addresses: the first step decides their positions.
    const same: AnswerOf = (one) => ({
      ...answer(one),
      parties: answer({ ...one, direction: 'out' }).parties,
    })
    const late = makeGraph(START, stateOf(steps), (one) => (one.direction === 'in' ? undefined : same(one)))
    const whole = placesOf(makeGraph(START, stateOf(steps), same))
    expect(late.wanted.length).toBeGreaterThan(0)
    for (const [id, place] of placesOf(late)) expect(whole.get(id)).toBe(place)
  })

  test('grows from all ends by one step, but not from those that were folded back', () => {
    const once = stateOf([step(START), step('ends')])
    const graph = makeGraph(START, once, answerOf)
    const ends = answer(step(START)).parties.slice(1)
    expect(ends.every(({ hash }) => graph.grown.get(hash)?.out)).toBe(true)
    const closed = makeGraph(START, { ...once, closed: [ends[0]!.hash] }, answerOf)
    expect(closed.grown.get(ends[0]!.hash)).toBeUndefined()
    expect(closed.grown.get(ends[1]!.hash)?.out).toBeDefined()
  })

  test('has an edge for each pair, told by either of its ends', () => {
    const steps = stepsOf([3, 1, 4, 1, 5, 9, 2, 6])
    const { edges } = makeGraph(START, stateOf(steps), answerOf)
    for (const { of, direction, limit } of steps)
      for (const { from, to, amount } of answer({ of, direction, limit }).sums) {
        if (from === 'others' || to === 'others') continue
        const [sum] = edges.get(edgeId(from, to))?.sums ?? []
        const told = steps
          .flatMap((one) => answer(one).sums)
          .filter((one) => one.from === from && one.to === to)
          .map((one) => one.amount)
        expect(told).toContain(sum?.amount)
        expect(told).toContain(amount)
      }
  })

  test('that would grow to a million ends at its bound, and says how many it left out', () => {
    const wide: AnswerOf = ({ of, direction }) => ({
      ...answer(step(of, direction)),
      parties: [of, ...Array.from({ length: 200 }, () => who((made += 1)))].map((hash) => ({ hash })),
    })
    let made = 1_000
    const steps = [step(START), ...Array.from({ length: 14 }, () => step('ends'))]
    const { nodes, leftOut } = makeGraph(START, stateOf(steps), wide)
    expect(nodes.size).toBe(MAX_FLOW_NODES)
    expect(made).toBeGreaterThan(1_000_000 - 25_000)
    expect(leftOut.nodes).toBe(made - 1_000 - (MAX_FLOW_NODES - 1))
  })

  test('says how many ends one step did not reach, until the next one reaches them', () => {
    const wide: AnswerOf = ({ of, direction, limit }) => {
      const isStart = of === START
      const given = Array.from({ length: isStart ? 200 : 3 }, (_, at) =>
        who((Number(BigInt(of)) % 100_000) * 1_000 + at + 1_000),
      )
      return {
        ...answer({ of, direction, limit }),
        parties: [of, ...given].map((hash) => ({ hash })),
        sums: [],
      }
    }
    const leftOutAfter = (hops: number) =>
      makeGraph(START, stateOf([step(START), ...Array.from({ length: hops }, () => step('ends'))]), wide)
        .leftOut
    expect(leftOutAfter(1)).toEqual({ nodes: 0, edges: 0, ends: 0, cut: 0 })
    // After one hop there are 600 ends.
    expect(leftOutAfter(2).ends).toBe(100)
    expect(leftOutAfter(2).nodes).toBe(0)
  })

  test('says how many edges it has no room for', () => {
    const people = Array.from({ length: 200 }, (_, at) => who(at + 2))
    const all: AnswerOf = ({ of, direction, limit }) => ({
      ...answer({ of, direction, limit }),
      parties: [of, ...people].map((hash) => ({ hash })),
      sums: people.filter((to) => to !== of).map((to) => ({ from: of, to, amount: '1', ...SOME })),
    })
    const { edges, leftOut } = makeGraph(START, stateOf([step(START), step('ends')]), all)
    expect(edges.size).toBe(MAX_FLOW_EDGES)
    expect(leftOut).toEqual({ nodes: 0, edges: 200 + 200 * 199 - MAX_FLOW_EDGES, ends: 0, cut: 0 })
  })

  test('says of how many addresses not all movements are counted', () => {
    const cut: AnswerOf = (one) => ({ ...answer(one), isCut: one.of === START })
    expect(makeGraph(START, stateOf([step(START), step('ends')]), cut).leftOut.cut).toBe(1)
  })
})

describe('what is taken out of a graph', () => {
  test('goes with what only hung on it, and all else stays where it is', () => {
    const steps = [
      step(START),
      ...answer(step(START))
        .parties.slice(1, 3)
        .map(({ hash }) => step(hash)),
    ]
    const whole = makeGraph(START, stateOf(steps), answerOf)
    const removed = steps[1]!.of
    const left = makeGraph(START, stateOf(steps, { removed: [removed] }), answerOf)
    expect(left.nodes.has(removed)).toBe(false)
    expect(left.nodes.size).toBeLessThan(whole.nodes.size)
    for (const [id, place] of placesOf(left)) expect(placesOf(whole).get(id)).toBe(place)
    for (const { from, to } of left.edges.values())
      expect([from, to].every((id) => left.nodes.has(id))).toBe(true)
  })

  test('shown as one, each sum counts once: between them, or with the others', () => {
    const graph = makeGraph(START, stateOf(stepsOf([2, 7, 1, 8, 2, 8])), answerOf)
    const fold = { kind: 'label', name: 'Some' } as const
    const isIn = ({ id }: { readonly id: string }) => Number(BigInt(id)) % 3 === 0
    const folded = foldGraph(graph, [fold], isIn)
    const total = ({ edges }: FlowGraph) =>
      [...edges.values()].flatMap(({ sums }) => sums).reduce((sum, { movements }) => sum + movements, 0)
    const one = folded.nodes.get('together label Some')
    expect(total(folded) + (one?.within ?? 0)).toBe(total(graph))
    expect(one?.count).toBe(
      [...graph.nodes.values()].filter((node) => node.kind === 'address' && isIn(node)).length,
    )
  })
})
