/** `storage`: what a contract has in its storage, or what a transaction changed there, named where a layout is known. */
import { readFile, stat } from 'node:fs/promises'
import { describeProblem, describeUnknownChain } from '#shared/check/check-words.ts'
import { describeKeys, describeUnread } from '#shared/contract/describe-storage.ts'
import { describeReason } from '#shared/errors/describe-reason.ts'
import {
  MAX_LAYOUT_LENGTH,
  type ChangedStorage,
  type StoredVariable,
} from '#shared/rpc/contract/contracts.ts'
import type { CommandContext } from '../command-context.ts'
import { ExitWithCode, UsageError } from '../output/failures.ts'
import { createRowOutput, jsonText } from '../output/formats.ts'
import { findHeight } from '../find-block.ts'
import { findAddress, findThing } from '../thing.ts'

interface StorageOptions {
  readonly at?: string
  readonly against?: string
  readonly layout?: string
}

/** Exits with 1 if the node is not trusted, with 2 if the layout has no such variable. */
export async function storage(
  context: CommandContext,
  text: string,
  places: string[],
  options: StorageOptions,
): Promise<void> {
  const { session, output, format } = context
  const target = await findThing(text, context)
  if (target.kind === 'transaction') return changes(context, target.hash, places, options)
  if (target.kind !== 'address' && target.kind !== 'token')
    throw new UsageError(`“${text}” is neither a contract nor a transaction.`)
  const { address } = target
  const { at, against: other, layout: path } = options
  const height = await findHeight(at, context)
  const against = other === undefined ? undefined : await findOtherHeight(other, context)
  const layout = path === undefined ? undefined : await readText(path)
  const report = await session.call('contract.storage', {
    ...{ source: session.source.id, address },
    ...session.node,
    ...(height !== undefined && { height }),
    ...(against !== undefined && { against }),
    ...(places.length > 0 && { places }),
    ...(layout !== undefined && { layout }),
  })
  if (format === 'json') await output.write(`${jsonText(report, output, 2)}\n`)
  if (report.outcome === 'refused') {
    output.note(describeProblem(report.problem, report.node))
    throw new ExitWithCode(1)
  }
  const { variables, keys, unknown, layoutOf, facets, isLayoutEmpty, block, againstBlock, node, isCut } =
    report
  for (const sentence of describeUnknownChain(node)) output.note(sentence)
  if (format !== 'json') {
    const columns = againstBlock ? [...COLUMNS, `at block ${String(againstBlock.height)}`] : COLUMNS
    const rows = createRowOutput(format, output, {
      columns: columns.map((name) => ({ name })),
      csvColumns: CSV_COLUMNS,
    })
    await rows.write(
      variables.map((item) => ({ item, cells: cellsOf(item).slice(0, columns.length), csv: [csvOf(item)] })),
    )
    await rows.end()
  }
  if (layoutOf === null) output.note(NO_LAYOUT)
  else if (facets.length > 0)
    output.note(
      `The layouts are those of ${facets.map((facet) => `${facet.name} (${facet.address})`).join(', ')}.`,
    )
  else if (layoutOf !== 'given' && layoutOf !== address) output.note(`The layout is that of ${layoutOf}.`)
  for (const sentence of describeUnread(report)) output.note(sentence)
  if (isLayoutEmpty) output.note('This layout has no variables.')
  for (const sentence of keys ? describeKeys(keys) : []) output.note(sentence)
  for (const { path: element, isBeyond } of variables)
    if (isBeyond) output.note(`${element ?? ''} is behind the end of its array.`)
  if (isCut) output.note('The layout has more variables: name the ones that are meant.')
  output.note(`Read at block ${String(block.height)} of ${node.host}.`)
  if (unknown.length > 0) throw new UsageError(`No slot or variable is called ${unknown.join(', ')}.`)
}

/** Rejects with `UsageError` for `latest`: what is compared has to be another block than the newest. */
async function findOtherHeight(text: string, context: CommandContext): Promise<number> {
  const height = await findHeight(text, context)
  if (height === undefined)
    throw new UsageError(
      '--against can’t be the newest block: leave out --at, which then is, and name the other.',
    )
  return height
}

