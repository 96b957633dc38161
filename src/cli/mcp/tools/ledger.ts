import * as z from 'zod/mini'
import { readProof } from '../../commands/ledger.ts'
import { readPeriod } from '../../read-options.ts'
import { findAsset } from '../../find-asset.ts'
import { placesOf } from '../place.ts'
import { shapeAll, shapeEach, shapeFields } from '../shape.ts'
import { address, cursor, defineTool, limit, period, text, type ToolContext } from '../tool.ts'

const prove = ({ session, note, progress }: ToolContext, thing: string) =>
  readProof({ session, output: { note, progress } }, thing, {})

const place = z.object({ offset: z.int().check(z.minimum(0)), revision: z.number() })

function noteChange({ note }: ToolContext, before: number, now: number) {
  if (before !== now) note('The lists were read again meanwhile: a row may be missing, or come twice.')
}

export const readStatement = defineTool({
  name: 'statement',
  title: 'Statement of an address',
  description:
    'Opening, in, out (fees included), the fees in it, and closing of each asset of an address, and whether its movements make what it holds. It needs whole lists of the address, which may take many requests.',
  input: { address, ...period, ...shapeFields, limit, cursor },
  async run(context, { address: thing, limit: maxRows, cursor: at, ...given }) {
    const range = readPeriod(given)
    const { of, proof } = await prove(context, thing)
    const question = { ...of, ...range }
    const places = placesOf(question, place)
    const start = at === undefined ? { offset: 0, revision: proof.revision } : places.read(at)
    const { lines, lineCount, revision } = await context.session.call('ledger.statement', question)
    noteChange(context, start.revision, revision)
    const states = new Map(proof.assets.map((one) => [one.asset.id, one.state]))
    const chosen = lines.slice(start.offset, start.offset + maxRows)
    const shown = shapeAll(
      chosen.map((line) => ({ ...line, proof: states.get(line.asset.id) ?? 'unknown' })),
      context.shape,
    )
    const offset = start.offset + shown.data.length
    if (lineCount > lines.length && offset >= lines.length)
      context.note(`${String(lineCount - lines.length)} more assets are not shown.`)
    return {
      ...shown,
      readAt: proof.readAt,
      next: offset >= lines.length ? null : places.write({ offset, revision }),
    }
  },
})

export const readLedger = defineTool({
  name: 'ledger',
  title: 'Movements of an address',
  description:
    'Every movement of each asset of an address, newest first: what it got and gave, to whom, and by which rule it counts.',
  input: {
    address,
    asset: z.optional(
      text(200, 'Only this one: coin, a token’s address, that and :id, or the symbol of a token it holds.'),
    ),
    ...period,
    ...shapeFields,
    limit,
    cursor,
  },
  async run(context, { address: thing, asset, limit: maxRows, cursor: at, ...given }) {
    const range = readPeriod(given)
    const { of, proof } = await prove(context, thing)
    const question = {
      ...of,
      ...range,
      asset:
        asset === undefined
          ? null
          : findAsset(
              asset,
              proof.assets.map((one) => one.asset),
            ),
    }
    const places = placesOf(question, place)
    const start = at === undefined ? { offset: 0, revision: proof.revision } : places.read(at)
    const page = await context.session.call('ledger.movements', {
      ...question,
      offset: start.offset,
      limit: maxRows,
    })
    noteChange(context, start.revision, page.revision)
    const { data: movements, isCut } = shapeAll(page.movements, context.shape)
    const offset = start.offset + movements.length
    const named = new Set(page.movements.map((movement) => movement.asset))
    const assets = shapeEach(
      page.assets.filter(({ id }) => named.has(id)),
      context.shape,
    )
    return {
      data: { total: page.total, assets: assets.data, movements },
      isCut: isCut || assets.isCut,
      readAt: proof.readAt,
      next:
        movements.length === 0 || offset >= page.total
          ? null
          : places.write({ offset, revision: page.revision }),
    }
  },
})
