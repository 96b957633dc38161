/** How much of a list is here, in the words of its one control. Numbers that count most stand apart: they are strong. */
import { $gettext } from '#shared/text/gettext.ts'
import { formatCount } from '#renderer/lib/format-number.ts'

export interface HowMuch {
  /** The first rows are on their way. */
  readonly isLoading: boolean
  readonly loaded: number
  /** As the source counts them; undefined where it does not. */
  readonly total: number | undefined
  /** All there are are here, without a gap. */
  readonly isWhole: boolean
  /** Rows that a filter leaves; undefined where nothing is asked. */
  readonly matches: number | undefined
}

/** What stands before the strong number, it, and what stands behind it. */
export type HereWords = readonly [before: string, strong: string, behind: string]

const MARK = '%{count}'
/** Around the strong number of a sentence. */
function around(sentence: string, strong: string): HereWords {
  const [before = '', behind = ''] = sentence.split(MARK)
  return [before, strong, behind]
}

/** `98 of 12,000`, `150 so far`, `All 12,000`; of a filter `412 match of all 12,000`. */
export function describeHere(of: HowMuch): HereWords {
  const { loaded, total, isWhole, matches } = of
  if (of.isLoading) return [$gettext('reading…'), '', '']
  const here = formatCount(loaded)
  if (matches !== undefined) {
    const found = formatCount(matches)
    if (isWhole) return around($gettext('%{count} match of all %{all}', { count: MARK, all: here }), found)
    return hasMore(of)
      ? around(
          $gettext('%{count} match of %{here} here, %{all} exist', {
            count: MARK,
            here,
            all: formatCount(total ?? 0),
          }),
          found,
        )
      : around($gettext('%{count} match of %{here} here', { count: MARK, here }), found)
  }
  if (isWhole)
    return loaded === 0 ? [$gettext('none'), '', ''] : ['', $gettext('All %{count}', { count: here }), '']
  return hasMore(of)
    ? around($gettext('%{count} of %{all}', { count: MARK, all: formatCount(total ?? 0) }), here)
    : around($gettext('%{count} so far', { count: MARK }), here)
}

/** The same where there is little room: `412 of 12,000`. */
export function describeHereShort(of: HowMuch): HereWords {
  if (of.matches === undefined || of.isLoading) return describeHere(of)
  return around(
    $gettext('%{count} of %{all}', { count: MARK, all: formatCount(of.loaded) }),
    formatCount(of.matches),
  )
}

/** A counter may lag behind what is here. */
const hasMore = ({ loaded, total }: HowMuch) => total !== undefined && total > loaded

/** From 0 to 1; undefined where nobody knows. */
export function shareHere({ loaded, total, isWhole }: HowMuch): number | undefined {
  if (isWhole) return 1
  return total === undefined || total < loaded || total === 0 ? undefined : loaded / total
}
