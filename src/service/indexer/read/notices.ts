import type { ListPage } from '../../chain-reader.ts'
import { describeSince, type IndexStart } from '../model/index-start.ts'
import type { OnDemandData } from '../model/on-demand-data.ts'
import type { Totals } from '../store/index-store.ts'
import type { ReadContext } from './read-context.ts'

type Notice = Pick<ListPage, 'meta'>

/** The notice of every list of an index that begins above block 0. */
export const startNotice = (start: IndexStart | null): Notice =>
  start === null ? {} : { meta: { status: 'partial', message: describeSince(start) } }

/** A page has one notice: of two the first gives the status, and both are said. */
export function addNotice(page: ListPage, { meta }: Notice): ListPage {
  if (!meta) return page
  return {
    ...page,
    meta: page.meta ? { ...page.meta, message: `${page.meta.message} ${meta.message}` } : meta,
  }
}

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

/** The notice of a list made of call frames, while the index does not have all of them. */
export function traceNotice(
  totals: Totals,
  {
    isConnected,
    asksForTraces,
    frameMethod,
  }: Pick<OnDemandData, 'isConnected' | 'asksForTraces' | 'frameMethod'>,
): Pick<ListPage, 'meta'> {
  const pending = totals.transactions - totals.traced - totals.untraceable
  if (pending > 0 && !asksForTraces) {
    return notice(
      'unsupported',
      `This index is kept without call traces: calls inside ${count(pending)} of ${count(totals.transactions)} transactions are not known.`,
    )
  }
  if (pending > 0 && frameMethod === 'none') {
    return notice(
      'unsupported',
      'This node gives no call traces, so calls inside transactions are not known. Other nodes do: anvil, Hardhat, geth with debug.',
    )
  }
  if (pending > 0) {
    const known = `${count(totals.traced)} of ${count(totals.transactions)} transactions traced, newest first.`
    return notice('pending', isConnected ? known : `${known} It goes on when the node answers.`)
  }
  if (totals.untraceable > 0) {
    return notice(
      'unavailable',
      `This node no longer has the call traces of ${count(totals.untraceable)} of ${count(totals.transactions)} transactions.`,
    )
  }
  return {}
}

const notice = (status: string, message: string): Pick<ListPage, 'meta'> => ({ meta: { status, message } })
const count = (value: number) => value.toLocaleString('en')
