/** Sentences on what a flow graph leaves out. */
import { $gettext, $ngettext, $nmsgid } from '#shared/text/gettext.ts'
import { MAX_FLOW_EDGES, MAX_FLOW_ENDS, MAX_FLOW_NODES } from '#shared/flow/flow-state.ts'
import { MAX_FLOW_MOVEMENTS } from '#shared/rpc/contract/flow.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import type { LeftOut } from './graph/flow-graph.ts'

export function describeLeftOut({ nodes, edges, ends, cut }: LeftOut): string[] {
  return [
    ...(nodes > 0
      ? [
          $ngettext(
            'A graph has at most %{max} addresses: %{count} more is left out.',
            'A graph has at most %{max} addresses: %{count} more are left out.',
            nodes,
            { max: formatCount(MAX_FLOW_NODES), count: formatCount(nodes) },
          ),
        ]
      : []),
    ...(edges > 0
      ? [
          $ngettext(
            'A graph has at most %{max} edges: %{count} more is left out.',
            'A graph has at most %{max} edges: %{count} more are left out.',
            edges,
            { max: formatCount(MAX_FLOW_EDGES), count: formatCount(edges) },
          ),
        ]
      : []),
    ...(ends > 0
      ? [
          $ngettext(
            'One step goes on from at most %{max} addresses: %{count} more was left out. The next step from all ends goes on from it.',
            'One step goes on from at most %{max} addresses: %{count} more were left out. The next step from all ends goes on from them.',
            ends,
            { max: formatCount(MAX_FLOW_ENDS), count: formatCount(ends) },
          ),
        ]
      : []),
    ...(cut > 0
      ? [
          $gettext('Of %{addresses} only the newest %{max} movements are counted: older ones are left out.', {
            addresses: pluralize(cut, $nmsgid('address', 'addresses')),
            max: formatCount(MAX_FLOW_MOVEMENTS),
          }),
        ]
      : []),
  ]
}
