import * as z from 'zod/mini'
import type { CallTrace, TraceFrame } from '#shared/chain/call-trace.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { readDetail } from '../../session.ts'
import { findThing } from '../../thing.ts'
import { UsageError } from '../../usage-error.ts'
import { placesOf } from '../place.ts'
import { shapeAll, shapeFields } from '../shape.ts'
import { cursor, defineTool, limit, text, type ToolContext } from '../tool.ts'

const place = z.object({ offset: z.int().check(z.minimum(0)) })
/** The source has no trace, or none that can be read. */
const NO_TRACE: ReadonlySet<string> = new Set(['not_found', 'server_error', 'bad_response'])

export const transactionCalls = defineTool({
  name: 'transaction_calls',
  title: 'The calls of a transaction',
  description:
    'Every call that a transaction made, in order, from its trace: `path` is its place in the tree, 0.2 the third call of the first. What failed has an `error`, and all below it is undone.',
  input: { transaction: text(500, 'Its hash, or a link to it.'), ...shapeFields, limit, cursor },
  async run(context, { transaction, limit: maxRows, cursor: at }) {
    const { session, note, shape } = context
    const target = await findThing(transaction, { session, output: { note } })
    if (target.kind !== 'transaction') throw new UsageError(`“${transaction}” is no transaction.`)
    const { frames, unread, omitted } = await readTrace(context, target.hash)
    const places = placesOf([session.source.id, target.hash], place)
    const { offset: start } = at === undefined ? { offset: 0 } : places.read(at)
    const page = frames.slice(start, start + maxRows)
    const shown = shapeAll(await withNames(context, page), shape)
    const offset = start + shown.data.length
    return {
      data: {
        total: frames.length,
        ...(unread + omitted > 0 && { missing: unread + omitted }),
        calls: shown.data,
      },
      isCut: shown.isCut,
      next: offset >= frames.length ? null : places.write({ offset }),
    }
  },
})

async function readTrace({ session }: ToolContext, hash: string): Promise<CallTrace> {
  try {
    const { item } = await readDetail(session, {
      detail: 'transaction-calls',
      params: { transaction_hash: hash },
    })
    const trace = item as CallTrace
    if (trace.frames.length > 0) return trace
  } catch (error) {
    if (!(error instanceof ChainglassFailure && NO_TRACE.has(error.error.code))) throw error
  }
  throw new UsageError(
    `${session.source.name} has no trace of it. list_rows gives its list “internal”: the calls that the source knows.`,
  )
}

/** Only what is known on this machine names a call. */
async function withNames({ session }: ToolContext, frames: readonly TraceFrame[]) {
  const { results } = await session.call('abi.decode', {
    source: session.source.id,
    items: frames.map(({ to, created, input }) => ({
      ...{ kind: 'call' as const, to: created === null ? to : null, input: input ?? '0x' },
      ...(created === null ? {} : { created }),
    })),
    askSource: false,
  })
  return frames.map(({ traceAddress, logs, gasUsed, ...frame }, at) => {
    const decoded = results[at]
    return {
      path: traceAddress?.join('.') ?? '',
      ...frame,
      gas_used: gasUsed,
      logs: logs?.length ?? null,
      called: decoded
        ? { signature: decoded.signature, from: decoded.from, is_certain: decoded.isCertain }
        : null,
    }
  })
}
