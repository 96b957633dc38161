import type { ListPage } from '../../chain-reader.ts'
import type { OnDemandData } from '../model/on-demand-data.ts'
import type { Totals } from '../store/index-store.ts'

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
