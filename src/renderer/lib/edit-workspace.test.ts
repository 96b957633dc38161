import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_PATH_LENGTH, MAX_PLACES, MAX_TITLE_LENGTH, MIN_RATIO } from '#shared/workspace/limits.ts'
import { readWorkspace, type Workspace, type WorkspaceTab } from '#shared/workspace/workspace.ts'
import {
  closeOthers,
  closeTab,
  countPlaces,
  joinPanes,
  moveTab,
  moveToEdge,
  openPathInOtherPane,
  openTab,
  pinTab,
  setRatio,
  showTab,
  toggleSideBySide,
  adjacentTab,
} from './edit-workspace.ts'

/**
 * A workspace with these panes of tabs. Tab ids are their names. The first tab of each pane and the first pane are
 * active.
 */
function workspaceOf(...panes: string[][]): Workspace {
  return {
    version: 1,
    panes: panes.map((tabs, index) => ({
      id: `pane${String(index)}`,
      tabs: tabs.map((id): WorkspaceTab => ({ id, path: `/${id}`, title: '', isPinned: false })),
      active: tabs[0]!,
    })),
    layout: 'beside',
    ratio: 0.5,
    activePane: 'pane0',
  }
}
/** The paths of each pane: the active tab in brackets, a pinned tab with an exclamation mark. */
const drawn = ({ panes }: Workspace) =>
  panes.map(({ tabs, active }) =>
    tabs
      .map(({ id, path, isPinned }) =>
        `${path.slice(1)}${isPinned ? '!' : ''}`.replace(/.+/, (text) =>
          id === active ? `[${text}]` : text,
        ),
      )
      .join(' '),
  )
const full = () => workspaceOf(Array.from({ length: MAX_PLACES }, (_, index) => `t${String(index)}`))

describe('opening', () => {
  test('behind the one in front, which stays, or goes', () => {
    const two = workspaceOf(['a', 'b'])
    expect(drawn(openTab(two, '/n'))).toEqual(['[a] n b'])
    expect(drawn(openTab(two, '/n', { isInFront: true }))).toEqual(['a [n] b'])
  })
  test('behind those that are pinned', () => {
    const pinned = pinTab(pinTab(workspaceOf(['a', 'b', 'c']), 'a', true), 'b', true)
    expect(drawn(openTab(pinned, '/n'))).toEqual(['[a!] b! n c'])
  })
  test('in the other pane, which gets the keys when it is in front there', () => {
    const two = workspaceOf(['a'], ['b'])
    expect(openTab(two, '/n', { paneId: 'pane1' }).activePane).toBe('pane0')
    const inFront = openTab(two, '/n', { paneId: 'pane1', isInFront: true })
    expect(drawn(inFront)).toEqual(['[a]', 'b [n]'])
    expect(inFront.activePane).toBe('pane1')
  })
  test('no more than may be', () => {
    const all = full()
    expect(openTab(all, '/n')).toBe(all)
    expect(openPathInOtherPane(all, '/n')).toBe(all)
    expect(countPlaces(openTab(closeTab(all, 't7'), '/n'))).toBe(MAX_PLACES)
  })
  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example/',
    '/\\elsewhere.example/',
    '',
    `/${'p'.repeat(MAX_PATH_LENGTH)}`,
  ])('what is no path that can be kept, %.20s, opens the start', (path) => {
    expect(openTab(workspaceOf(['a']), path).panes[0]!.tabs[1]!.path).toBe('/')
  })
  test('a title that is too long is cut', () => {
    const { title } = openTab(workspaceOf(['a']), '/n', { title: 't'.repeat(5000) }).panes[0]!.tabs[1]!
    expect(title).toHaveLength(MAX_TITLE_LENGTH)
  })
})

