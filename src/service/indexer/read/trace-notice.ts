import type { ListAnswer } from '../../chain-reader.ts'
import type { FrameWay } from '#shared/node-status.ts'
import type { Totals } from '../store/index-store.ts'

/** What is to be said of a list made of call frames where not all of them are known. */
export function framesNotice(
  totals: Totals,
  way: FrameWay | null,
  connected: boolean,
): Pick<ListAnswer, 'meta'> {
  const waiting = totals.transactions - totals.traced - totals.untraceable
  if (waiting > 0 && way === 'none') {
    return notice(
      'unsupported',
      'This node gives no call traces, so calls inside transactions are not known. Other nodes do: anvil, Hardhat, geth with debug.',
    )
  }
  if (waiting > 0) {
    const known = `${count(totals.traced)} of ${count(totals.transactions)} transactions traced, newest first.`
    return notice('pending', connected ? known : `${known} It goes on when the node answers.`)
  }
  if (totals.untraceable > 0) {
    return notice(
      'unavailable',
      `This node no longer has the call traces of ${count(totals.untraceable)} of ${count(totals.transactions)} transactions.`,
    )
  }
  return {}
}

const notice = (status: string, message: string): Pick<ListAnswer, 'meta'> => ({ meta: { status, message } })
const count = (value: number) => value.toLocaleString('en')
