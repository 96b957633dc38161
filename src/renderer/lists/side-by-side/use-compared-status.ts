import { $gettext } from '#shared/text/gettext.ts'
import type { MarkCounts } from '#shared/rpc/contract/rows.ts'
import type { Workspace } from '#shared/workspace/workspace.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import { useStatusBar } from '#renderer/stores/status-bar.ts'
import { useWorkspace } from '#renderer/stores/workspace.ts'
import type { PaneList } from './pane-list.ts'

/** Says in the status bar of the pane what came of comparing its list with the other. */
export function useComparedStatus(
  own: PaneList,
  other: () => PaneList | undefined,
  of: { readonly paneId: string; readonly isMarked: () => boolean; readonly isTogether: () => boolean },
): void {
  const workspace = useWorkspace()
  useStatusBar().showCompared(() => {
    const [mine, theirs] = [own.list().rows.marks, other()?.list().rows.marks]
    if (!of.isMarked() || !mine || !theirs) return undefined
    const { panes, layout } = workspace.current
    // A pane that is filtered counts its own rows only: no number is of both.
    if (mine.unknown + theirs.unknown === 0 && mine.both !== theirs.both) return undefined
    const counts = panes[0]?.id === of.paneId ? ([mine, theirs] as const) : ([theirs, mine] as const)
    return describeCompared(counts, { layout, isTogether: of.isTogether() })
  })
}

/** For example `Left 98, right 104: 91 in both · scrolled together`. The list of the first pane comes first. */
function describeCompared(
  [first, second]: readonly [MarkCounts, MarkCounts],
  of: { readonly layout: Workspace['layout']; readonly isTogether: boolean },
): string {
  const counts = {
    first: formatCount(countOf(first)),
    second: formatCount(countOf(second)),
    both: formatCount(first.both),
  }
  const parts = [
    of.layout === 'beside'
      ? $gettext('Left %{first}, right %{second}: %{both} in both', counts)
      : $gettext('Above %{first}, below %{second}: %{both} in both', counts),
  ]
  const unknown = first.unknown + second.unknown
  if (unknown > 0) parts.push($gettext('%{unknown} not known yet', { unknown: formatCount(unknown) }))
  if (of.isTogether) parts.push($gettext('scrolled together'))
  return parts.join(' · ')
}

const countOf = ({ here, both, unknown }: MarkCounts): number => here + both + unknown
