import { expect, test } from 'vitest'
import { type FollowEvent, type FollowState, type Link, nextState } from './follow-state.ts'

const link = {} as Link
const other = { ...link }
const error = new Error('first')

const STATES: Readonly<Record<string, FollowState>> = {
  apart: { is: 'apart', link: null },
  syncing: { is: 'syncing', link },
  following: { is: 'following', link },
  failed: { is: 'failed', link, error },
  waiting: { is: 'waiting', link, ms: 1 },
  'waiting apart': { is: 'waiting', link: null, ms: 1 },
  paused: { is: 'paused', link, error: null },
  'paused apart': { is: 'paused', link: null, error: null },
  'paused with an error': { is: 'paused', link, error },
  closed: { is: 'closed', link },
}
const EVENTS: Readonly<Record<string, FollowEvent>> = {
  connected: { is: 'connected', link: other },
  caughtUp: { is: 'caughtUp' },
  failed: { is: 'failed', error: new Error('second') },
  recovered: { is: 'recovered', link: other, ms: 0 },
  'recovered apart': { is: 'recovered', link: null, ms: 0 },
  'recovered for later': { is: 'recovered', link: other, ms: 5 },
  waited: { is: 'waited' },
  pause: { is: 'pause' },
  resume: { is: 'resume' },
  close: { is: 'close' },
}

test('each event in each state: where it leads, as the README says, and where it changes nothing', () => {
  const rows = Object.entries(STATES).flatMap(([name, state]) =>
    Object.entries(EVENTS).flatMap(([event, given]) => {
      const next = nextState(state, given)
      const withLink = next.link === null ? '' : next.link === other ? ' with the new link' : ' with its link'
      const withError = 'error' in next && next.error ? `, ${next.error.message} error` : ''
      return next === state ? [] : [`${name} + ${event} = ${next.is}${withLink}${withError}`]
    }),
  )
  expect(rows).toMatchInlineSnapshot(`
    [
      "apart + connected = syncing with the new link",
      "apart + failed = failed, second error",
      "apart + pause = paused",
      "apart + close = closed",
      "syncing + caughtUp = following with its link",
      "syncing + failed = failed with its link, second error",
      "syncing + pause = paused with its link",
      "syncing + close = closed with its link",
      "following + failed = failed with its link, second error",
      "following + pause = paused with its link",
      "following + close = closed with its link",
      "failed + recovered = syncing with the new link",
      "failed + recovered apart = apart",
      "failed + recovered for later = waiting with the new link",
      "failed + pause = paused with its link, first error",
      "failed + close = closed with its link",
      "waiting + failed = failed with its link, second error",
      "waiting + waited = syncing with its link",
      "waiting + pause = paused with its link",
      "waiting + close = closed with its link",
      "waiting apart + connected = waiting with the new link",
      "waiting apart + failed = failed, second error",
      "waiting apart + waited = apart",
      "waiting apart + pause = paused",
      "waiting apart + close = closed",
      "paused + failed = paused with its link, second error",
      "paused + recovered = paused with the new link",
      "paused + recovered apart = paused",
      "paused + recovered for later = paused with the new link",
      "paused + resume = syncing with its link",
      "paused + close = closed with its link",
      "paused apart + connected = paused with the new link",
      "paused apart + failed = paused, second error",
      "paused apart + recovered = paused with the new link",
      "paused apart + recovered apart = paused",
      "paused apart + recovered for later = paused with the new link",
      "paused apart + resume = apart",
      "paused apart + close = closed",
      "paused with an error + recovered = paused with the new link",
      "paused with an error + recovered apart = paused",
      "paused with an error + recovered for later = paused with the new link",
      "paused with an error + resume = failed with its link, first error",
      "paused with an error + close = closed with its link",
      "closed + recovered = closed with the new link",
      "closed + recovered apart = closed",
      "closed + recovered for later = closed with the new link",
    ]
  `)
})
