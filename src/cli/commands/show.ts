/** `show`: one thing in full. */
import { asItCame } from '#shared/chain/odd-fields.ts'
import type { DetailRead } from '#shared/rpc/contract/lists.ts'
import type { CommandContext } from '../command-context.ts'
import { createRowOutput, jsonText } from '../output/formats.ts'
import type { Output } from '../output/output.ts'
import type { Session } from '../session.ts'
import { DETAIL_OF, paramsOf, parseThing } from '../thing.ts'

export async function show(
  { session, output, format }: CommandContext,
  thing: string,
  { token = false }: { readonly token?: boolean },
): Promise<void> {
  const { item, kept } = await readThing(session, thing, token, output)
  if (kept)
    output.note(`The source can’t be asked now: this was read ${new Date(kept.readAt).toISOString()}.`)
  const whole = asItCame(item) as object
  const fields: readonly (readonly [string, unknown])[] = Object.entries(whole)
  if (format === 'json' || format === 'jsonl') {
    await output.write(`${jsonText(whole, output, format === 'json' ? 2 : 0)}\n`)
    return
  }
  const rows = createRowOutput(format, output, { columns: [{ name: 'field' }, { name: 'value' }] })
  await rows.write(fields.map(([name, value]) => ({ item: value, cells: [name, textOf(value)] })))
  await rows.end()
}

export function readThing(
  { source, call }: Session,
  thing: string,
  isToken: boolean,
  output: Pick<Output, 'note'>,
): Promise<DetailRead> {
  const target = parseThing(thing, output)
  const kind = isToken && target.kind === 'address' ? 'token' : target.kind
  return call('details.read', {
    source: source.id,
    detail: DETAIL_OF[kind],
    params: paramsOf(target),
    refresh: true,
  })
}

const textOf = (value: unknown) =>
  value == null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
