import type { ListPage, ListRequest } from '../../chain-reader.ts'
import { VALIDATORS } from '../config/addresses.ts'
import { blockItem, withdrawalItem } from '../items/block-items.ts'
import { itemAt } from '../lib/arrays.ts'
import { findBlock, readBigInt, readInteger } from './cursor-values.ts'
import { BOOTSTRAP_BLOCKS } from '../scenarios/bootstrap.ts'
import {
  countBlocksBefore,
  selectBlocks,
  countWithdrawalsBefore,
  selectWithdrawals,
} from '../chain/event-selectors.ts'
import { sliceSequence } from './sequence-page.ts'
import type { Sequence } from '../chain/sequence.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import { BOOTSTRAP, type Participant } from '../chain/chain-model.ts'

/** Blocks that an address validated, newest first. */
export function blocksOfMiner(
  snapshot: Snapshot,
  participant: Participant,
  { after, limit }: ListRequest,
): ListPage {
  const sequence = allBlocks(snapshot, participant)
  const height = after && readInteger(after, 'block_number')
  const from = height === null ? countBlocks(snapshot, participant) : before(snapshot, sequence, height)
  const { events, last } = sliceSequence(sequence, {
    count: countBlocks(snapshot, participant),
    from,
    limit,
  })
  const heightOf = ({ period, ordinal }: { period: number; ordinal: number }) =>
    period === BOOTSTRAP
      ? ordinal
      : snapshot.model.heightOf(period, itemAt(snapshot.model.template(period).blocks, ordinal))
  return {
    items: events.map((event) => blockItem(snapshot, heightOf(event))),
    next: last && { block_number: heightOf(last) },
  }
}

export function countBlocks(snapshot: Snapshot, participant: Participant): number {
  const { period, transaction } = snapshot.head.end
  return allBlocks(snapshot, participant).countBefore({
    period,
    ordinal: countBlocksBefore(snapshot.model.template(period), transaction),
  })
}

function before({ model }: Snapshot, sequence: Sequence, height: number): number {
  if (height < BOOTSTRAP_BLOCKS) return sequence.countBefore({ period: BOOTSTRAP, ordinal: height })
  const { period, block } = findBlock(model, height)
  return sequence.countBefore({ period, ordinal: block })
}

/** Includes the bootstrap's blocks, whose validators take turns; an event's ordinal there is its height. */
function allBlocks(snapshot: Snapshot, participant: Participant): Sequence {
  const afterBootstrap = snapshot.sequence(participant, 'blocks', (template, role, period) =>
    period === BOOTSTRAP ? [] : selectBlocks(template, role, period),
  )
  const turn = participant.kind === 'fixed' ? VALIDATORS.indexOf(participant.role) : -1
  if (turn < 0) return afterBootstrap
  const countBelow = (height: number) => Math.max(0, Math.ceil((height - turn) / VALIDATORS.length))
  const inBootstrap = countBelow(BOOTSTRAP_BLOCKS)
  return {
    countBefore: (event) =>
      event.period === BOOTSTRAP
        ? countBelow(event.ordinal)
        : inBootstrap + afterBootstrap.countBefore(event),
    at: (index) =>
      index < inBootstrap
        ? { period: BOOTSTRAP, ordinal: turn + index * VALIDATORS.length }
        : afterBootstrap.at(index - inBootstrap),
  }
}

/** Blocks of the chain, newest first. */
export function latestBlocks(snapshot: Snapshot, { after, limit }: ListRequest): ListPage {
  const below = after && readInteger(after, 'block_number')
  const newest = below === null ? snapshot.head.height : Math.min(below - 1, snapshot.head.height)
  const size = Math.min(limit, newest + 1)
  const last = newest - size + 1
  return {
    items: Array.from({ length: size }, (_, index) => blockItem(snapshot, newest - index)),
    next: last > 0 ? { block_number: last } : null,
  }
}

/** Withdrawals to an address, newest first. */
export function withdrawalsOfAddress(
  snapshot: Snapshot,
  participant: Participant,
  { after, limit }: ListRequest,
): ListPage {
  const sequence = snapshot.sequence(participant, 'withdrawals', selectWithdrawals)
  const all = snapshot.sequence(null, 'withdrawals', selectWithdrawals)
  const { period, transaction } = snapshot.head.end
  const end = { period, ordinal: countWithdrawalsBefore(snapshot.model.template(period), transaction) }
  const count = sequence.countBefore(end)
  const index = after && readBigInt(after, 'index')
  const from =
    index === null || index >= BigInt(all.countBefore(end))
      ? count
      : sequence.countBefore(all.at(Number(index)))
  const { events, last } = sliceSequence(sequence, { count, from, limit })
  return {
    items: events.map((event) => withdrawalItem(snapshot, event.period, event.ordinal)),
    next: last && { index: all.countBefore(last) },
  }
}
