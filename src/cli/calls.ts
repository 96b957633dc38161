/** The calls of a transaction, in order, with their names. */
import type { CallTrace, TraceFrame } from '#shared/chain/call-trace.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { readDetail, type Session } from './session.ts'
import { findThing, type ThingContext } from './thing.ts'
import { UsageError } from './output/failures.ts'

/** The source has no trace, or none that can be read. */
const NO_TRACE: ReadonlySet<string> = new Set(['not_found', 'server_error', 'bad_response'])

export async function findTransaction(text: string, context: ThingContext): Promise<string> {
  const target = await findThing(text, context)
  if (target.kind === 'transaction') return target.hash
  throw new UsageError(`“${text}” is no transaction.`)
}

/** Rejects if the source has no trace. */
export async function readCalls(session: Session, hash: string): Promise<CallTrace> {
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
    `${session.source.name} has no trace of it. The calls that the source knows are the list “internal” of the transaction.`,
  )
}

export type NamedCall = Awaited<ReturnType<typeof nameCalls>>[number]

/** Only what is known on this machine names a call. */
export async function nameCalls(session: Session, frames: readonly TraceFrame[]) {
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
