import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCallTrace, type TraceLog } from '#shared/chain/call-trace.ts'
import type { InternalTransaction } from '#shared/chain/transaction.ts'
import { movesValue, rowsOf, viewShowing, type CallView } from './call-rows.ts'
import {
  codeOf,
  codeOfFailure,
  findCall,
  originOfFailure,
  placeLogs,
  throwerOf,
  treeOfInternals,
  treeOfTrace,
  type CallTree,
} from './call-tree.ts'
import { layOutFlame } from './flame-layout.ts'

const WHOLE: CallView = { maxDepth: null, byHand: new Map(), onlyWithValue: false, onlyFailures: false }

const address = (digit: string) => `0x${digit.repeat(40)}`
const frame = (traceAddress: unknown, more: object = {}, action: object = {}) => ({
  type: 'call',
  action: { callType: 'call', from: address('a'), to: address('b'), value: '0x0', gas: '0x64', ...action },
  result: { gasUsed: '0x0a', output: '0x' },
  traceAddress,
  ...more,
})
const treeOf = (...frames: unknown[]): CallTree => treeOfTrace(readCallTrace(frames))
const shape = ({ nodes }: CallTree) => nodes.map(({ id, depth, parent }) => [id, depth, parent?.id ?? null])

describe('a tree of a trace', () => {
  const frames = [frame([]), frame([0]), frame([0, 0]), frame([1]), frame([1, 0]), frame([1, 1])]
  const expected = [
    [0, 0, null],
    [1, 1, 0],
    [2, 2, 1],
    [3, 1, 0],
    [4, 2, 3],
    [5, 2, 3],
  ]

  test('is made of paths, in whatever order they come', () => {
    expect(shape(treeOf(...frames))).toEqual(expected)
    fc.assert(
      fc.property(fc.shuffledSubarray(frames, { minLength: frames.length }), (shuffled) => {
        expect(shape(treeOf(...shuffled))).toEqual(expected)
      }),
    )
  })

  test('keeps calls whose caller is missing, given twice, or without a place', () => {
    const tree = treeOf(frame([]), frame([0, 2, 1]), frame([0, 2, 1]), frame(['x']), null, frame([7]))
    expect(tree.nodes).toHaveLength(5)
    expect(tree.invalid).toEqual({ unread: 1, omitted: 0, misplaced: 3 })
    expect(tree.nodes.slice(1).every(({ parent }) => parent?.id === 0)).toBe(true)
    expect(treeOf(frame([0]), frame([1])).roots).toHaveLength(2)
    expect(treeOf().nodes).toEqual([])
  })

  test('has every frame once, whatever the paths are', () => {
    const path = fc.oneof(fc.array(fc.nat(3), { maxLength: 6 }), fc.constant('odd'))
    fc.assert(
      fc.property(fc.array(path, { maxLength: 40 }), (paths) => {
        const { nodes, roots } = treeOf(...paths.map((each) => frame(each)))
        expect(nodes).toHaveLength(paths.length)
        expect(roots.reduce((sum, { size }) => sum + size, 0)).toBe(paths.length)
        expect(rowsOf({ nodes, roots } as CallTree, WHOLE)).toHaveLength(paths.length)
      }),
    )
  })

  test('1,000 deep is no deeper than the stack', () => {
    const deep = Array.from({ length: 1_000 }, (_, depth) => frame(Array.from({ length: depth }, () => 0)))
    const tree = treeOf(...deep)
    expect(tree.depth).toBe(999)
    expect(rowsOf(tree, WHOLE)).toHaveLength(1_000)
    expect(layOutFlame(tree)?.boxes).toHaveLength(1_000)
  })

  test('gas of itself is what its calls leave of it', () => {
    const used = (gasUsed: string) => ({ result: { gasUsed, output: '0x' } })
    const tree = treeOf(
      frame([], used('0x64')),
      frame([0], used('0x1e')),
      frame([1], used('0x14')),
      frame([1, 0], used('0x05')),
    )
    expect(tree.nodes.map(({ ownGas }) => ownGas)).toEqual([50n, 30n, 15n, 5n])
    const boxes = layOutFlame(tree)!.boxes.map(({ node, x, width }) => [node.id, x, width])
    expect(boxes).toEqual([
      [0, 0, 1],
      [1, 0, 0.3],
      [2, 0.3, 0.2],
      [3, 0.3, 0.05],
    ])
  })
})

describe('failures', () => {
  const failed = { error: 'Reverted' }
  const tree = treeOf(
    frame([], failed),
    frame([0]),
    frame([1], failed),
    frame([1, 0]),
    frame([1, 1], failed),
    frame([2]),
  )

  test('undo what is inside of them, and begin where no inner call failed', () => {
    expect(tree.nodes.map(({ isFailed, isUndone }) => [isFailed, isUndone])).toEqual([
      [true, false],
      [false, true],
      [true, false],
      [false, true],
      [true, false],
      [false, true],
    ])
    expect(originOfFailure(tree)?.id).toBe(4)
    expect(originOfFailure(treeOf(frame([]), frame([0])))).toBeUndefined()
  })

  test('alone are shown with what is around them', () => {
    const rows = rowsOf(tree, { ...WHOLE, onlyFailures: true })
    expect(rows.map(({ node, level }) => [node.id, level])).toEqual([
      [0, 1],
      [2, 2],
      [4, 3],
    ])
  })
})

