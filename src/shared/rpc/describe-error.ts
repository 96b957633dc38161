/** Errors in sentences, for the window and for a terminal. */
import { describeReason, describeStorage } from './describe-reason.ts'
import type { BadResponseKind, ChainglassError } from './errors.ts'

/** What a person reads about an error: `title` says what happened, `text` what it means or what to do. */
export interface ErrorDescription {
  readonly title: string
  readonly text: string
  /** `warn` goes away by itself, `bad` needs the person. */
  readonly tone: 'warn' | 'bad'
  /** What a person could do besides trying again. */
  readonly remedy?: 'key' | 'source'
}

/** Our own reasons as our sentences; a server's text in quotation marks, after `It says:`. */
export function describeError(error: ChainglassError): ErrorDescription {
  switch (error.code) {
    case 'rate_limited':
    case 'offline':
    case 'timeout':
    case 'cancelled':
      return { ...describePassing(error), tone: 'warn' }
    case 'unauthorized':
    case 'out_of_credits':
    case 'forbidden':
      return { ...describeRefusal(error), tone: 'bad' }
    case 'bad_response':
      return {
        ...describeBadResponse(error),
        tone: 'bad',
        remedy: error.kind === 'gone' ? 'key' : 'source',
      }
    case 'not_found':
      return error.reason === undefined
        ? {
            title: 'Not found.',
            text: joined(`${capital(hostOf(error))} has no data for this.`, quoted(error)),
            tone: 'bad',
          }
        : { title: 'Not possible.', text: describeReason(error.reason), tone: 'bad' }
    case 'invalid_input':
      return {
        title: error.field
          ? `${capital(error.field.replaceAll('_', ' '))} is not valid.`
          : 'This request is not possible.',
        text: quoted(error) || describeReason(error.reason),
        tone: 'bad',
      }
    case 'server_error':
      return {
        title: `${capital(hostOf(error))} reports an error (${String(error.status)}).`,
        text: joined('The problem is on the server. Try again later.', quoted(error)),
        tone: 'bad',
      }
    case 'storage':
      return {
        title:
          error.target === 'export'
            ? 'The export could not be written.'
            : 'Your saved data could not be read or written.',
        text: describeStorage(error.kind, error.target, error.pid),
        tone: 'bad',
      }
    case 'internal':
      return {
        title: 'Something went wrong inside Chainglass.',
        text: `Try again. The log has the details under ${error.reference}.`,
        tone: 'bad',
      }
  }
}

type ErrorOf<Code extends ChainglassError['code']> = Extract<ChainglassError, { code: Code }>
type Described = Omit<ErrorDescription, 'tone'>

function describePassing(
  error: ErrorOf<'rate_limited'> | ErrorOf<'offline'> | ErrorOf<'timeout'> | ErrorOf<'cancelled'>,
): Described {
  switch (error.code) {
    case 'rate_limited':
      return {
        title: `Too many requests to ${hostOf(error)}.`,
        text: error.hadKey ? '' : 'A key of your own allows more.',
        ...(error.hadKey ? {} : { remedy: 'key' }),
      }
    case 'offline':
      return error.host
        ? { title: `${error.host} can’t be reached.`, text: 'Are you online?' }
        : {
            title: error.reason === 'source_of_case' ? 'Not in this case.' : 'Not connected.',
            text: error.reason === undefined ? 'Are you online?' : describeReason(error.reason),
          }
    case 'timeout':
      return {
        title: `${capital(hostOf(error))} did not answer within ${String(Math.round(error.afterMs / 1000))} s.`,
        text: 'It may be busy.',
      }
    case 'cancelled':
      return { title: 'Stopped.', text: '' }
  }
}

