import { findTransaction } from '../../calls.ts'
import { describeUnlogged } from '#shared/describe-operations.ts'
import { parseAddress } from '#shared/targets/parse-address.ts'
import { missingWords, readOperations } from '../../commands/operations.ts'
import { placesOf, offsetPlace } from '../place.ts'
import { shapeAll, shapeFields } from '../shape.ts'
import { cursor, defineTool, limit, text } from '../tool.ts'
import { readRowContext } from '../../row-context.ts'
import type { Session } from '../../session.ts'

const ADDRESS = /^0x[\da-f]{40}$/i

/**
 * Writes addresses in their checksummed case, as the command line does, and lists those that the person has labelled.
 * `data` is what is written as JSON: objects, arrays and plain values.
 */
async function withLabels(session: Session, data: unknown) {
  const { labels } = await readRowContext(session)
  const found: Record<string, string> = {}
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]))
    if (typeof value !== 'string' || !ADDRESS.test(value)) return value
    const address = parseAddress(value)?.address ?? value
    const label = labels.get(value.toLowerCase())
    if (label !== undefined) found[address] = label
    return address
  }
  return { data: walk(data), ...(Object.keys(found).length > 0 && { labels: found }) }
}

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
