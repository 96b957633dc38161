import { expect, test } from 'vitest'
import { nextLinkState, type LinkEvent, type LinkState, type Run } from './link-state.ts'

const run = {} as Run<string>
const fresh = { deaths: 0, wasReady: false }
const old = { deaths: 4, wasReady: true }
const queued = [{ kind: 'open', connection: 1 } as const]

const STATES: Readonly<Record<string, LinkState<string>>> = {
  'the first is waiting': { is: 'waiting', ms: 0, queued, ...fresh },
  'the first is starting': { is: 'starting', run, queued, ...fresh },
  'the third is starting': { is: 'starting', run, queued, deaths: 2, wasReady: false },
  'a later one is waiting': { is: 'waiting', ms: 5_000, queued, ...old },
  'a later one is starting': { is: 'starting', run, queued, ...old },
  ready: { is: 'ready', run, ...old },
  failed: { is: 'failed', run, reason: 'because', ...fresh },
  closed: { is: 'closed', run, ...old },
}
const EVENTS: readonly LinkEvent<string>[] = [
  { is: 'started', run: { ...run } },
  { is: 'ready' },
  { is: 'healthy' },
  { is: 'startFailed', reason: 'because', error: { code: 'storage', kind: 'full' } },
  { is: 'exited' },
  { is: 'close' },
]

test('each event in each state: where it leads, as the README says, and where it changes nothing', () => {
  const rows = Object.entries(STATES).flatMap(([name, state]) =>
    EVENTS.flatMap((event) => {
      const next = nextLinkState(state, event)
      const details = [
        ...('ms' in next ? [`in ${String(next.ms)} ms`] : []),
        ...('queued' in next ? [`queued ${String(next.queued.length)}`] : []),
        ...('run' in next ? [next.run ? 'with a process' : 'without a process'] : []),
        ...('reason' in next ? [next.reason] : []),
        ...('error' in next ? [next.error?.code] : []),
        `deaths ${String(next.deaths)}`,
      ]
      return next === state ? [] : [`${name} + ${event.is} = ${next.is}: ${details.join(', ')}`]
    }),
  )
  expect(rows).toMatchInlineSnapshot(`
    [
      "the first is waiting + started = starting: queued 1, with a process, deaths 0",
      "the first is waiting + close = closed: without a process, deaths 0",
      "the first is starting + ready = ready: with a process, deaths 0",
      "the first is starting + startFailed = failed: with a process, because, deaths 0",
      "the first is starting + exited = waiting: in 0 ms, queued 0, deaths 1",
      "the first is starting + close = closed: with a process, deaths 0",
      "the third is starting + ready = ready: with a process, deaths 2",
      "the third is starting + startFailed = failed: with a process, because, deaths 2",
      "the third is starting + exited = failed: without a process, Chainglass could not start: its core ended 3 times before it was ready., deaths 3",
      "the third is starting + close = closed: with a process, deaths 2",
      "a later one is waiting + started = starting: queued 1, with a process, deaths 4",
      "a later one is waiting + close = closed: without a process, deaths 4",
      "a later one is starting + ready = ready: with a process, deaths 4",
      "a later one is starting + startFailed = starting: queued 1, with a process, storage, deaths 4",
      "a later one is starting + exited = waiting: in 5000 ms, queued 0, deaths 5",
      "a later one is starting + close = closed: with a process, deaths 4",
      "ready + healthy = ready: with a process, deaths 0",
      "ready + exited = waiting: in 5000 ms, queued 0, deaths 5",
      "ready + close = closed: with a process, deaths 4",
      "failed + exited = failed: without a process, because, deaths 0",
      "failed + close = closed: with a process, deaths 0",
      "closed + exited = closed: without a process, deaths 4",
    ]
  `)
})
