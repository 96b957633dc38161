/** Describes how far back the kept rows of each chain go, so that nobody takes them for the whole chain. */
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { MOVING_KINDS, type MovingKind } from '#shared/rpc/contract/row-limits.ts'
import type { ListReach } from '#shared/rpc/contract/rows.ts'
import { formatFullTime, type Zone } from '#renderer/lib/format-time.ts'

export interface ChainReach {
  readonly source: string
  readonly text: string
  readonly isWhole: boolean
}

const NOUNS: Readonly<Record<MovingKind, string>> = {
  transaction: $msgid('transactions'),
  'internal-transaction': $msgid('internal transactions'),
  transfer: $msgid('token transfers'),
  withdrawal: $msgid('withdrawals'),
}

/** One entry for each source, in the given order, also for sources without kept rows. */
export function describeReach(
  sources: readonly string[],
  reach: readonly ListReach[],
  zone: Zone,
): readonly ChainReach[] {
  return sources.map((source): ChainReach => {
    const lists = reach.filter((one) => one.source === source)
    if (lists.length === 0) return { source, text: $gettext('nothing kept'), isWhole: false }
    const cut = lists.flatMap(({ isComplete, since }) => (isComplete ? [] : [since]))
    const lacking = MOVING_KINDS.filter((kind) => lists.every((list) => list.kind !== kind))
    const times = cut.filter((time) => time !== null)
    const latest = times.reduce<string | null>(
      (one, other) => (one === null || other > one ? other : one),
      null,
    )
    const parts = [
      latest !== null
        ? $gettext('since %{time}', { time: formatFullTime(latest, zone) })
        : cut.length > 0
          ? $gettext('in part')
          : $gettext('to the end'),
      ...(lacking.length > 0
        ? [$gettext('not kept: %{kinds}', { kinds: lacking.map((kind) => $gettext(NOUNS[kind])).join(', ') })]
        : []),
    ]
    return { source, text: parts.join('; '), isWhole: cut.length === 0 && lacking.length === 0 }
  })
}
