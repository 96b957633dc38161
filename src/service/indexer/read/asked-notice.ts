import type { ListPage } from '../../chain-reader.ts'
import type { ReadContext } from './read-context.ts'

/** The notice of a list of balances where some are asked of the token, because its events do not tell them. */
export function askedNotice({ tokens }: ReadContext, ofOneToken: boolean): Pick<ListPage, 'meta'> {
  if (!tokens.someAreAsked) return {}
  const message = ofOneToken
    ? 'The balances of this token change without events: they are asked of the token, and others may hold it, too.'
    : 'The balances of some of these tokens change without events: they are asked of the token.'
  return { meta: { status: 'asked', message } }
}
