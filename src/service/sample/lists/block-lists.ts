import type { ListAnswer, ListRequest } from '../../chain-reader.ts'
import { VALIDATORS } from '../config/addresses.ts'
import { blockItem, withdrawalItem } from '../items/block-items.ts'
import { nth } from '../lib/item-at.ts'
import { blockPlace, bigAt, wholeAt } from './cursor-values.ts'
import { PRELUDE_BLOCKS } from '../scenarios/bootstrap.ts'
import { blocksBefore, blocksOf, withdrawalsBefore, withdrawalsOf } from '../chain/event-selectors.ts'
import { pageOf } from './sequence-page.ts'
import type { Sequence } from '../chain/sequence.ts'
import type { View } from '../chain/snapshot.ts'
import { PRELUDE, type Account } from '../chain/chain-model.ts'

/** Blocks an account validated, from the newest. */
export function blockList(view: View, account: Account, { after, limit }: ListRequest): ListAnswer {
  const sequence = blocksOfAll(view, account)
  const height = after && wholeAt(after, 'block_number')
  const from = height === null ? blocksValidated(view, account) : before(view, sequence, height)
  const { events, last } = pageOf(sequence, { count: blocksValidated(view, account), from, limit })
  const heightOf = ({ period, ordinal }: { period: number; ordinal: number }) =>
    period === PRELUDE ? ordinal : view.world.heightOf(period, nth(view.world.plan(period).blocks, ordinal))
  return {
    items: events.map((event) => blockItem(view, heightOf(event))),
    next: last && { block_number: heightOf(last) },
  }
}

export function blocksValidated(view: View, account: Account): number {
  const { period, transaction } = view.head.end
  return blocksOfAll(view, account).countBefore({
    period,
    ordinal: blocksBefore(view.world.plan(period), transaction),
  })
}

function before({ world }: View, sequence: Sequence, height: number): number {
  if (height < PRELUDE_BLOCKS) return sequence.countBefore({ period: PRELUDE, ordinal: height })
  const { period, block } = blockPlace(world, height)
  return sequence.countBefore({ period, ordinal: block })
}

/** With the prelude's blocks, which validators make in turn; there an event's ordinal is its height. */
function blocksOfAll(view: View, account: Account): Sequence {
  const later = view.sequence(account, 'blocks', (plan, role, period) =>
    period === PRELUDE ? [] : blocksOf(plan, role, period),
  )
  const turn = account.kind === 'fixed' ? VALIDATORS.indexOf(account.role) : -1
  if (turn < 0) return later
  const until = (height: number) => Math.max(0, Math.ceil((height - turn) / VALIDATORS.length))
  const early = until(PRELUDE_BLOCKS)
  return {
    countBefore: (event) =>
      event.period === PRELUDE ? until(event.ordinal) : early + later.countBefore(event),
    at: (index) =>
      index < early
        ? { period: PRELUDE, ordinal: turn + index * VALIDATORS.length }
        : later.at(index - early),
  }
}

/** Withdrawals an account received, from the newest. */
export function withdrawalList(view: View, account: Account, { after, limit }: ListRequest): ListAnswer {
  const sequence = view.sequence(account, 'withdrawals', withdrawalsOf)
  const all = view.sequence(null, 'withdrawals', withdrawalsOf)
  const { period, transaction } = view.head.end
  const end = { period, ordinal: withdrawalsBefore(view.world.plan(period), transaction) }
  const count = sequence.countBefore(end)
  const index = after && bigAt(after, 'index')
  const from =
    index === null || index >= BigInt(all.countBefore(end))
      ? count
      : sequence.countBefore(all.at(Number(index)))
  const { events, last } = pageOf(sequence, { count, from, limit })
  return {
    items: events.map((event) => withdrawalItem(view, event.period, event.ordinal)),
    next: last && { index: all.countBefore(last) },
  }
}
