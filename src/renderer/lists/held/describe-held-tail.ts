import { $gettext, type Noun } from '#shared/text/gettext.ts'
import { formatCount, nounOf, pluralize } from '#renderer/lib/format-number.ts'
import { describeFound, describeTail } from '../session/list-status.ts'
import type { HeldState } from './held-question.ts'

interface Shown {
  readonly count: number
  readonly folded: number
}

function describeKeptTail(
  { held, isWhole, learntRows }: Pick<HeldState, 'held' | 'isWhole' | 'learntRows'>,
  { count, folded }: Shown,
  noun: Noun,
): string {
  const found = isWhole
    ? $gettext('%{rows} kept', { rows: pluralize(held, noun) })
    : describeFound(
        count,
        $gettext('%{count} kept %{noun}', { count: formatCount(held), noun: nounOf(held, noun) }),
      )
  const text =
    folded === 0
      ? found
      : $gettext('%{rows}, %{count} hidden as scam', { rows: found, count: formatCount(folded) })
  return learntRows === undefined
    ? text
    : $gettext('%{rows}; imitations are told by the dealings in its newest %{count} rows', {
        rows: text,
        count: formatCount(learntRows),
      })
}

/** The text after the last of the rows that the core found. */
export const describeHeldTail = (
  held: Pick<HeldState, 'held' | 'isComplete' | 'isLocal' | 'isWhole' | 'learntRows'>,
  shown: Shown,
  noun: Noun,
): string | undefined =>
  held.isLocal
    ? describeTail({
        state: { kind: held.isComplete ? 'end' : 'ready' },
        notice: null,
        shown: shown.count,
        loaded: held.held,
        folded: shown.folded,
        narrowed: !held.isWhole,
        paused: true,
      })
    : describeKeptTail(held, shown, noun)
