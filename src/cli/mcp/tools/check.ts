import {
  countFindings,
  describeProblem,
  describeUnknownChain,
  differingFirst,
} from '#shared/check/check-words.ts'
import { findCheckedThing } from '../../commands/check.ts'
import { placesOf, blockPlace } from '../place.ts'
import { shapeAll, shapeFields } from '../shape.ts'
import { cursor, defineTool, limit, text } from '../tool.ts'

export const check = defineTool({
  name: 'check',
  title: 'Check against a node',
  description:
    'Holds what a source says of a transaction, block or address against a node of its chain, field by field: what differs comes first, then what can’t be checked. Without a `source` or a `node`, a finding says that it gives nothing. It needs a node that the person follows, or has named for this server.',
  input: {
    thing: text(500, 'A transaction, block or address, as of show.'),
    ...shapeFields,
    limit,
    cursor,
  },
  async run({ session, note, shape }, { thing: named, limit: maxRows, cursor: at }) {
    const thing = await findCheckedThing(named, { session, output: { note } })
    const source = session.source.id
    const report = await session.call('check.thing', {
      source,
      thing,
      ...session.node,
    })
    if (report.outcome === 'refused') throw new Error(describeProblem(report.problem, report.node))
    const { findings, block, node, cut } = report
    describeUnknownChain(node).forEach(note)
    const places = placesOf([source, thing], blockPlace)
    const start = at === undefined ? { offset: 0, block: block.hash } : places.read(at)
    if (start.block !== block.hash)
      note('It was checked again, at another block: a finding may be missing, or come twice.')
    const page = findings.toSorted(differingFirst).slice(start.offset, start.offset + maxRows)
    const shown = shapeAll(page, shape)
    const offset = start.offset + shown.data.length
    return {
      data: { counts: countFindings(findings), block, node, not_all_rows_of: cut, findings: shown.data },
      isCut: shown.isCut,
      next: offset >= findings.length ? null : places.write({ offset, block: block.hash }),
    }
  },
})
