import { expect, test } from 'vitest'
import { nextJobState, type JobEvent, type JobState, type Run } from './job-state.ts'

const run = {} as Run
const problem = { kind: 'source', error: { code: 'offline' } } as const
const wait = { until: 1, failures: 2 }

const STATES: Readonly<Record<string, JobState>> = {
  waiting: { is: 'waiting' },
  running: { is: 'running', run, failures: 2 },
  'stopping to wait': { is: 'stopping', run, next: 'waiting', readsAgain: true },
  'stopping to pause': { is: 'stopping', run, next: 'paused', readsAgain: false },
  'stopping to go': { is: 'stopping', run, next: 'removed', readsAgain: false },
  paused: { is: 'paused' },
  budget: { is: 'budget', problem: undefined, wait },
  source: { is: 'source', problem, wait },
  done: { is: 'done' },
  failed: { is: 'failed', problem: { kind: 'unsteady' } },
  'failed for the archive': { is: 'failed', problem: { kind: 'no_room' } },
  removed: { is: 'removed' },
}
const EVENTS: Readonly<Record<string, JobEvent>> = {
  start: { is: 'start', run },
  'ended for its budget': { is: 'ended', end: { is: 'budget' }, wait: null },
  'ended by its source': { is: 'ended', end: { is: 'source', problem }, wait },
  'ended as failed': { is: 'ended', end: { is: 'failed', problem }, wait: null },
  'ended as done': { is: 'ended', end: { is: 'done' }, wait: null },
  'ended early': { is: 'ended', end: { is: 'cancelled' }, wait: null },
  pause: { is: 'pause' },
  resume: { is: 'resume' },
  readAgain: { is: 'readAgain' },
  remove: { is: 'remove' },
  spent: { is: 'spent' },
  retry: { is: 'retry' },
  reached: { is: 'reached' },
}

function describe(state: JobState): string {
  const next = state.is === 'stopping' ? ` (then ${state.next}${state.readsAgain ? ', read again' : ''})` : ''
  const failures = state.is === 'running' ? ` (${String(state.failures)} failures)` : ''
  const waits = 'wait' in state && state.wait ? ' with a wait' : ''
  return `${state.is}${next}${failures}${waits}`
}

test('each event in each state: where it leads, as the README says, and where it changes nothing', () => {
  const rows = Object.entries(STATES).flatMap(([name, state]) =>
    Object.entries(EVENTS).flatMap(([event, given]) => {
      const next = nextJobState(state, given)
      return next === state ? [] : [`${name} + ${event} = ${describe(next)}`]
    }),
  )
  expect(rows).toMatchInlineSnapshot(`
    [
      "waiting + start = running (0 failures)",
      "waiting + pause = paused",
      "waiting + remove = removed",
      "waiting + spent = budget",
      "running + ended for its budget = budget",
      "running + ended by its source = source with a wait",
      "running + ended as failed = failed",
      "running + ended as done = done",
      "running + ended early = waiting",
      "running + pause = stopping (then paused)",
      "running + readAgain = stopping (then waiting, read again)",
      "running + remove = stopping (then removed)",
      "stopping to wait + ended for its budget = waiting",
      "stopping to wait + ended by its source = waiting",
      "stopping to wait + ended as failed = waiting",
      "stopping to wait + ended as done = waiting",
      "stopping to wait + ended early = waiting",
      "stopping to wait + pause = stopping (then paused, read again)",
      "stopping to wait + remove = stopping (then removed, read again)",
      "stopping to pause + ended for its budget = paused",
      "stopping to pause + ended by its source = paused",
      "stopping to pause + ended as failed = paused",
      "stopping to pause + ended as done = paused",
      "stopping to pause + ended early = paused",
      "stopping to pause + resume = stopping (then waiting)",
      "stopping to pause + readAgain = stopping (then waiting, read again)",
      "stopping to pause + remove = stopping (then removed)",
      "stopping to go + ended for its budget = removed",
      "stopping to go + ended by its source = removed",
      "stopping to go + ended as failed = removed",
      "stopping to go + ended as done = removed",
      "stopping to go + ended early = removed",
      "paused + resume = waiting",
      "paused + readAgain = waiting",
      "paused + remove = removed",
      "budget + start = running (2 failures)",
      "budget + pause = paused",
      "budget + resume = waiting",
      "budget + readAgain = waiting",
      "budget + remove = removed",
      "budget + retry = budget",
      "source + start = running (2 failures)",
      "source + pause = paused",
      "source + resume = waiting",
      "source + readAgain = waiting",
      "source + remove = removed",
      "source + retry = source",
      "source + reached = source",
      "done + start = running (0 failures)",
      "done + pause = paused",
      "done + resume = waiting",
      "done + readAgain = waiting",
      "done + remove = removed",
      "failed + pause = paused",
      "failed + resume = waiting",
      "failed + readAgain = waiting",
      "failed + remove = removed",
      "failed for the archive + pause = paused",
      "failed for the archive + resume = waiting",
      "failed for the archive + readAgain = waiting",
      "failed for the archive + remove = removed",
      "failed for the archive + retry = waiting",
    ]
  `)
})
