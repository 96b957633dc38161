import * as z from 'zod/mini'
import type { FlowStep } from '#shared/rpc/contract/flow.ts'
import { findAsset } from '../../find-asset.ts'
import { readPeriod } from '../../read-options.ts'
import { findAddress } from '../../thing.ts'
import { UsageError } from '../../output/failures.ts'
import { shapeAll, shapeEach, shapeFields } from '../shape.ts'
import { address, defineTool, limit, period, text, type ToolContext } from '../tool.ts'

export const flow = defineTool({
  name: 'flow',
  title: 'Where it went, or came from',
  description:
    'Who an address sent to, or received from, and how much of each asset, the largest first: one step of following money. `others` stands for all that are not named. It reads only what is on this machine: the sample chain, followed nodes and lists that are kept.',
  input: {
    address,
    direction: z._default(
      z.enum(['out', 'in']).check(z.describe('out: whom it sent to; in: who sent to it.')),
      'out',
    ),
    asset: z.optional(
      text(200, 'Only this one: coin, a token’s address, or the symbol of a token it moved.'),
    ),
    ...period,
    with_spam: z._default(z.boolean().check(z.describe('Also tokens that look like spam.')), false),
    ...shapeFields,
    limit,
  },
  async run(
    context,
    { address: thing, direction, asset: named, with_spam: withSpam, limit: maxRows, ...given },
  ) {
    const { session, note, progress, shape } = context
    const of = { source: session.source.id, address: await findAddress(thing, { session, output: { note } }) }
    const stop = session.client.subscribe('flow.progress', of, (now) => {
      if (now) progress(`${String(now.rows)} rows read`)
    })
    const range = readPeriod(given)
    const step = (asset: string | null, max: number) =>
      session.call('flow.step', {
        ...{ ...of, ...range, direction, asset, withSpam, min: null, limit: max, stopAt: null },
      })
    try {
      const asset = named === undefined ? null : await findMoved(named, () => step(null, 1))
      const found = await step(asset, maxRows)
      const { sums, parties, assets, counterparties, others } = found
      noteMissing(found, note)
      const shown = shapeAll(sums, shape)
      const ids = new Set(sums.map((sum) => sum.asset))
      const names = shapeEach(
        parties.filter(({ name, ens_domain_name: ens }) => name ?? ens),
        shape,
      )
      const moved = shapeEach(
        assets.filter(({ id }) => ids.has(id)),
        shape,
      )
      return {
        data: {
          counterparties,
          others,
          sums: shown.data,
          ...(shown.data.length < sums.length && { sums_left_out: sums.length - shown.data.length }),
          names: names.data,
          assets: moved.data,
        },
        isCut: shown.isCut || names.isCut || moved.isCut,
      }
    } finally {
      stop()
    }
  },
})

/** A symbol is looked for among all assets that moved: one that is not there could have it, too. */
async function findMoved(named: string, step: () => Promise<FlowStep>): Promise<string> {
  if (/^(?:coin$|0x)/i.test(named)) return findAsset(named, [])
  const { assets, assetsLeftOut } = await step()
  if (assetsLeftOut > 0)
    throw new UsageError(
      `It moved too many assets to find one by the symbol “${named}”: name the token’s address.`,
    )
  return findAsset(named, assets)
}

function noteMissing(
  { lists, isCut, unchecked, assetsLeftOut, leftOut }: FlowStep,
  note: ToolContext['note'],
) {
  for (const { list, state } of lists)
    if (state === 'incomplete')
      note(`Only a part of ${list} is on this machine: sums may lack something. Keep it first.`)
    else if (state === 'absent') note(`Nothing of ${list} is on this machine, or the source has none.`)
  if (isCut) note('It has more movements than are added up: the oldest are in no sum.')
  if (unchecked > 0) note(`${String(unchecked)} movements by calls may have been undone: nobody says.`)
  if (assetsLeftOut > 0)
    note(
      `${String(assetsLeftOut)} sums of further assets are left out: those of the fewest movements. Name one in asset.`,
    )
  for (const { rule, movements } of leftOut)
    note(`${String(movements)} movements look like spam (${rule}) and are in no sum: with_spam adds them.`)
}
