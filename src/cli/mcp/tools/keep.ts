import * as z from 'zod/mini'
import { readState } from '#shared/rpc/read-state.ts'
import { estimateKeep } from '../../commands/keep.ts'
import { address, defineTool, text } from '../tool.ts'

const MAX_LISTS = 20

export const estimateKeeping = defineTool({
  name: 'estimate_keep',
  title: 'What keeping lists would take',
  description:
    'How many rows lists of an address have, and what a page of them costs, before a person keeps them with Chainglass. It keeps nothing.',
  input: {
    address,
    lists: z.optional(
      z.array(text(100, 'The name of a list, such as transactions.')).check(z.maxLength(MAX_LISTS)),
    ),
  },
  run: async ({ session, note }, { address: thing, lists = [] }) => ({
    data: await estimateKeep(session, thing, lists, { note }),
  }),
})

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
