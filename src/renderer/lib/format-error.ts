import type { ChainglassError } from '#shared/rpc/errors.ts'

/** What is said about an error: `title` what happened, `text` what it means or what to do, by code and never by its raw words alone. */
export interface ErrorDescription {
  readonly title: string
  readonly text: string
  /** `warn` goes away by itself, `bad` needs the person. */
  readonly tone: 'warn' | 'bad'
  /** What a person could do besides trying again. */
  readonly remedy?: 'key' | 'source'
}

export function describeError(error: ChainglassError): ErrorDescription {
  const host = 'host' in error && error.host ? error.host : 'the source'
  const detail = 'detail' in error && error.detail ? ` It says: ${sentence(error.detail)}` : ''
  switch (error.code) {
    case 'rate_limited':
      return {
        title: `Too many requests to ${host}.`,
        text: `What is loaded stays.${error.hadKey ? '' : ' A key of your own allows more.'}`,
        tone: 'warn',
        ...(error.hadKey ? {} : { remedy: 'key' as const }),
      }
    case 'offline':
      return {
        title: error.host ? `${error.host} can’t be reached.` : 'Not connected.',
        text: `${error.host ? 'Are you online?' : sentence(error.detail ?? 'Are you online?')} What is loaded stays.`,
        tone: 'warn',
      }
    case 'timeout':
      return {
        title: `${capital(host)} did not answer within ${String(Math.round(error.afterMs / 1000))} s.`,
        text: 'It may be busy. What is loaded stays.',
        tone: 'warn',
      }
    case 'unauthorized':
      return {
        title: error.hadKey
          ? `${capital(host)} does not accept this key.`
          : `${capital(host)} asks for a key.`,
        text: `${error.hadKey ? 'It may be mistyped, revoked, or for another service.' : 'Add one of your own to go on.'}${detail}`,
        tone: 'bad',
        remedy: 'key',
      }
    case 'out_of_credits':
      return {
        title: 'The credits of this key are used up.',
        text: `They come back with the next day, or with another plan.${detail}`,
        tone: 'bad',
        remedy: 'key',
      }
    case 'forbidden':
      return error.byWhom === 'network'
        ? {
            title: `The way to ${host} is blocked.`,
            text: 'Something between here and there refuses: a firewall, a portal that wants a sign-in, or the host’s own guard against robots.',
            tone: 'bad',
            remedy: 'source',
          }
        : {
            title: `${capital(host)} does not allow this.`,
            text: `Access is restricted.${detail}`,
            tone: 'bad',
            remedy: 'source',
          }
    case 'not_found':
      return {
        title: 'Not known here.',
        text: `${capital(host)} knows nothing under this.${detail}`,
        tone: 'bad',
      }
    case 'invalid_input':
      return {
        title: error.field
          ? `${capital(error.field.replaceAll('_', ' '))} is not right.`
          : 'This can’t be asked.',
        text: capital(sentence(error.detail)),
        tone: 'bad',
      }
    case 'server_error':
      return {
        title: `${capital(host)} is in trouble (${String(error.status)}).`,
        text: `It is not your request. Try again in a while.${detail}`,
        tone: 'bad',
      }
    case 'bad_response':
      return { ...BAD_RESPONSES[error.kind](capital(host)), tone: 'bad', remedy: 'source' }
    case 'storage':
      return {
        title: 'What you keep could not be read or written.',
        text: capital(sentence(error.detail)),
        tone: 'bad',
      }
    case 'cancelled':
      return { title: 'Stopped.', text: 'What is loaded stays.', tone: 'warn' }
    case 'internal':
      return {
        title: 'Something went wrong inside Chainglass.',
        text: `The log has it under ${error.reference}. Trying again may help.`,
        tone: 'bad',
      }
  }
}

type Kind = Extract<ChainglassError, { code: 'bad_response' }>['kind']
const BAD_RESPONSES: Readonly<Record<Kind, (host: string) => { title: string; text: string }>> = {
  html: (host) => ({
    title: `${host} answered with a web page, not with data.`,
    text: 'Is this the address of an explorer’s API? A sign-in page of the network in between looks like this too.',
  }),
  empty: (host) => ({ title: `${host} answered with nothing.`, text: 'Trying again may help.' }),
  truncated: (host) => ({ title: `The answer of ${host} was cut off.`, text: 'Trying again may help.' }),
  not_json: (host) => ({
    title: `${host} answered with something that is not data.`,
    text: 'Is this the address of an explorer’s API?',
  }),
  too_large: (host) => ({
    title: `The answer of ${host} is too large to read.`,
    text: 'It was not read to its end.',
  }),
  not_a_page: (host) => ({
    title: `${host} answered with data that is no list.`,
    text: 'It may speak another API than this one.',
  }),
  redirect: (host) => ({
    title: `${host} sends requests elsewhere.`,
    text: 'Chainglass does not follow to another host: add that one as a source.',
  }),
  gone: (host) => ({ title: `${host} does not offer this any more.`, text: 'Pro, with a key, still does.' }),
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** Words from outside: one line, not endless, ended with a point. */
function sentence(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim().slice(0, 300)
  return /[.!?…]$/.test(line) ? line : `${line}.`
}
