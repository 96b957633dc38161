/** `trace`: the calls of a transaction, in order. */
import type { CallTrace } from '#shared/chain/call-trace.ts'
import { MAX_DECODED_ITEMS } from '#shared/abi/decoded.ts'
import { formatAmount } from '#shared/units.ts'
import { findTransaction, nameCalls, readCalls, type NamedCall } from '../calls.ts'
import type { CommandContext } from '../command-context.ts'
import { ExitWithCode } from '../output/failures.ts'
import { createRowOutput } from '../output/formats.ts'

/** Exits with 1 if calls are missing. */
export async function trace({ session, output, format }: CommandContext, text: string): Promise<void> {
  const { coin } = session.source
  const { frames, unread, omitted } = await readCalls(
    session,
    await findTransaction(text, { session, output }),
  )
  const rows = createRowOutput(format, output, {
    columns: [
      { name: 'path' },
      { name: 'kind' },
      { name: 'from' },
      { name: 'to' },
      { name: coin.symbol, isNumber: true },
      { name: 'gas', isNumber: true },
      { name: 'called' },
      { name: 'error' },
    ],
    csvColumns: ['path', 'kind', 'from', 'to', 'value', 'gas_used', 'called', 'error'],
  })
  for (const part of partsOf(frames))
    await rows.write(
      (await nameCalls(session, part)).map((call) => ({
        item: call,
        cells: cellsOf(call, call.value === null ? '' : formatAmount(call.value, coin.decimals)),
        csv: [cellsOf(call, call.value ?? '')],
      })),
    )
  await rows.end()
  if (unread + omitted === 0) return
  output.note(`${String(unread + omitted)} calls of its trace are missing here.`)
  throw new ExitWithCode(1)
}

const cellsOf = (call: NamedCall, value: string): string[] => [
  call.path,
  call.kind,
  call.from ?? '',
  call.created ?? call.to ?? '',
  value,
  call.gas_used ?? '',
  call.called ? `${call.called.is_certain ? '' : 'perhaps '}${call.called.signature}` : '',
  call.error ?? '',
]

const partsOf = (frames: CallTrace['frames']) =>
  Array.from({ length: Math.ceil(frames.length / MAX_DECODED_ITEMS) }, (_, at) =>
    frames.slice(at * MAX_DECODED_ITEMS, (at + 1) * MAX_DECODED_ITEMS),
  )