test('whose code ran: that to which a call handed its whole input on, and that of which its error came', () => {
  const input = '0x12345678'
  const delegated = (to: string, more: object = {}) => ({
    callType: 'delegatecall',
    to: address(to),
    input,
    ...more,
  })
  const { nodes } = treeOf(
    frame([], {}, { input }),
    frame([0], {}, { input, to: address('9') }),
    frame([1], {}, delegated('c')),
    frame([1, 0], {}, delegated('d', { input: `${input}ff` })),
    frame([2], {}, delegated('e', { input: '0x87654321' })),
  )
  expect(codeOf(nodes[0]!)).toEqual([address('c'), address('d')])
  expect(codeOf(nodes[1]!)).toEqual([])
  const failed = { error: 'Reverted', result: { output: '0xdeadbeef' } }
  const thrown = treeOf(
    frame([], failed),
    frame([0], { error: 'Reverted', result: { output: '0x01' } }, { to: address('9') }),
    frame([1], failed, { to: address('c') }),
    frame([1, 0], failed, delegated('d')),
  )
  expect(codeOfFailure(thrown.nodes[0]!)).toEqual([address('d'), address('c')])
})

test('who threw: what was handed on as it was, and not what failed inside and was caught', () => {
  const failed = (path: number[], output: string) =>
    frame(path, { error: 'execution reverted', result: { gasUsed: '0x0a', output } })
  const thrown = '0xaabbccdd'
  const tree = treeOf(failed([], thrown), frame([0]), failed([1], thrown), failed([1, 0], '0x'))
  expect(throwerOf(tree)?.id).toBe(2)
  expect(originOfFailure(tree)?.id).toBe(3)
  expect(throwerOf(treeOf(frame([]), failed([0], thrown)))).toBeUndefined()
})

test('only with value: a delegated call moves none', () => {
  const value = { value: '0x5' }
  const tree = treeOf(
    frame([]),
    frame([0], {}, { ...value, callType: 'delegatecall' }),
    frame([0, 0]),
    frame([1]),
    frame([1, 0], {}, value),
  )
  expect(tree.nodes.filter(movesValue).map(({ id }) => id)).toEqual([4])
  expect(rowsOf(tree, { ...WHOLE, onlyWithValue: true }).map(({ node }) => node.id)).toEqual([0, 3, 4])
})

test('folding by depth and by hand; a call that is looked for is seen', () => {
  const tree = treeOf(frame([]), frame([0]), frame([0, 0]), frame([0, 0, 0]), frame([1]))
  const ids = (view: CallView) => rowsOf(tree, view).map(({ node }) => node.id)
  expect(ids({ ...WHOLE, maxDepth: 1 })).toEqual([0, 1, 4])
  expect(ids({ ...WHOLE, maxDepth: 1, byHand: new Map([[1, true]]) })).toEqual([0, 1, 2, 4])
  expect(ids({ ...WHOLE, byHand: new Map([[0, false]]) })).toEqual([0])
  const folded = { ...WHOLE, maxDepth: 0, onlyWithValue: true }
  expect(ids(viewShowing(folded, tree.nodes[3]!))).toEqual([0, 1, 2, 3, 4])
  expect(findCall(tree, '3')).toBe(tree.nodes[3])
  expect(findCall(tree, '99')).toBeUndefined()
})

describe('logs', () => {
  const log = (position: string) => ({ address: address('b'), topics: [], data: '0x', position })
  const rows = (tree: CallTree) =>
    rowsOf(tree, WHOLE).map((row) => (row.kind === 'log' ? `log ${String(row.log.after)}` : row.node.id))

  test('stand between the calls where they were made', () => {
    const logs = [log('0x0'), log('0x1'), log('0x2')]
    expect(rows(treeOf(frame([], { logs }), frame([0]), frame([1])))).toEqual([
      0,
      'log 0',
      1,
      'log 1',
      2,
      'log 2',
    ])
  })

  test('of a list stand only where no other call can have made them', () => {
    const from = (digit: string): TraceLog => ({
      address: address(digit),
      topics: [],
      data: '0x',
      index: 0,
      position: null,
    })
    const to = (digit: string, callType = 'call') => ({ to: address(digit), from: address('b'), callType })
    const tree = treeOf(
      frame([]),
      frame([0], {}, to('c')),
      frame([1], {}, to('d')),
      frame([2], {}, to('d')),
      frame([3], {}, to('e', 'staticcall')),
      frame([4], { error: 'Reverted' }, to('f')),
    )
    const { tree: placed, unplaced } = placeLogs(tree, [from('c'), from('d'), from('e'), from('f')])
    expect(unplaced.map(({ address: of }) => of[2])).toEqual(['d', 'e', 'f'])
    expect(rows(placed)).toEqual([0, 1, 'log 0', 2, 3, 4, 5])
    expect(placed.nodes[1]?.parent).toBe(placed.nodes[0])
  })
})

test('internal transactions are taken to be made by whoever they come from, innermost first', () => {
  const call = (index: number, from: string, to: string, type = 'call') =>
    ({
      index,
      type,
      from: { hash: address(from) },
      to: { hash: address(to) },
      value: '0',
    }) as InternalTransaction
  const transaction = { hash: '0x1', from: { hash: address('1') }, to: { hash: address('a') }, status: 'ok' }
  const tree = treeOfInternals(transaction, [
    call(1, 'a', 'b', 'delegatecall'),
    call(2, 'a', 'c'),
    call(3, 'c', 'd', 'staticcall'),
    call(4, 'a', 'e'),
    call(5, '9', 'e'),
  ])
  expect(shape(tree)).toEqual([
    [0, 0, null],
    [1, 1, 0],
    [2, 2, 1],
    [3, 3, 2],
    [4, 2, 1],
    [5, 1, 0],
  ])
  expect(tree.invalid.misplaced).toBe(1)
  expect(tree.nodes[3]?.gasUsed).toBeNull()
  expect(layOutFlame(tree)).toBeUndefined()
})
