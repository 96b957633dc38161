/** Reports the result of a request to the sources, for the status line and the list of sources. */
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { asKeyNowNeeded } from './key-now-needed.ts'
import type { Sources } from './sources.ts'

type Reported = Pick<Sources, 'report' | 'viewOf' | 'answeredWithoutKey'>

/** Reports the result and duration of a request that a person waits for. */
export async function reportResponse<T>(sources: Reported, id: string, send: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const answered = () => {
    sources.report(id, { last: { ok: true, ms: Math.round(performance.now() - startedAt) } })
  }
  try {
    const result = await send()
    answered()
    return result
  } catch (error) {
    if (!(error instanceof ChainglassFailure)) throw error
    if (isAnswer(error.error)) {
      answered()
      throw error
    }
    const answersOthers = sources.viewOf(id).last?.ok === true
    const named = sources.answeredWithoutKey(id) ? asKeyNowNeeded(error.error, answersOthers) : error.error
    if (saysSomething(named)) sources.report(id, { last: { ok: false, error: named } })
    throw named === error.error ? error : new ChainglassFailure(named)
  }
}

/**
 * Reports only a change of reachability, for a request in the background. Reporting every poll would update every
 * window several times a second.
 */
export async function reportReachability<T>(
  sources: Reported,
  id: string,
  send: () => Promise<T>,
): Promise<T> {
  const wasOk = sources.viewOf(id).last?.ok
  const report: Reported['report'] = (source, { last }) => {
    if (last && last.ok !== wasOk) sources.report(source, { last })
  }
  return reportResponse({ ...sources, report }, id, send)
}

/** The source answered that it does not have this. */
const isAnswer = (error: ChainglassError) =>
  (error.code === 'not_found' && error.reason === undefined) ||
  // Not implemented, or disabled: the rest of the source works.
  (error.code === 'server_error' && error.status === 501)

/** Whether the error says something about the source. */
const saysSomething = ({ code }: ChainglassError) =>
  code !== 'cancelled' && code !== 'invalid_input' && code !== 'not_found'
