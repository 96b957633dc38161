/** The keyboard actions at a node of a graph, and the text of a node. */
import type { Ref } from 'vue'
import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import { MAX_FLOW_PARTIES, type FlowDirection } from '#shared/rpc/contract/flow.ts'
import { FLOW_STEP_SIZE } from '#shared/flow/flow-state.ts'
import { pluralize } from '#renderer/lib/format-number.ts'
import type { FlowGraph } from '#renderer/entities/flow/graph/flow-graph.ts'
import type { FlowText } from '#renderer/entities/flow/picture/use-flow-text.ts'
import type { Flow } from './use-flow.ts'

export function useFlowKeys(
  flow: Flow,
  graph: Readonly<Ref<FlowGraph>>,
  text: FlowText,
  announce: (sentence: string) => void,
) {
  const nodeOf = (id: string) => graph.value.nodes.get(id)

  /** Names more of the counterparties that are folded into one node. */
  function nameMore(of: string, direction: FlowDirection) {
    const step = graph.value.grown.get(of)?.[direction]
    const named = step ? step.counterparties - step.others : 0
    if (named < MAX_FLOW_PARTIES)
      flow.grow(of, direction, {
        limit: Math.min(MAX_FLOW_PARTIES, named + 2 * FLOW_STEP_SIZE),
        opens: true,
      })
    else
      announce($gettext('No more addresses can be named there. A least amount, or a period, leaves fewer.'))
  }
  return {
    /** Grows the graph from a node. Repeating it at a node where the graph stopped grows through that node anyway. */
    grow: (id: string, direction: FlowDirection) => {
      const node = nodeOf(id)
      if (node?.kind === 'others' && node.parent !== null && node.direction)
        nameMore(node.parent, node.direction)
      if (node?.kind !== 'address') return
      const step = graph.value.grown.get(id)?.[direction]
      if (step?.stop === null) announce($gettext('The graph is grown there already.'))
      else flow.grow(id, direction, { opens: step !== undefined })
    },
    foldBack: (id: string) => {
      const node = nodeOf(id)
      if (node?.fold) flow.unfold(node.fold)
      else if (node?.kind === 'address') flow.foldBack(id)
    },
    remove: (id: string) => {
      const node = nodeOf(id)
      if (node?.kind === 'address' && node.parent !== null) flow.remove(id)
    },
    describe: (id: string): string => {
      const node = nodeOf(id)
      if (!node) return ''
      const { title, detail, warning, note } = text.describeNode(node, graph.value)
      const hops = pluralize(Math.abs(node.hop), $nmsgid('hop', 'hops'))
      const where =
        node.hop === 0
          ? $gettext('where it begins')
          : node.hop > 0
            ? $gettext('%{hops} on', { hops })
            : $gettext('%{hops} back', { hops })
      return [title, warning?.label, detail, where, note && $gettext('note: %{note}', { note })]
        .filter(Boolean)
        .join(', ')
    },
  }
}