describe('closing', () => {
  test('shows the next one, at the end the one before', () => {
    const three = workspaceOf(['a', 'b', 'c'])
    expect(drawn(closeTab(three, 'a'))).toEqual(['[b] c'])
    expect(drawn(closeTab(showTab(three, 'c'), 'c'))).toEqual(['a [b]'])
    expect(drawn(closeTab(three, 'b'))).toEqual(['[a] c'])
  })
  test('the last one of a pane takes the pane with it', () => {
    const closed = closeTab(showTab(workspaceOf(['a'], ['b']), 'b'), 'b')
    expect(drawn(closed)).toEqual(['[a]'])
    expect(closed.activePane).toBe('pane0')
  })
  test('the last one of all stays, and so does what is not there', () => {
    const one = workspaceOf(['a'])
    expect(closeTab(one, 'a')).toBe(one)
    const two = workspaceOf(['a', 'b'])
    expect(closeTab(two, 'nowhere')).toBe(two)
  })
  test('the others, but not those that are pinned', () => {
    expect(drawn(closeOthers(pinTab(workspaceOf(['a', 'b', 'c', 'd'], ['e']), 'd', true), 'b'))).toEqual([
      'd! [b]',
      '[e]',
    ])
  })
})

describe('order', () => {
  test('a pinned one goes to the end of the pinned; let go, to the front of the others', () => {
    const pinned = pinTab(pinTab(workspaceOf(['a', 'b', 'c']), 'c', true), 'b', true)
    expect(drawn(pinned)).toEqual(['c! b! [a]'])
    expect(drawn(pinTab(pinned, 'c', false))).toEqual(['b! c [a]'])
  })
  test('moved within the pane; pinned ones stay first', () => {
    const three = workspaceOf(['a', 'b', 'c'])
    expect(drawn(moveTab(three, 'a', 'pane0', 2))).toEqual(['b c [a]'])
    expect(drawn(moveTab(three, 'c', 'pane0', 0))).toEqual(['[c] a b'])
    const pinned = pinTab(three, 'a', true)
    expect(drawn(moveTab(pinned, 'c', 'pane0', 0))).toEqual(['a! [c] b'])
    expect(drawn(moveTab(pinned, 'a', 'pane0', 2))).toEqual(['[a!] b c'])
  })
  test('to the other pane, which goes when it was the only one there', () => {
    const moved = moveTab(workspaceOf(['a', 'b'], ['c']), 'a', 'pane1', 1)
    expect(drawn(moved)).toEqual(['[b]', 'c [a]'])
    expect(moved.activePane).toBe('pane1')
    expect(drawn(moveTab(workspaceOf(['a'], ['c']), 'a', 'pane1', 0))).toEqual(['[a] c'])
  })
  test('the next one, and from the end the first', () => {
    const three = workspaceOf(['a', 'b', 'c'])
    expect(adjacentTab(three, 1)?.id).toBe('b')
    expect(adjacentTab(three, -1)?.id).toBe('c')
    expect(adjacentTab(showTab(three, 'c'), 1)?.id).toBe('a')
  })
})

describe('panes', () => {
  test('a place beside: a new pane, then a tab of it; never a third', () => {
    const split = openPathInOtherPane(workspaceOf(['a']), '/n', { layout: 'below' })
    expect(drawn(split)).toEqual(['[a]', '[n]'])
    expect(split.layout).toBe('below')
    expect(split.activePane).toBe(split.panes[1]!.id)
    const again = openPathInOtherPane({ ...split, activePane: 'pane0' }, '/m')
    expect(drawn(again)).toEqual(['[a]', 'n [m]'])
  })
  test('a tab at an edge: a pane of its own there, or the one that is there', () => {
    const two = workspaceOf(['a', 'b'])
    expect(drawn(moveToEdge(two, 'a', 'beside', true))).toEqual(['[a]', '[b]'])
    expect(drawn(moveToEdge(two, 'a', 'below', false))).toEqual(['[b]', '[a]'])
    const one = workspaceOf(['a'])
    expect(moveToEdge(one, 'a', 'beside', true)).toBe(one)
    expect(drawn(moveToEdge(workspaceOf(['a', 'b'], ['c']), 'a', 'below', false))).toEqual(['[b]', 'c [a]'])
  })
  test('joined: the pinned ones first, the one of the active pane in front', () => {
    const joined = joinPanes(showTab(pinTab(workspaceOf(['a', 'b'], ['c', 'd']), 'd', true), 'c'))
    expect(drawn(joined)).toEqual(['d! a b [c]'])
    expect(joined.activePane).toBe('pane0')
  })
  test('neither of them gets too small', () => {
    const two = workspaceOf(['a'], ['b'])
    expect(setRatio(two, -3).ratio).toBe(MIN_RATIO)
    expect(setRatio(two, 7).ratio).toBe(1 - MIN_RATIO)
  })
})

