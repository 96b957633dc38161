import { DAY_MS } from '#shared/utc-days.ts'
import type { ListPage, ListRequest, WireItem } from '../../chain-reader.ts'
import { isZeroAddress, type PointInTime } from '../chain/balance-history.ts'
import type { Participant } from '../chain/chain-model.ts'
import { selectCoinChanges } from '../chain/event-selectors.ts'
import { formatTimestamp, type Snapshot } from '../chain/snapshot.ts'
import { COIN } from '../config/tokens.ts'
import { blockContents } from '../items/block-items.ts'
import { itemAt } from '../lib/arrays.ts'
import { findBlock, readInteger } from './cursor-values.ts'
import { sliceSequence } from './sequence-page.ts'

/** Blocks that changed the coins of an address, newest first; and last, with block 0, its initial balance. */
export function coinBalancesOfAddress(
  snapshot: Snapshot,
  participant: Participant,
  { after, limit }: ListRequest,
): ListPage {
  if (isZeroAddress(participant)) return { items: [], next: null }
  const { model, head } = snapshot
  const sequence = snapshot.sequence(participant, 'coin changes', selectCoinChanges)
  const below = (after && readInteger(after, 'block_number')) ?? head.height + 1
  const countBelow = (height: number) => {
    const { period, block } = findBlock(model, height)
    return sequence.countBefore({ period, ordinal: block })
  }
  // The newest block may contain only some of its transactions.
  const newest = below > head.height ? balanceItem(snapshot, participant, head.height) : null
  const first = newest?.delta === '0' ? null : newest
  const count = countBelow(head.height)
  const { events, last } = sliceSequence(sequence, {
    count,
    from: below > head.height ? count : countBelow(below),
    limit: first ? limit - 1 : limit,
  })
  const heightOf = ({ period, ordinal }: (typeof events)[number]) =>
    model.heightOf(period, itemAt(model.template(period).blocks, ordinal))
  const items = [first, ...events.map((event) => balanceItem(snapshot, participant, heightOf(event)))].filter(
    (item) => item !== null,
  )
  const hasOlder = last !== null || (limit === 1 && first !== null && count > 0)
  const genesis = hasOlder || below === 0 ? null : genesisItem(snapshot, participant)
  const fits = items.length < limit
  if (genesis && fits) items.push(genesis)
  const end = items.at(-1)?.block_number
  return {
    items,
    next: end !== undefined && (hasOlder || (genesis && !fits)) ? { block_number: end as number } : null,
  }
}

/** Only the first block shows the initial balance; it has no transactions. */
function genesisItem(snapshot: Snapshot, participant: Participant): WireItem | null {
  const item = balanceItem(snapshot, participant, 0)
  return item.value === '0' ? null : item
}

function balanceItem(snapshot: Snapshot, participant: Participant, height: number): WireItem {
  const { model } = snapshot
  const value = balanceAfter(snapshot, participant, height)
  const { period, transactions } = blockContents(snapshot, height)
  const { ledger } = model.template(period)
  const own = transactions.filter((transaction) =>
    ledger.some(
      ({ step, asset, change, role }) =>
        step === 2 * transaction &&
        asset === COIN &&
        change !== 0n &&
        model.address(model.participant(role, period)) === model.address(participant),
    ),
  )
  const [only, ...others] = own
  return {
    block_number: height,
    block_timestamp: formatTimestamp(snapshot.clock.blockTime(height)),
    value: String(value),
    delta: String(value - (height === 0 ? 0n : balanceAfter(snapshot, participant, height - 1))),
    transaction_hash:
      only !== undefined && others.length === 0 ? model.transactionHash({ period, transaction: only }) : null,
  }
}

const balanceAfter = (snapshot: Snapshot, participant: Participant, height: number): bigint =>
  snapshot.balances(participant).balance(COIN, endOf(snapshot, height))

/** The point in time after a block. */
function endOf({ model, head, now }: Snapshot, height: number): PointInTime {
  if (height >= head.height) return now
  const { period, block } = findBlock(model, height + 1)
  const { blocks, transactions } = model.template(period)
  return { period, step: 2 * (blocks[block]?.firstTransaction ?? transactions.length) }
}

/** The number of days up to that of the newest block. */
const MAX_DAYS = 30

/** The balance at the end of each day that has a block, oldest first. */
export function coinBalancesByDay(snapshot: Snapshot, participant: Participant | null): WireItem {
  const { head, clock } = snapshot
  if (!participant || isZeroAddress(participant)) return { items: [] }
  const items: WireItem[] = []
  let height = head.height
  while (items.length < MAX_DAYS && height >= 0) {
    const time = clock.blockTime(height)
    const date = formatTimestamp(time).slice(0, 'yyyy-mm-dd'.length)
    items.push({ date, value: String(balanceAfter(snapshot, participant, height)) })
    height = lastBefore(snapshot, time - (time % DAY_MS), height)
  }
  return { items: items.reverse() }
}

/** The height of the newest block before a time, by binary search; -1 if there is none. */
function lastBefore({ clock }: Snapshot, time: number, above: number): number {
  let [low, high] = [0, above]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (clock.blockTime(middle) < time) low = middle + 1
    else high = middle
  }
  return low - 1
}
