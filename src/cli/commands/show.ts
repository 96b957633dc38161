/** `show`: prints one thing in full. */
import { rawItem } from '#shared/chain/invalid-fields.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { DetailId } from '#shared/lists/detail-table.ts'
import type { DetailRead } from '#shared/rpc/contract/lists.ts'
import type { Target } from '#shared/targets/target.ts'
import type { CommandContext } from '../command-context.ts'
import { describeKept } from '../describe-kept.ts'
import { createRowOutput, jsonText } from '../output/formats.ts'
import type { Output } from '../output/output.ts'
import { unitsOf } from '../output/units-of.ts'
import { readDetail, type Session } from '../session.ts'
import { asBlock, asToken, DETAIL_OF, findThing, paramsOf } from '../thing.ts'

export async function show(
  { session, output, format }: CommandContext,
  thing: string,
  { token = false }: { readonly token?: boolean },
): Promise<void> {
  const { detail, item, kept } = await readThing(session, thing, token, output)
  if (kept) output.note(describeKept(kept))
  const whole = rawItem(item) as Readonly<Record<string, unknown>>
  const fields = Object.entries(whole).sort(([one], [other]) => rankOf(one) - rankOf(other))
  if (format === 'json' || format === 'jsonl') {
    await output.write(`${jsonText(whole, output, format === 'json' ? 2 : 0)}\n`)
    return
  }
  const rows = createRowOutput(format, output, { columns: [{ name: 'field' }, { name: 'value' }] })
  const inUnits = unitsOf(detail, item, session.source.coin)
  await rows.write(
    fields.flatMap(([name, value]) =>
      partsOf(name, value).map(([path, text]) => ({
        item: text,
        cells: [path, text + (format === 'table' ? inUnits(path, text) : '')],
        csv: [[path, text]],
      })),
    ),
  )
  await rows.end()
}

/** A hash that is no transaction's may be a block's. */
export async function readThing(
  session: Session,
  thing: string,
  isToken: boolean,
  output: Pick<Output, 'note'>,
): Promise<DetailRead & { readonly detail: DetailId }> {
  const target = asToken(await findThing(thing, { session, output }), isToken)
  const read = async (one: Target) => {
    const detail = DETAIL_OF[one.kind]
    return { detail, ...(await readDetail(session, { detail, params: paramsOf(one) })) }
  }
  try {
    return await read(target)
  } catch (error) {
    if (target.kind !== 'transaction' || !isNotFound(error)) throw error
    return read(asBlock(target)).catch(() => {
      throw error
    })
  }
}

const isNotFound = (error: unknown) => error instanceof ChainglassFailure && error.error.code === 'not_found'

/** A block's height comes first. */
const rankOf = (field: string) => (field === 'height' ? 0 : 1)

/** Members of members stand under their path, as from.hash; a list of texts is one value. */
function partsOf(path: string, value: unknown): readonly (readonly [path: string, text: string])[] {
  if (value == null) return [[path, '']]
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object') return [[path, JSON.stringify(value)]]
  if (Array.isArray(value) && value.every((one) => one === null || typeof one !== 'object'))
    return [[path, value.join(', ')]]
  const members = Object.entries(value)
  if (members.length === 0) return [[path, '']]
  return members.flatMap(([name, member]) => partsOf(`${path}.${name}`, member))
}