/** `contracts`: only of these, whose layout is the given one. */
async function changes(
  { session, output, format }: CommandContext,
  hash: string,
  contracts: readonly string[],
  { at, against, layout: path }: StorageOptions,
): Promise<void> {
  if (at !== undefined || against !== undefined)
    throw new UsageError('A transaction is in its own block: --at and --against are for a contract.')
  const only: string[] = []
  for (const text of contracts) only.push((await findAddress(text, { session, output })).toLowerCase())
  if (path !== undefined && only.length === 0)
    throw new UsageError('Name the contract that has this layout, behind the transaction.')
  const layout = path === undefined ? undefined : await readText(path)
  const report = await session.call('contract.storageChanges', {
    ...{ source: session.source.id, hash },
    ...session.node,
    ...(only.length > 0 && { addresses: only }),
    ...(layout !== undefined && { layouts: only.map((address) => ({ address, layout })) }),
  })
  if (format === 'json') await output.write(`${jsonText(report, output, 2)}\n`)
  if (report.outcome === 'refused') {
    output.note(describeProblem(report.problem, report.node))
    throw new ExitWithCode(1)
  }
  if (format !== 'json') {
    const rows = createRowOutput(format, output, {
      columns: CHANGE_COLUMNS.map((name) => ({ name })),
      csvColumns: CHANGE_CSV_COLUMNS,
    })
    for (const contract of report.contracts)
      await rows.write(contract.variables.map((one) => changeRow(contract, one)))
    await rows.end()
  }
  for (const { address, layoutOf } of report.contracts)
    if (layoutOf === null) output.note(`${address}: ${NO_LAYOUT}`)
    else if (layoutOf !== 'given' && layoutOf !== address)
      output.note(`${address}: the layout is that of ${layoutOf}.`)
  for (const contract of report.contracts)
    for (const sentence of describeUnread(contract)) output.note(`${contract.address}: ${sentence}`)
  for (const address of report.unreadable)
    output.note(
      `${address} ended, and ${report.node.host} no longer has the state of that block: what changed there is not known.`,
    )
  if (report.contracts.length === 0 && report.omittedSlots === 0 && report.unreadable.length === 0)
    output.note(`It changed nothing in storage${only.length > 0 ? ` of ${only.join(', ')}` : ''}.`)
  if (report.omittedSlots > 0) output.note(`${String(report.omittedSlots)} further slots are left out.`)
  if (report.hasMoreKeys)
    output.note('Not every word of its calls and logs was tried as the key of a mapping.')
  output.note(`In block ${String(report.block.height)}, as ${report.node.host} runs it again.`)
  for (const sentence of describeUnknownChain(report.node)) output.note(sentence)
}

const NO_LAYOUT = 'No layout is used: these are words.'
const CHANGE_COLUMNS = ['contract', 'slot', 'bytes', 'variable', 'type', 'before', 'after']
const CHANGE_CSV_COLUMNS = [
  ...['contract', 'slot', 'offset', 'bytes', 'variable', 'type', 'kind', 'before', 'after'],
  ...['before_word', 'after_word'],
]

function changeRow({ address, layoutOf }: ChangedStorage, one: StoredVariable) {
  const { slot, offset, bytes, path, type, kind, value, word, against } = one
  const [before, after] = [against ? shown(one, against) : '', shown(one, one)]
  const csv = [slot, offset, bytes, path, type, kind, against?.value, value, against?.word, word]
  return {
    item: { address, layoutOf, ...one },
    cells: [address, ...cellsOf(one).slice(0, 4), before, after],
    csv: [[address, ...csv.map((cell) => String(cell ?? ''))]],
  }
}

async function readText(path: string): Promise<string> {
  const bytes = await stat(path).then(
    ({ size }) => size,
    () => 0,
  )
  if (bytes > MAX_LAYOUT_LENGTH)
    throw new UsageError(describeReason({ kind: 'file_too_large', bytes, maxBytes: MAX_LAYOUT_LENGTH }))
  try {
    return await readFile(path, 'utf8')
  } catch {
    throw new UsageError(`${path} can’t be read.`)
  }
}

const COLUMNS = ['slot', 'bytes', 'variable', 'type', 'value']
const CSV_COLUMNS = [
  ...['slot', 'offset', 'bytes', 'variable', 'type', 'kind', 'value', 'word'],
  ...['against_value', 'against_word'],
]

const KINDS: Partial<Record<StoredVariable['kind'], (value: string) => string>> = {
  mapping: () => 'name a key',
  length: (value) => (value === '1' ? '1 element' : `${value} elements`),
}
const shown = ({ kind }: StoredVariable, { value, word }: Pick<StoredVariable, 'value' | 'word'>) =>
  KINDS[kind]?.(value ?? '') ?? value ?? word

const cellsOf = (one: StoredVariable): string[] => [
  one.slot.replace(/^0x0+(?=.)/, '0x'),
  one.kind === 'value' ? `${String(one.offset)}–${String(one.offset + one.bytes - 1)}` : '',
  one.path ?? '',
  one.type,
  shown(one, one),
  one.against ? shown(one, one.against) : '',
]
const csvOf = ({ slot, offset, bytes, path, type, kind, value, word, against }: StoredVariable): string[] =>
  [slot, offset, bytes, path, type, kind, value, word, against?.value, against?.word].map((cell) =>
    String(cell ?? ''),
  )
