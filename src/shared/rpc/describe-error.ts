/** Describes errors in sentences, for the window and for a terminal. */
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { shownHost } from '#shared/source.ts'
import { describeReason, describeStorage } from '../errors/describe-reason.ts'
import type { OfflineReason } from '../errors/error-reasons.ts'
import type { BadResponseKind, ChainglassError } from '../errors/errors.ts'

/** An error for a person: `title` says what happened, `text` says what it means or what to do. */
export interface ErrorDescription {
  readonly title: string
  readonly text: string
  /** `warn` goes away by itself, `bad` needs the person. */
  readonly tone: 'warn' | 'bad'
  /** An action besides trying again. */
  readonly remedy?: 'key' | 'source'
}

/** Describes an error: our own reasons as sentences, a server's text in quotation marks after `It says:`. */
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
            title: $gettext('Not found.'),
            text: joined(
              $gettext('%{host} has no data for this.', { host: capital(hostOf(error)) }),
              quoted(error),
            ),
            tone: 'bad',
          }
        : { title: $gettext('Not possible.'), text: describeReason(error.reason), tone: 'bad' }
    case 'invalid_input':
      return {
        title: error.field
          ? $gettext('%{field} is not valid.', { field: capital(error.field.replaceAll('_', ' ')) })
          : $gettext('This request is not possible.'),
        text: quoted(error) || describeReason(error.reason),
        tone: 'bad',
      }
    case 'server_error':
      return {
        ...(error.status === 501
          ? // Not implemented: a retry would not help.
            {
              title: $gettext('%{host} does not offer this.', { host: capital(hostOf(error)) }),
              text: quoted(error),
            }
          : {
              title: $gettext('%{host} reports an error (%{status}).', {
                host: capital(hostOf(error)),
                status: error.status,
              }),
              text: joined($gettext('The problem is on the server. Try again later.'), quoted(error)),
            }),
        tone: 'bad',
      }
    case 'storage':
      return {
        title:
          error.target === 'export'
            ? $gettext('The export could not be written.')
            : $gettext('Your saved data could not be read or written.'),
        text: describeStorage(error.kind, error.target, error.pid),
        tone: 'bad',
      }
    case 'internal':
      return {
        title: $gettext('Something went wrong inside Chainglass.'),
        text: $gettext('Try again. The log has the details under %{reference}.', {
          reference: error.reference,
        }),
        tone: 'bad',
      }
  }
}

type ErrorOf<Code extends ChainglassError['code']> = Extract<ChainglassError, { code: Code }>
type Described = Omit<ErrorDescription, 'tone'>

const ARE_YOU_ONLINE = $msgid('Are you online?')
const OF_CERTIFICATE = $msgid('Look at the date of this computer, or ask who runs the host.')
/** Advice for a host that can't be reached. */
const REMEDIES: Readonly<Partial<Record<OfflineReason, string>>> = {
  host_not_found: $msgid('Look at how its name is written.'),
  connection_refused: $msgid('Is it running, and is the port right?'),
  certificate_expired: OF_CERTIFICATE,
  certificate_invalid: OF_CERTIFICATE,
  certificate_untrusted: $msgid('Add it to what this computer trusts, if it is your own.'),
  proxy_refused: $msgid('Look at the settings of the proxy.'),
}

function describePassing(
  error: ErrorOf<'rate_limited'> | ErrorOf<'offline'> | ErrorOf<'timeout'> | ErrorOf<'cancelled'>,
): Described {
  switch (error.code) {
    case 'rate_limited':
      return {
        title: $gettext('Too many requests to %{host}.', { host: hostOf(error) }),
        text: error.hadKey ? '' : $gettext('A key of your own allows more.'),
        ...(error.hadKey ? {} : { remedy: 'key' }),
      }
    case 'offline':
      return error.host
        ? {
            title: $gettext('%{host} can’t be reached.', { host: shownHost(error.host) }),
            text: joined(
              error.reason === undefined ? '' : describeReason(error.reason),
              $gettext(REMEDIES[error.reason ?? 'connection_failed'] ?? ARE_YOU_ONLINE),
            ),
          }
        : {
            title:
              error.reason === 'source_of_case' ? $gettext('Not in this case.') : $gettext('Not connected.'),
            text: error.reason === undefined ? $gettext('Are you online?') : describeReason(error.reason),
          }
    case 'timeout':
      return {
        title: $gettext('%{host} did not answer within %{seconds} s.', {
          host: capital(hostOf(error)),
          seconds: String(Math.round(error.afterMs / 1000)),
        }),
        text: $gettext('It may be busy.'),
      }
    case 'cancelled':
      return { title: $gettext('Stopped.'), text: '' }
  }
}

