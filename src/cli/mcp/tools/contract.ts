import * as z from 'zod/mini'
import { describeProblem, describeUnknownChain } from '#shared/check/check-words.ts'
import type { ContractCode } from '#shared/rpc/contract/contracts.ts'
import { askFunction, problemOf } from '../../commands/contract.ts'
import { findHeight } from '../../find-block.ts'
import { findAddress } from '../../thing.ts'
import { UsageError } from '../../output/failures.ts'
import { placesOf, offsetPlace } from '../place.ts'
import { MAX_ENTRIES } from '../safe-data.ts'
import { shapeAll, shapeFields } from '../shape.ts'
import { address, cursor, defineTool, limit, text } from '../tool.ts'

/** A line of source counts as a row of a list, and there are more of them. */
const LINES_PER_ROW = 10

export const contract = defineTool({
  name: 'contract',
  title: 'A contract’s code',
  description:
    'Whether a contract is verified, how it was compiled, which implementations it runs, and its functions, events and errors by their signatures; or its files; or the lines of one file.',
  input: {
    address,
    part: z._default(
      z.enum(['abi', 'files']).check(z.describe('What is listed: signatures, or the names of its files.')),
      'abi',
    ),
    file: z.optional(text(1_000, 'The lines of this file of it, by its path.')),
    ...shapeFields,
    limit,
    cursor,
  },
  async run({ session, note, shape }, { address: thing, part, file, limit: maxRows, cursor: at }) {
    const of = await findAddress(thing, { session, output: { note } })
    const source = session.source.id
    const code = await session.call('contract.about', { source, address: of })
    const places = placesOf([source, of, part, file], offsetPlace)
    const { offset: start } = at === undefined ? { offset: 0 } : places.read(at)
    const rows = file === undefined ? rowsOf(code, part) : linesOf(code, file)
    const count = file === undefined ? maxRows : Math.min(MAX_ENTRIES, maxRows * LINES_PER_ROW)
    const shown = shapeAll(rows.slice(start, start + count), shape)
    const offset = start + shown.data.length
    const about =
      file === undefined ? shape.of(aboutOf(code)) : { data: { file, first_line: start + 1 }, isCut: false }
    return {
      data: {
        ...(about.data as object),
        count: rows.length,
        [file === undefined ? part : 'lines']: shown.data,
      },
      isCut: shown.isCut || about.isCut,
      next: offset >= rows.length ? null : places.write({ offset }),
    }
  },
})

const aboutOf = ({ items: _items, files, code, settings, ...rest }: ContractCode) => ({
  ...rest,
  settings: Object.fromEntries(settings),
  files: files.length,
  code_bytes: code === null ? null : (code.length - 2) / 2,
})

const rowsOf = ({ items, files }: ContractCode, part: 'abi' | 'files'): readonly unknown[] =>
  part === 'files'
    ? files.map(({ path, text: of }) => ({ path, lines: of.split(LINE_END).length }))
    : items.map(({ signature, selector, from, origin, isCertain }) => ({
        signature,
        selector,
        from: origin === 'bytecode' ? 'the code' : from,
        is_certain: isCertain,
      }))

const LINE_END = /\r\n|[\n\r\u2028\u2029]/

function linesOf({ files }: ContractCode, path: string): readonly string[] {
  const found = files.find((one) => one.path === path)
  if (!found) throw new UsageError(`It has no file “${path}”. The part “files” lists them.`)
  return found.text.split(LINE_END)
}

export const readContract = defineTool({
  name: 'read_contract',
  title: 'Read a contract',
  description:
    'What a function of a contract says, asked of a node without a transaction. The function is found by its name or selector, or is written as name(types) returns (types). It needs a node that the person follows, or has named for this server.',
  input: {
    address,
    function: text(8_000, 'Such as balanceOf, or balanceOf(address) returns (uint256).'),
    arguments: z._default(
      z
        .array(z.string().check(z.maxLength(10_000)))
        .check(
          z.maxLength(100),
          z.describe('As texts, in order: an address, a number, 0x and digits, [1, 2].'),
        ),
      [],
    ),
    block: z.optional(
      text(100, 'At this block: a height, latest, safe, finalized, or a time in UTC. Without: the newest.'),
    ),
    as: z.optional(text(500, 'As if this address asked.')),
    whole: shapeFields.whole,
  },
  async run(context, { address: thing, function: name, arguments: texts, block: at, as: sender }) {
    const { session, note } = context
    const command = { session, output: { note } }
    const of = await findAddress(thing, command)
    const { signature, report } = await askFunction(
      session,
      of,
      { name, texts },
      {
        height: await findHeight(at, command),
        from: sender === undefined ? undefined : await findAddress(sender, command),
      },
    )
    if (report.outcome === 'refused') throw new Error(describeProblem(report.problem, report.node))
    const { block, node, results } = report
    describeUnknownChain(node).forEach(note)
    const [result] = results
    if (!result) throw new Error('A function was asked and has no result.')
    if (result.outcome === 'not_asked') throw new UsageError(problemOf(result.argument, result.problem))
    if (result.outcome !== 'values') note('It gave no values: data says what came back.')
    return { data: { signature, block, node, ...result } }
  },
})
