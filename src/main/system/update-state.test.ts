import { expect, test } from 'vitest'
import { nextUpdateState, type UpdateEvent, type UpdateState } from './update-state.ts'

const version = '9.0.0'
const STATES: readonly UpdateState[] = [
  { is: 'idle' },
  nextUpdateState({ is: 'idle' }, { is: 'check', trigger: 'at-start' }),
  nextUpdateState({ is: 'idle' }, { is: 'check', trigger: 'by-person' }),
  { is: 'offered', version },
  { is: 'downloading', version },
  { is: 'ready' },
]
const EVENTS: readonly UpdateEvent[] = [
  { is: 'check', trigger: 'at-start' },
  { is: 'check', trigger: 'by-person' },
  { is: 'found', version },
  { is: 'accepted' },
  { is: 'downloaded' },
  { is: 'ended' },
]
const describe = (one: UpdateState | UpdateEvent) => ('trigger' in one ? `${one.is} ${one.trigger}` : one.is)

test('each event in each state: where it leads, as the README says, and where it changes nothing', () => {
  const rows = STATES.flatMap((state) =>
    EVENTS.flatMap((event) => {
      const next = nextUpdateState(state, event)
      return next === state ? [] : [`${describe(state)} + ${describe(event)} = ${describe(next)}`]
    }),
  )
  expect(rows).toMatchInlineSnapshot(`
    [
      "idle + check at-start = checking at-start",
      "idle + check by-person = checking by-person",
      "checking at-start + check by-person = checking by-person",
      "checking at-start + found = offered",
      "checking at-start + ended = idle",
      "checking by-person + found = offered",
      "checking by-person + ended = idle",
      "offered + accepted = downloading",
      "offered + ended = idle",
      "downloading + downloaded = ready",
      "downloading + ended = idle",
    ]
  `)
})
