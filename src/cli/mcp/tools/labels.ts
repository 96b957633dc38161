import * as z from 'zod/mini'
import { MAX_LABEL_LENGTH, type WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import { readWatched } from '../../row-context.ts'
import type { Session } from '../../session.ts'
import { findAddress } from '../../thing.ts'
import { address, defineTool, text, type ToolContext } from '../tool.ts'

const everyChain = z._default(
  z.boolean().check(z.describe('On every chain; else on the chain of the source alone.')),
  false,
)

export const setLabel = defineTool({
  name: 'set_label',
  title: 'Label an address',
  description:
    'Gives an address a label of the person’s own, in the place of the one it has. It can be undone in Chainglass. Do it only when the person asks for it.',
  changes: 'adds',
  input: { address, label: text(MAX_LABEL_LENGTH, 'One short line.'), every_chain: everyChain },
  async run(context, { address: thing, label, every_chain: isEverywhere }) {
    const { of, before } = await findEntry(context, thing, isEverywhere)
    const saved = await context.session.call('watchlist.save', { ...of, label })
    return { data: { ...of, before: before?.label ?? null, label: saved.label } }
  },
})

export const removeLabel = defineTool({
  name: 'remove_label',
  title: 'Remove a label',
  description:
    'Takes the person’s own label from an address. It can be undone in Chainglass. Do it only when the person asks for it.',
  changes: 'removes',
  input: { address, every_chain: everyChain },
  async run(context, { address: thing, every_chain: isEverywhere }) {
    const { of, before } = await findEntry(context, thing, isEverywhere)
    if (!before || before.label === '') context.note('This address has no label there.')
    else await takeLabel(context.session, before)
    return { data: { ...of, before: before?.label ?? null, label: null } }
  },
})

/** Removes only the label: everything else in the entry stays. */
async function takeLabel({ call }: Session, { id, address: of, chainId, ...entry }: WatchedAddress) {
  if (entry.watched || entry.hasNote || entry.groups.length > 0)
    await call('watchlist.save', { address: of, chainId, label: '' })
  else await call('watchlist.remove', { ids: [id] })
}

async function findEntry({ session, note }: ToolContext, thing: string, isEverywhere: boolean) {
  const of = {
    address: await findAddress(thing, { session, output: { note } }),
    chainId: isEverywhere ? null : (session.source.chainId ?? null),
  }
  const before = (await readWatched(session.client)).find(
    (entry) => entry.chainId === of.chainId && entry.address.toLowerCase() === of.address.toLowerCase(),
  )
  return { of, before }
}
