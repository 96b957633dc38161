import { findTransaction, nameCalls, readCalls } from '../../calls.ts'
import { placesOf, offsetPlace } from '../place.ts'
import { shapeAll, shapeFields } from '../shape.ts'
import { cursor, defineTool, limit, text } from '../tool.ts'

export const transactionCalls = defineTool({
  name: 'transaction_calls',
  title: 'The calls of a transaction',
  description:
    'Every call that a transaction made, in order, from its trace: `path` is its place in the tree, 0.2 the third call of the first. What failed has an `error`, and all below it is undone.',
  input: { transaction: text(500, 'Its hash, or a link to it.'), ...shapeFields, limit, cursor },
  async run({ session, note, shape }, { transaction, limit: maxRows, cursor: at }) {
    const hash = await findTransaction(transaction, { session, output: { note } })
    const { frames, unread, omitted } = await readCalls(session, hash)
    const places = placesOf([session.source.id, hash], offsetPlace)
    const { offset: start } = at === undefined ? { offset: 0 } : places.read(at)
    const page = frames.slice(start, start + maxRows)
    const shown = shapeAll(await nameCalls(session, page), shape)
    const offset = start + shown.data.length
    return {
      data: {
        total: frames.length,
        ...(unread + omitted > 0 && { missing: unread + omitted }),
        calls: shown.data,
      },
      isCut: shown.isCut,
      next: offset >= frames.length ? null : places.write({ offset }),
    }
  },
})