test('what is done with two lists is off at first, and stays whatever is opened, closed or joined', () => {
  const two = workspaceOf(['a', 'b'], ['c'])
  const on = toggleSideBySide(two, 'comparesLists')
  expect(on).toEqual({ ...two, comparesLists: true })
  const later = closeTab(joinPanes(openTab(on, '/n')), 'b')
  expect(later).toMatchObject({ comparesLists: true })
  expect(toggleSideBySide(later, 'comparesLists').comparesLists).toBe(false)
})

/** An edit of any kind. Its two numbers choose a tab and a pane among the existing ones. */
type Edit = readonly [keyof typeof EDITS, tab: number, at: number, flag: boolean]
const EDITS = {
  open: (now, tab, at, isInFront) => openTab(now, `/${String(at)}`, { paneId: paneAt(now, tab), isInFront }),
  openPathInOtherPane: (now, _tab, at, isFirst) => openPathInOtherPane(now, `/${String(at)}`, { isFirst }),
  close: (now, tab) => closeTab(now, tabAt(now, tab)),
  closeOthers: (now, tab) => closeOthers(now, tabAt(now, tab)),
  show: (now, tab) => showTab(now, tabAt(now, tab)),
  pin: (now, tab, _at, isPinned) => pinTab(now, tabAt(now, tab), isPinned),
  move: (now, tab, at) => moveTab(now, tabAt(now, tab), paneAt(now, at), at),
  toEdge: (now, tab, at, isFirst) => moveToEdge(now, tabAt(now, tab), at % 2 ? 'beside' : 'below', isFirst),
  join: joinPanes,
  switch: (now, _tab, _at, flag) => toggleSideBySide(now, flag ? 'scrollsTogether' : 'comparesLists'),
} satisfies Record<string, (now: Workspace, tab: number, at: number, flag: boolean) => Workspace>
const paneAt = ({ panes }: Workspace, at: number) => panes[at % panes.length]!.id
const tabAt = ({ panes }: Workspace, at: number) => {
  const tabs = panes.flatMap((pane) => pane.tabs)
  return tabs[at % tabs.length]!.id
}
const anyEdit: fc.Arbitrary<Edit> = fc.tuple(
  fc.constantFrom(...(Object.keys(EDITS) as (keyof typeof EDITS)[])),
  fc.nat(200),
  fc.nat(120),
  fc.boolean(),
)

test.each([
  ['one place', () => workspaceOf(['a'])],
  ['as many as may be', full],
])(
  'whatever is done with %s: ids stay unique, what is in front is there, pinned ones are first',
  (_, start) => {
    fc.assert(
      fc.property(fc.array(anyEdit, { maxLength: 60 }), (edits) => {
        let now = start()
        for (const [name, tab, at, flag] of edits) {
          const before = countPlaces(now)
          now = EDITS[name](now, tab, at, flag)
          // Ids are unique, each pane has an active tab, one pane is active, and there are at most two panes and a
          // hundred places.
          expect(readWorkspace(now)).toEqual({ workspace: now })
          for (const { tabs } of now.panes)
            expect(tabs.map(({ isPinned }) => isPinned)).toEqual(
              tabs
                .map(({ isPinned }) => isPinned)
                .sort()
                .reverse(),
            )
          if (!/^(open|close)/.test(name)) expect(countPlaces(now)).toBe(before)
        }
      }),
    )
  },
)