function describeRefusal(
  error: ErrorOf<'unauthorized'> | ErrorOf<'out_of_credits'> | ErrorOf<'forbidden'>,
): Described {
  const host = hostOf(error)
  if (error.code === 'out_of_credits')
    return {
      title: error.hadKey
        ? 'The credits of this key are used up.'
        : `${capital(host)} has no free credits left.`,
      text: joined(
        error.hadKey
          ? 'They renew tomorrow, or with a larger plan.'
          : 'They renew tomorrow. A key of your own allows more.',
        quoted(error),
      ),
      remedy: 'key',
    }
  const reason = error.reason === undefined ? '' : describeReason(error.reason)
  if (error.code === 'unauthorized')
    return {
      title: error.hadKey
        ? `${capital(host)} does not accept this key.`
        : `${capital(host)} ${error.reason === 'key_now_needed' ? 'now asks' : 'asks'} for a key.`,
      text: joined(
        reason ||
          (error.hadKey ? 'It may be mistyped, revoked, or for another service.' : 'Add one to continue.'),
        quoted(error),
      ),
      remedy: 'key',
    }
  switch (error.byWhom) {
    case 'network':
      return {
        title: `Access to ${host} is blocked.`,
        text: joined(
          'A firewall, a sign-in page of the network, or the host’s bot protection refused the request.',
          reason,
        ),
        remedy: 'source',
      }
    case 'instance':
      return {
        title: `${capital(host)} does not allow this.`,
        text: joined('Access is restricted.', quoted(error)),
        remedy: 'source',
      }
    case 'chainglass':
      return { title: 'Chainglass does not fetch this.', text: reason || 'Access is restricted.' }
  }
}

function describeBadResponse(error: ErrorOf<'bad_response'>): Described {
  const { title, text } = BAD_RESPONSES[error.kind](capital(hostOf(error)))
  const reason = error.reason === undefined ? '' : describeReason(error.reason)
  const isElsewhere = typeof error.reason === 'object' && error.reason.kind === 'redirect_elsewhere'
  const advice = isElsewhere ? 'Chainglass does not follow it: add that host as a source.' : text
  return { title, text: joined(reason, advice, quoted(error)) }
}

const BAD_RESPONSES: Readonly<Record<BadResponseKind, (host: string) => { title: string; text: string }>> = {
  html: (host) => ({
    title: `${host} returned a web page instead of data.`,
    text: 'Is this the address of an explorer’s API? A sign-in page of the network causes this too.',
  }),
  empty: (host) => ({ title: `${host} returned an empty response.`, text: 'Trying again may help.' }),
  truncated: (host) => ({ title: `The response of ${host} was cut off.`, text: 'Trying again may help.' }),
  not_json: (host) => ({
    title: `${host} returned something that is not data.`,
    text: 'Is this the address of an explorer’s API?',
  }),
  too_large: (host) => ({
    title: `The response of ${host} is too large.`,
    text: 'Reading it was stopped.',
  }),
  not_a_page: (host) => ({
    title: `${host} returned data that is not a list.`,
    text: 'It may have a different API.',
  }),
  redirect: (host) => ({
    title: `${host} redirects requests.`,
    text: 'Data is not reached that way.',
  }),
  cursor_repeats: (host) => ({
    title: `${host} sends the same page again and again.`,
    text: 'The list can’t be read further for now: there may be more rows.',
  }),
  other_address: (host) => ({
    title: `${host} answered about another address.`,
    text: 'Nothing of its answer is shown.',
  }),
  other_chain: (host) => ({
    title: `${host} answers for another chain.`,
    text: 'Nothing of its answer is shown. Check which chain this source is listed for.',
  }),
  gone: (host) => ({ title: `${host} no longer offers this.`, text: 'Pro, with a key, may still.' }),
}

const hostOf = (error: { readonly host?: string | undefined }) => error.host ?? 'the source'
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const joined = (...sentences: readonly string[]) => sentences.filter(Boolean).join(' ')

/** A server's own text: one line, not endless, in quotation marks. Empty where it said nothing. */
function quoted({ serverMessage }: { readonly serverMessage?: string | undefined }): string {
  const line = (serverMessage ?? '').replace(/\s+/g, ' ').trim().slice(0, 300)
  return line === '' ? '' : `It says: “${line}”.`
}