function describeRefusal(
  error: ErrorOf<'unauthorized'> | ErrorOf<'out_of_credits'> | ErrorOf<'forbidden'>,
): Described {
  const host = hostOf(error)
  if (error.code === 'out_of_credits')
    return {
      title: error.hadKey
        ? $gettext('The credits of this key are used up.')
        : $gettext('%{host} has no free credits left.', { host: capital(host) }),
      text: joined(
        error.hadKey
          ? $gettext('They renew tomorrow, or with a larger plan.')
          : $gettext('They renew tomorrow. A key of your own allows more.'),
        quoted(error),
      ),
      remedy: 'key',
    }
  const reason = error.reason === undefined ? '' : describeReason(error.reason)
  if (error.code === 'unauthorized')
    return {
      title: error.hadKey
        ? $gettext('%{host} does not accept this key.', { host: capital(host) })
        : error.reason === 'key_now_needed'
          ? $gettext('%{host} now asks for a key.', { host: capital(host) })
          : $gettext('%{host} asks for a key.', { host: capital(host) }),
      text: joined(
        reason ||
          (error.hadKey
            ? $gettext('It may be mistyped, revoked, or for another service.')
            : $gettext('Add one to continue.')),
        quoted(error),
      ),
      remedy: 'key',
    }
  switch (error.byWhom) {
    case 'network':
      return {
        title: $gettext('Access to %{host} is blocked.', { host }),
        text: joined(
          $gettext(
            'A firewall, a sign-in page of the network, or the host’s bot protection refused the request.',
          ),
          reason,
        ),
        remedy: 'source',
      }
    case 'instance':
      return {
        title: $gettext('%{host} does not allow this.', { host: capital(host) }),
        text: joined($gettext('Access is restricted.'), quoted(error)),
        remedy: 'source',
      }
    case 'chainglass':
      return {
        title: $gettext('Chainglass does not fetch this.'),
        text: reason || $gettext('Access is restricted.'),
      }
  }
}

function describeBadResponse(error: ErrorOf<'bad_response'>): Described {
  const { title, text } = BAD_RESPONSES[error.kind](capital(hostOf(error)))
  const reason = error.reason === undefined ? '' : describeReason(error.reason)
  const isElsewhere = typeof error.reason === 'object' && error.reason.kind === 'redirect_elsewhere'
  const advice = isElsewhere ? $gettext('Chainglass does not follow it: add that host as a source.') : text
  return { title, text: joined(reason, advice, quoted(error)) }
}

const BAD_RESPONSES: Readonly<Record<BadResponseKind, (host: string) => { title: string; text: string }>> = {
  html: (host) => ({
    title: $gettext('%{host} returned a web page instead of data.', { host }),
    text: $gettext(
      'Is this the address of an explorer’s API? A sign-in page of the network causes this too.',
    ),
  }),
  empty: (host) => ({
    title: $gettext('%{host} returned an empty response.', { host }),
    text: $gettext('Trying again may help.'),
  }),
  truncated: (host) => ({
    title: $gettext('The response of %{host} was cut off.', { host }),
    text: $gettext('Trying again may help.'),
  }),
  not_json: (host) => ({
    title: $gettext('%{host} returned something that is not data.', { host }),
    text: $gettext('Is this the address of an explorer’s API?'),
  }),
  too_large: (host) => ({
    title: $gettext('The response of %{host} is too large.', { host }),
    text: $gettext('Reading it was stopped.'),
  }),
  not_a_page: (host) => ({
    title: $gettext('%{host} returned data that is not a list.', { host }),
    text: $gettext('It may have a different API.'),
  }),
  redirect: (host) => ({
    title: $gettext('%{host} redirects requests.', { host }),
    text: $gettext('Data is not reached that way.'),
  }),
  cursor_repeats: (host) => ({
    title: $gettext('%{host} sends the same page again and again.', { host }),
    text: $gettext('The list can’t be read further for now: there may be more rows.'),
  }),
  other_address: (host) => ({
    title: $gettext('%{host} answered about another address.', { host }),
    text: $gettext('Nothing of its answer is shown.'),
  }),
  other_chain: (host) => ({
    title: $gettext('%{host} answers for another chain.', { host }),
    text: $gettext('Nothing of its answer is shown. Check which chain this source is listed for.'),
  }),
  gone: (host) => ({
    title: $gettext('%{host} no longer offers this.', { host }),
    text: $gettext('Pro, with a key, may still.'),
  }),
}

const hostOf = (error: { readonly host?: string | undefined }) =>
  error.host === undefined ? $gettext('the source') : shownHost(error.host)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const joined = (...sentences: readonly string[]) => sentences.filter(Boolean).join(' ')

/** A server's text as one short line in quotation marks; empty if there is none. */
function quoted({ serverMessage }: { readonly serverMessage?: string | undefined }): string {
  const line = (serverMessage ?? '').replace(/\s+/g, ' ').trim().slice(0, 300)
  return line === '' ? '' : $gettext('It says: “%{line}”.', { line })
}
