/** A flow graph as an SVG file or as a part of a report. */
import { $gettext } from '#shared/text/gettext.ts'
import type { FlowGraph } from '../graph/flow-graph.ts'
import { nameOfNode, type FlowPicture } from './flow-picture.ts'
import type { FlowColors } from './theme-colors.ts'
import type { FlowText } from './use-flow-text.ts'
import { writeSvg } from './write-svg.ts'

export const flowSvg = (
  picture: FlowPicture,
  graph: FlowGraph,
  { text, colors, start }: { readonly text: FlowText; readonly colors: FlowColors; readonly start: string },
): string =>
  writeSvg(picture, {
    colors,
    caption: $gettext('Flow of money from %{start}', { start }),
    titleOf: ({ node, text: { title, detail, note } }) =>
      [nameOfNode(node.id, graph, text), title, detail, note].filter(Boolean).join('\n'),
    edgeTitleOf: ({ edge }) =>
      `${nameOfNode(edge.from, graph, text)} → ${nameOfNode(edge.to, graph, text)}\n${edge.sums.map((sum) => text.exactOf(sum, graph.assets)).join('\n')}`,
  })
