import { expect, test } from 'vitest'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { IDLE, nextWorkState, type WorkEvent, type WorkState } from './work-state.ts'

const error: ChainglassError = { code: 'timeout', afterMs: 1 }
const work = { kind: 'more' } as const
const ended = new AbortController()
const STATES = {
  idle: IDLE,
  reading: { is: 'reading', work, ended },
  failed: { is: 'failed', work, error, retryAt: 5 },
  incomplete: { is: 'incomplete', retryAt: 7 },
} satisfies Record<string, WorkState>

const EVENTS = {
  start: { is: 'start', work, ended },
  done: { is: 'done', retryAt: null },
  'done without all addresses': { is: 'done', retryAt: 7 },
  failed: { is: 'failed', error, retryAt: 5 },
  cancel: { is: 'cancel' },
  forget: { is: 'forget' },
} satisfies Record<string, WorkEvent>

type Name = keyof typeof STATES

/** The next state by event, where it is another. */
const CHANGES: Readonly<Record<Name, Partial<Record<keyof typeof EVENTS, Name>>>> = {
  idle: { start: 'reading' },
  reading: { done: 'idle', 'done without all addresses': 'incomplete', failed: 'failed', cancel: 'idle' },
  failed: { start: 'reading', forget: 'idle' },
  incomplete: { start: 'reading', forget: 'idle' },
}

test.each(Object.keys(STATES) as Name[])('%s: what each event makes of it', (name) => {
  const reached = Object.entries(EVENTS).flatMap(([event, it]) => {
    const next = nextWorkState(STATES[name], it)
    return next === STATES[name] ? [] : [[event, next] as const]
  })
  const expected = Object.entries(CHANGES[name]).map(([event, to]) => [event, STATES[to]])
  expect(Object.fromEntries(reached)).toEqual(Object.fromEntries(expected))
})
