import type { ListPage } from '../../chain-reader.ts'
import type { ReadContext } from './read-context.ts'

/** The notice of a list of balances where some are asked of the token, because its events do not tell them. */
export function balanceNotice({ tokens, canAsk }: ReadContext, ofOneToken: boolean): Pick<ListPage, 'meta'> {
  if (!tokens.someAreRebasing) return {}
  const change = ofOneToken
    ? 'The balances of this token change without events'
    : 'The balances of some of these tokens change without events'
  const shown = canAsk
    ? `they are asked of the token${ofOneToken ? ', and others may hold it, too' : ''}.`
    : 'they are shown as they were last known, because the token can not be asked here.'
  return { meta: { status: 'asked', message: `${change}: ${shown}` } }
}
