import { describeProblem, describeUnknownChain } from '#shared/check/check-words.ts'
import { describeUnread } from '#shared/contract/describe-storage.ts'
import { findTransaction } from '../../calls.ts'
import { placesOf, blockPlace } from '../place.ts'
import { shapeAll, shapeFields } from '../shape.ts'
import { cursor, defineTool, limit, text } from '../tool.ts'

export const storageChanges = defineTool({
  name: 'storage_changes',
  title: 'What a transaction changed in storage',
  description:
    'Each slot that a transaction changed, as a node says that runs it again: contract, word before and after, and where a layout is known the variable with its values. It needs a node with debug_traceTransaction that the person follows, or has named for this server.',
  input: { transaction: text(500, 'Its hash, or a link to it.'), ...shapeFields, limit, cursor },
  async run({ session, note, shape }, { transaction, limit: maxRows, cursor: at }) {
    const hash = await findTransaction(transaction, { session, output: { note } })
    const source = session.source.id
    const report = await session.call('contract.storageChanges', {
      ...{ source, hash },
      ...session.node,
    })
    if (report.outcome === 'refused') throw new Error(describeProblem(report.problem, report.node))
    const { contracts, block, node, omittedSlots, unreadable, hasMoreKeys } = report
    describeUnknownChain(node).forEach(note)
    for (const contract of contracts)
      for (const sentence of describeUnread(contract)) note(`${contract.address}: ${sentence}`)
    if (hasMoreKeys) note('Not every word of its calls and logs was tried as the key of a mapping.')
    const places = placesOf([source, hash], blockPlace)
    const start = at === undefined ? { offset: 0, block: block.hash } : places.read(at)
    if (start.block !== block.hash)
      note('It was run again in another block: a change may be missing, or come twice.')
    const all = contracts.flatMap(({ address, layoutOf, variables }) =>
      variables.map(({ path, type, slot, offset, bytes, value, word, against }) => ({
        ...{ contract: address, layout_of: layoutOf, variable: path, type, slot, offset, bytes },
        ...{ before: against?.value, after: value, before_word: against?.word, after_word: word },
      })),
    )
    const shown = shapeAll(all.slice(start.offset, start.offset + maxRows), shape)
    const offset = start.offset + shown.data.length
    return {
      data: {
        ...{ block, node, total: all.length },
        ...(omittedSlots > 0 && { missing: omittedSlots }),
        ...(unreadable.length > 0 && { contracts_that_could_not_be_read: unreadable }),
        changes: shown.data,
      },
      isCut: shown.isCut,
      next: offset >= all.length ? null : places.write({ offset, block: block.hash }),
    }
  },
})
