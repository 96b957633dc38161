/**
 * Text of the control that says how much of a list is loaded. The most important number is strong, so it stands apart.
 */
import { $gettext } from '#shared/text/gettext.ts'
import { formatCount } from '#renderer/lib/format-number.ts'

export interface LoadedCount {
  /** The first rows are being read. */
  readonly isLoading: boolean
  readonly loaded: number
  /** The source's count; undefined where it has none. */
  readonly total: number | undefined
  /** All rows are loaded, without a gap. */
  readonly isWhole: boolean
  /** Rows that match the filter; undefined without a filter. */
  readonly matches: number | undefined
}

/** The text before the strong number, the number, and the text after it. */
export type ProgressWords = readonly [before: string, strong: string, behind: string]

const MARK = '%{count}'
/** Splits a sentence at its strong number. */
function around(sentence: string, strong: string): ProgressWords {
  const [before = '', behind = ''] = sentence.split(MARK)
  return [before, strong, behind]
}

/** For example `98 of 12,000`, `150 so far` or `All 12,000`; with a filter `412 match of all 12,000`. */
export function describeProgress(of: LoadedCount): ProgressWords {
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
  if (loaded === 0 && total === undefined) return [$gettext('none yet'), '', '']
  return hasMore(of)
    ? around($gettext('%{count} of %{all}', { count: MARK, all: formatCount(total ?? 0) }), here)
    : around($gettext('%{count} so far', { count: MARK }), here)
}

/** The short form for a narrow list: `412 of 12,000`. */
export function describeProgressShort(of: LoadedCount): ProgressWords {
  if (of.matches === undefined || of.isLoading) return describeProgress(of)
  return around(
    $gettext('%{count} of %{all}', { count: MARK, all: formatCount(of.loaded) }),
    formatCount(of.matches),
  )
}

/** A source's counter may lag behind the loaded rows. */
const hasMore = ({ loaded, total }: LoadedCount) => total !== undefined && total > loaded

/** The loaded share from 0 to 1; undefined where the total is unknown. */
export function loadedShare({ loaded, total, isWhole }: LoadedCount): number | undefined {
  if (isWhole) return 1
  return total === undefined || total < loaded || total === 0 ? undefined : loaded / total
}
