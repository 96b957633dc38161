import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { loadAllCost } from '#shared/lists/load-cost.ts'
import type { KeepEstimate } from '#shared/rpc/contract/keep.ts'
import { readState } from '#shared/rpc/read-state.ts'
import { describeJob, estimateKeep, keepAll, listsToKeep, requireListedSource } from '../../commands/keep.ts'
import { address, defineTool, text } from '../tool.ts'

const MAX_LISTS = 20
const lists = z.optional(
  z.array(text(100, 'The name of a list, such as transactions.')).check(z.maxLength(MAX_LISTS)),
)

export const estimateKeeping = defineTool({
  name: 'estimate_keep',
  title: 'What keeping lists would take',
  description:
    'How many rows lists of an address have, and what a page of them costs, before a person keeps them with Chainglass. It reads their counters, and keeps nothing.',
  input: {
    address,
    lists,
  },
  run: async ({ session, note }, { address: thing, lists = [] }) => ({
    data: await estimateKeep(session, thing, lists, { note }),
  }),
})

export const keepLists = defineTool({
  name: 'keep',
  title: 'Keep lists of an address',
  description:
    'Reads lists of an address to their end, and keeps them on this machine. The first call reads no rows, only counters, and says what it would take; tell that to the person, and call it again with `agreed` if they want it.',
  changes: 'adds',
  input: {
    address,
    lists,
    agreed: z.optional(text(100, 'The `agreed` of the answer that told what it would take.')),
  },
  async run({ session, note, progress }, { address: thing, lists: names = [], agreed }) {
    requireListedSource(session)
    const wanted = listsToKeep(await estimateKeep(session, thing, names, { note }), names)
    const cost = costOf(wanted)
    const agreement = createHash('sha256')
      .update(
        JSON.stringify([
          session.source.id,
          wanted.map(({ list, params, total, creditsEach }) => [list, params, total, creditsEach]),
        ]),
      )
      .digest('base64url')
      .slice(0, 16)
    if (agreed !== agreement) {
      if (agreed !== undefined) note('What it would take has changed: nothing was read.')
      return { data: { kept: false, agreed: agreement, ...cost, lists: wanted } }
    }
    const job = await keepAll(session, wanted, (now) => {
      progress(describeJob(now))
    })
    return { data: { kept: true, ...job } }
  },
})

/** Counters that a source does not give make it a least cost. */
function costOf(estimates: readonly KeepEstimate[]) {
  const pages = estimates.map(({ total, loaded, isComplete, creditsEach }) => {
    const { requests = 1 } = isComplete ? {} : loadAllCost(loaded, total ?? undefined, undefined)
    // The first page says what is new.
    const count = Math.max(1, requests)
    return { count, credits: count * creditsEach }
  })
  const sumOf = (of: 'count' | 'credits') => pages.reduce((sum, one) => sum + one[of], 0)
  const isAtLeast = estimates.some((one) => one.total === null || one.isAtLeast)
  return { requests: sumOf('count'), credits: sumOf('credits'), is_at_least: isAtLeast }
}

export const listKept = defineTool({
  name: 'list_kept',
  title: 'What is kept',
  description: 'The lists of a source that are kept on this machine or are being read, and how far they are.',
  input: {},
  async run({ session }) {
    const { jobs } = await readState(session.client, 'keep.changed', {})
    return { data: jobs.filter(({ source }) => source === session.source.id) }
  },
})
