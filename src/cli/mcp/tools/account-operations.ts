import { findTransaction } from '../../calls.ts'
import { describeUnlogged } from '#shared/describe-operations.ts'
import { missingWords, readOperations } from '../../commands/operations.ts'
import { withLabels } from '../labelled.ts'
import { placesOf, offsetPlace } from '../place.ts'
import { shapeAll, shapeFields } from '../shape.ts'
import { cursor, defineTool, limit, text } from '../tool.ts'

export const accountOperations = defineTool({
  name: 'account_operations',
  title: 'User operations and authorizations of a transaction',
  description:
    'What a transaction did for accounts: the user operations (ERC-4337) that its bundler handed in, each with what the account called, who paid, and whether it failed; and the authorizations (EIP-7702) by which accounts delegate to code, each with whether it took effect. `labels`: the person’s own, by address.',
  input: { transaction: text(500, 'Its hash, or a link to it.'), ...shapeFields, limit, cursor },
  async run({ session, note, shape }, { transaction, limit: maxRows, cursor: at }) {
    const hash = await findTransaction(transaction, { session, output: { note } })
    const report = await readOperations(session, hash)
    for (const sentence of [...missingWords(report), ...describeUnlogged(report)]) note(sentence)
    const all = [
      ...report.operations.map((one) => ({ kind: 'operation', ...one })),
      ...(report.authorizations ?? []).map((one) => ({ kind: 'authorization', ...one })),
    ]
    const places = placesOf([session.source.id, hash], offsetPlace)
    const { offset: start } = at === undefined ? { offset: 0 } : places.read(at)
    const shown = shapeAll(all.slice(start, start + maxRows), shape)
    const offset = start + shown.data.length
    const { data: rows, ...labelled } = await withLabels(session, shown.data)
    return {
      data: { total: all.length, rows, ...labelled },
      isCut: shown.isCut,
      next: offset >= all.length ? null : places.write({ offset }),
    }
  },
})
