/** Reports the result of a request to the sources, for the status line and the list of sources. */
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
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

/** Words in refusals that concern access as a whole; other refusals concern the requested thing. */
const ABOUT_ACCESS = /\b(api|key|keys|credits?|pro|plans?|subscri\w+|payments?|sign up|register)\b/i

/**
 * Recognizes public instances that now require a key. They answer 401, 402, 403, or 410 ("use the other form"). For
 * an instance that answered without a key before, all of these mean the same. Returns the error, or one that says
 * that a key is needed now. For an instance without a key that answered without one before. `answersOthers`: its last
 * response was no refusal, so only this one thing may be gone.
 */
function asKeyNowNeeded(error: ChainglassError, answersOthers: boolean): ChainglassError {
  if (!isRefusal(error, answersOthers)) return error
  const { serverMessage, host } = error
  return {
    code: 'unauthorized',
    hadKey: false,
    reason: 'key_now_needed',
    ...(serverMessage === undefined ? {} : { serverMessage }),
    ...(host === undefined ? {} : { host }),
  }
}

type Refusal = Extract<ChainglassError, { code: 'unauthorized' | 'forbidden' | 'bad_response' }>

function isRefusal(error: ChainglassError, answersOthers: boolean): error is Refusal {
  switch (error.code) {
    case 'unauthorized':
      return !error.hadKey && error.reason === undefined
    case 'bad_response':
      return error.kind === 'gone' && !answersOthers
    case 'forbidden':
      return error.byWhom === 'instance' && ABOUT_ACCESS.test(error.serverMessage ?? '')
    default:
      return false
  }
}
