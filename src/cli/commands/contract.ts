/** `contract`: shows what is known of a contract's code, or calls one of its functions. */
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { describeProblem, describeUnknownChain } from '#shared/check/check-words.ts'
import { describeRead } from '#shared/contract/read-words.ts'
import type { ContractCode, ContractItem } from '#shared/rpc/contract/contracts.ts'
import type { CommandContext } from '../command-context.ts'
import { ExitWithCode, UsageError } from '../output/failures.ts'
import { findHeight } from '../find-block.ts'
import { createRowOutput, jsonText } from '../output/formats.ts'
import type { Session } from '../session.ts'
import { findAddress } from '../thing.ts'
import { writeArguments } from './decode.ts'

export interface ContractOptions {
  readonly at?: string
  readonly as?: string
}

/** Exits with 1 if the function returned no values, or the node is not trusted. */
export async function contract(
  context: CommandContext,
  text: string,
  name: string | undefined,
  texts: readonly string[],
  options: ContractOptions,
): Promise<void> {
  const { session, output, format } = context
  const address = await findAddress(text, { session, output })
  if (name !== undefined) {
    await readFunction(context, address, { name, texts }, options)
    return
  }
  const code = await session.call('contract.about', { source: session.source.id, address })
  if (format === 'json') {
    await output.write(`${jsonText(code, output, 2)}\n`)
    return
  }
  output.note(describeCode(code))
  const rows = createRowOutput(format, output, { columns: COLUMNS.map((column) => ({ name: column })) })
  await rows.write(code.items.map((item) => ({ item, cells: cellsOf(item) })))
  await rows.end()
}

const COLUMNS = ['selector', 'signature', 'by']
const cellsOf = ({ selector, signature, from, origin }: ContractItem): string[] => [
  selector ?? '',
  signature,
  origin === 'bytecode' ? 'the code' : from,
]

function describeCode({ name, isVerified, isPartial, files, settings, behind }: ContractCode): string {
  const parts = [
    name ?? 'Without a name',
    isVerified ? (isPartial ? 'verified in part' : 'verified') : 'not verified',
    ...settings.map(([, text]) => text),
    ...(files.length > 0 ? [`${String(files.length)} files`] : []),
  ]
  const runs = behind.map((one) => `${one.address}${one.name === null ? '' : ` (${one.name})`}`)
  return `${parts.join(', ')}.${runs.length > 0 ? ` Runs ${runs.join(', ')}.` : ''}`
}

async function readFunction(
  { session, output, format }: CommandContext,
  address: string,
  asked: { readonly name: string; readonly texts: readonly string[] },
  options: ContractOptions,
): Promise<void> {
  const { signature, report } = await askFunction(session, address, asked, {
    height: await findHeight(options.at, { session, output }),
    from: options.as === undefined ? undefined : await findAddress(options.as, { session, output }),
  })
  if (report.outcome === 'refused') {
    output.note(describeProblem(report.problem, report.node))
    throw new ExitWithCode(1)
  }
  const { block, node, results } = report
  for (const sentence of describeUnknownChain(node)) output.note(sentence)
  const [result] = results
  if (!result) throw new Error('A function was asked and has no result.')
  if (result.outcome === 'not_asked') throw new UsageError(problemOf(result.argument, result.problem))
  const isRead = result.outcome === 'values'
  if (format === 'json' || format === 'jsonl')
    await output.write(`${jsonText({ signature, block, ...result }, output, format === 'json' ? 2 : 0)}\n`)
  else if (isRead) await writeArguments(result.values, { output, format })
  output.note(
    `${isRead ? '' : `${describeRead(result)} `}Read at block ${String(block.height)} of ${node.host}.`,
  )
  if (!isRead) throw new ExitWithCode(1)
}

export const problemOf = (argument: number | null, problem: string) =>
  argument === null ? problem : `Argument ${String(argument + 1)}: ${problem}`

/** Calls a function that is named by its name, selector or signature. Rejects with `UsageError` if none fits. */
export async function askFunction(
  session: Session,
  address: string,
  asked: { readonly name: string; readonly texts: readonly string[] },
  { height, from }: { readonly height: number | undefined; readonly from: string | undefined },
) {
  const signature = asked.name.includes('(') ? asked.name : await findSignature(session, address, asked)
  const report = await session.call('contract.read', {
    source: session.source.id,
    address,
    calls: [{ signature, texts: [...asked.texts] }],
    ...session.node,
    ...(height !== undefined && { height }),
    ...(from !== undefined && { from }),
  })
  return { signature, report }
}

/** Searches the contract's own ABI, else those of its implementations. */
async function findSignature(
  session: Session,
  address: string,
  { name, texts }: { readonly name: string; readonly texts: readonly string[] },
): Promise<string> {
  const about = (of: string) => session.call('contract.about', { source: session.source.id, address: of })
  const isCalled = (item: ContractItem) =>
    item.kind === 'function' && (item.name === name || item.selector === name)
  const isFitting = (item: ContractItem) => isCalled(item) && item.inputs === texts.length
  const code = await about(address)
  const known = [...code.items]
  let failure: unknown
  if (!known.some(isFitting))
    for (const { address: of } of code.behind)
      try {
        known.push(...(await about(of)).items)
      } catch (error) {
        if (!(error instanceof ChainglassFailure && error.error.code === 'not_found')) failure ??= error
      }
  const fitting = new Map<string | null, string>()
  for (const item of known)
    if (isFitting(item) && !fitting.has(item.selector)) fitting.set(item.selector, item.signature)
  const [first, ...others] = fitting.values()
  if (first !== undefined && others.length === 0) return first
  if (first !== undefined)
    throw new UsageError(
      `Several functions fit, write the one that is meant: ${[first, ...others].join('; ')}.`,
    )
  // The function may be in the ABI that could not be read.
  if (failure !== undefined) throw failure as Error
  const called = known.filter(isCalled)
  const offered = called.length > 0 ? called : known.filter(({ isView }) => isView)
  throw new UsageError(
    offered.length === 0
      ? `Nobody knows a function “${name}” of it: write it as name(types) returns (types).`
      : `It has ${called.length > 0 ? '' : `no “${name}”, but `}${offered.map(({ signature }) => signature).join('; ')}.`,
  )
}
