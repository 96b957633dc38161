/** `ask`: queries all stored rows. */
import { listEndpoint } from '#shared/lists/list-table.ts'
import { RESOURCES } from '#shared/lists/resources.ts'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { RowScope } from '#shared/rpc/contract/rows.ts'
import { MAX_ANSWER_ROWS } from '#shared/rpc/contract/row-limits.ts'
import type { CommandContext } from '../command-context.ts'
import { createRowOutput } from '../output/formats.ts'
import { createItemRows } from '../output/item-rows.ts'
import type { Output } from '../output/output.ts'
import { refuseErrors } from '../read-question.ts'
import { readRowContext } from '../row-context.ts'
import type { Session } from '../session.ts'
import { findAddress } from '../thing.ts'
import { UsageError } from '../output/failures.ts'

export interface AskOptions {
  readonly address?: string
  readonly kind?: string
  readonly fields?: readonly string[]
  readonly limit: number
  readonly all?: boolean
}

export async function ask(
  context: CommandContext,
  text: string,
  { address, kind, fields, limit, all = false }: AskOptions,
): Promise<void> {
  const { session, output } = context
  const scope = await resolveScope(session, address, output)
  const chosen = kind === undefined ? undefined : readKind(kind)
  const found = await find(session, { scope, text, offset: 0, limit: 0, ...(chosen ? { kind: chosen } : {}) })
  refuseErrors(text, found.errors)
  const kinds = found.kinds.filter(({ count }) => count > 0)
  const resource = chosen ?? kinds[0]?.kind
  if (resource === undefined || found.loaded === 0) {
    output.note(found.loaded === 0 ? 'Nothing is kept of this.' : 'No row matches.')
    return
  }
  if (chosen === undefined && kinds.length > 1)
    output.note(
      `${kinds.map((one) => `${String(one.count)} of ${one.kind}`).join(', ')}: these are of ${resource}. --kind chooses another.`,
    )
  await writeRows(context, { scope, text, kind: resource, fields }, all ? Infinity : limit)
}

interface KindQuestion {
  readonly scope: RowScope
  readonly text: string
  readonly kind: Resource
  readonly fields: readonly string[] | undefined
}

async function writeRows(
  { session, output, format }: CommandContext,
  { fields, ...question }: KindQuestion,
  maxRows: number,
) {
  const rowContext = await readRowContext(session)
  const shapes = createItemRows({
    resource: question.kind,
    context: rowContext,
    chainId: session.source.chainId,
    fields,
  })
  const rows = createRowOutput(format, output, shapes)
  let revision: string | undefined
  for (let offset = 0; offset < maxRows;) {
    const limit = Math.min(MAX_ANSWER_ROWS, maxRows - offset)
    const page = await find(session, { ...question, offset, limit })
    if (revision !== undefined && page.revision !== revision)
      output.note('What is kept has changed meanwhile: a row may be missing, or come twice.')
    revision = page.revision
    await rows.write(
      page.rows.flatMap(({ item, unread, list }) => {
        if (!item) return shapes.unreadRow(unread ?? { raw: 'null' })
        const of = page.lists[list]
        return shapes.rowsOf(item, of && listEndpoint(of.list).target(item, of.params))
      }),
    )
    offset += page.rows.length
    if (page.rows.length < limit) break
  }
  await rows.end()
}

interface FindInput {
  readonly scope: RowScope
  readonly text: string
  readonly kind?: Resource
  readonly offset: number
  readonly limit: number
}

/** The scope of all stored rows of a source, or of one address there. */
export async function resolveScope(
  session: Session,
  address: string | undefined,
  output: Pick<Output, 'note'>,
): Promise<RowScope> {
  const sources = [session.source.id]
  return address === undefined
    ? { of: 'everything', sources }
    : { of: 'address', address: await findAddress(address, { session, output }), sources }
}

export const find = ({ call }: Session, input: FindInput) =>
  call('rows.find', { ...input, zone: 'utc', sort: null })

export function readKind(text: string): Resource {
  const kind = RESOURCES.find((resource) => resource === text)
  if (kind) return kind
  throw new UsageError(`There is no kind “${text}”. Kinds are ${RESOURCES.join(', ')}.`)
}
