/** `show`: one thing in full. */
import { asItCame } from '#shared/chain/odd-fields.ts'
import type { CommandContext } from '../command-context.ts'
import { createRowOutput, jsonText } from '../output/formats.ts'
import { DETAIL_OF, paramsOf, parseThing } from '../thing.ts'

export async function show(
  { session, output, format }: CommandContext,
  thing: string,
  { token = false }: { readonly token?: boolean },
): Promise<void> {
  const target = parseThing(thing, output)
  const kind = token && target.kind === 'address' ? 'token' : target.kind
  const { item, kept } = await session.call('details.read', {
    source: session.source.id,
    detail: DETAIL_OF[kind],
    params: paramsOf(target),
    refresh: true,
  })
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

const textOf = (value: unknown) =>
  value == null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
