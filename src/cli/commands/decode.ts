/** `decode`: decodes the input of a call. */
import { ZERO_ADDRESS } from '#shared/abi/words.ts'
import type { Decoded, DecodedArgument, DecodedValue } from '#shared/abi/decoded.ts'
import { createRowOutput, jsonText } from '../output/formats.ts'
import type { CommandContext } from '../command-context.ts'
import type { Output } from '../output/output.ts'
import type { Session } from '../session.ts'
import { findAddress } from '../thing.ts'
import { UsageError } from '../output/failures.ts'

const MAX_DATA_LENGTH = 4 * 1024 * 1024

export async function decode(
  { session, output, format }: CommandContext,
  data: string,
  { to }: { readonly to?: string },
): Promise<void> {
  const decoded = await readMeaning(session, data, to, output)
  if (!decoded) {
    output.note('Nothing is known of this.')
    return
  }
  if (format === 'json' || format === 'jsonl') {
    await output.write(`${jsonText(decoded, output, format === 'json' ? 2 : 0)}\n`)
    return
  }
  output.note(describe(decoded))
  await writeArguments(decoded.arguments, { output, format })
}

export async function writeArguments(
  values: readonly DecodedArgument[],
  { output, format }: Pick<CommandContext, 'output' | 'format'>,
): Promise<void> {
  const rows = createRowOutput(format, output, {
    columns: [{ name: 'name' }, { name: 'type' }, { name: 'value' }],
  })
  await rows.write(
    values.map((argument) => ({
      item: argument,
      cells: [argument.name ?? '', argument.type, textOf(argument.value)],
    })),
  )
  await rows.end()
}

/** Null if nothing is known. */
export async function readMeaning(
  session: Session,
  data: string,
  to: string | undefined,
  output: Pick<Output, 'note'>,
): Promise<Decoded | null> {
  if (!/^0x(?:[0-9a-f]{2}){4,}$/i.test(data) || data.length > MAX_DATA_LENGTH)
    throw new UsageError('Expected the input of a call: 0x, and at least eight hexadecimal digits.')
  const { results } = await session.call('abi.decode', {
    source: session.source.id,
    // Null would mean the creation of a contract.
    items: [
      {
        kind: 'call',
        to: to === undefined ? ZERO_ADDRESS : await findAddress(to, { session, output }),
        input: data,
      },
    ],
    askSource: to !== undefined,
  })
  return results[0] ?? null
}

const describe = ({ signature, from, isCertain, rest }: Decoded) =>
  `${signature}: ${isCertain ? 'by' : 'perhaps, by'} ${from}.${rest === undefined ? '' : ` ${leftOver(rest)}`}`

const MAX_SHOWN = 2_000

const leftOver = (rest: string) =>
  `${String((rest.length - 2) / 2)} bytes belong to none of its arguments: ${rest.slice(0, MAX_SHOWN)}${rest.length > MAX_SHOWN ? '…' : ''}`

function textOf(value: DecodedValue): string {
  if (typeof value === 'string') return value
  if ('list' in value)
    return `[${value.list.map(textOf).join(', ')}${value.omitted ? `, and ${String(value.omitted)} more` : ''}]`
  if ('fields' in value) return `(${value.fields.map(fieldText).join(', ')})`
  return value.bytes
}

const fieldText = ({ name, value }: DecodedArgument) => `${name === null ? '' : `${name}: `}${textOf(value)}`
