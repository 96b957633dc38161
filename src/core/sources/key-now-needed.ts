/**
 * Recognizes public instances that now require a key. They answer 401, 402, 403, or 410 ("use the other form"). For
 * an instance that answered without a key before, all of these mean the same.
 */
import type { ChainglassError } from '#shared/errors/errors.ts'

/** Words in refusals that concern access as a whole; other refusals concern the requested thing. */
const ABOUT_ACCESS = /\b(api|key|keys|credits?|pro|plans?|subscri\w+|payments?|sign up|register)\b/i

/**
 * Returns the error, or one that says that a key is needed now. For an instance without a key that answered without
 * one before. `answersOthers`: its last response was no refusal, so only this one thing may be gone.
 */
export function asKeyNowNeeded(error: ChainglassError, answersOthers: boolean): ChainglassError {
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
