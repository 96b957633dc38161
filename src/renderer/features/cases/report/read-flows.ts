/** Reads the flow graphs of a case for its report: a picture of each, and its sums with full addresses. */
import { shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { describeLeftOut } from '#renderer/entities/flow/describe-left-out.ts'
import { drawFlow, nameOfNode } from '#renderer/entities/flow/picture/flow-picture.ts'
import type { FlowColors } from '#renderer/entities/flow/picture/theme-colors.ts'
import { flowSvg } from '#renderer/entities/flow/picture/flow-svg.ts'
import { useFlowText } from '#renderer/entities/flow/picture/use-flow-text.ts'
import { foldGraph } from '#renderer/entities/flow/graph/fold-graph.ts'
import type { FlowGraph } from '#renderer/entities/flow/graph/flow-graph.ts'
import { readGraph } from '#renderer/entities/flow/read-graph.ts'
import { useFlowFolds } from '#renderer/entities/flow/use-flow-folds.ts'
import { formatFullTime } from '#renderer/lib/format-time.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { shownFlowAt } from '../shown-lists.ts'

/** Colours of pictures on paper, whatever the theme: dark lines on white, distinct in greyscale as well. */
const PAPER_COLORS: FlowColors = {
  ground: '#ffffff',
  surface: '#ffffff',
  line: '#8a93a0',
  text: '#000000',
  faint: '#4a5260',
  accent: '#1f4fbf',
  came: '#12744a',
  went: '#b3470f',
  back: '#6a55b0',
  warn: '#8f5600',
  bad: '#a8201a',
}

export interface ReportedFlow {
  readonly heading: string
  /** The start of the graph with its full hash, and its source. */
  readonly about: string
  readonly picture: HTMLImageElement
  readonly columns: readonly string[]
  readonly sums: readonly (readonly string[])[]
  /** Number of sums that are not printed. */
  readonly more: number
  /** The parts that the graph leaves out, with reasons. */
  readonly missing: readonly string[]
}

/** Maximum number of sums printed for one graph. */
const MAX_PRINTED_SUMS = 500
const COLUMNS = [
  $msgid('From'),
  $msgid('To'),
  $msgid('Sum'),
  $msgid('Movements'),
  $msgid('First'),
  $msgid('Last'),
]

export function useReportedFlows() {
  const core = useCore()
  const router = useRouter()
  const settings = useSettings()
  const sources = useSources()
  const source = shallowRef('')
  const text = useFlowText(
    () => source.value,
    () => sources.coin(source.value),
  )
  const folds = useFlowFolds(() => source.value)

  function sumsOf(graph: FlowGraph): (readonly string[])[] {
    const timeOf = (at: number | null) =>
      at === null ? '' : formatFullTime(new Date(at).toISOString(), settings.zone)
    return [...graph.edges.values()].flatMap(({ from, to, sums }) =>
      sums.map((sum) => [
        nameOfNode(from, graph, text),
        nameOfNode(to, graph, text),
        text.exactOf(sum, graph.assets),
        String(sum.movements),
        timeOf(sum.first),
        timeOf(sum.last),
      ]),
    )
  }

  /** Reads the graph of a place; undefined for a place that shows none. */
  return async function readFlow({
    path,
    heading,
  }: {
    readonly path: string
    readonly heading: string
  }): Promise<ReportedFlow | undefined> {
    const at = shownFlowAt(path, router)
    if (!at) return undefined
    const made = await readGraph(core, at)
    source.value = at.source
    const graph = foldGraph(made, at.state.folded, folds.isIn)
    const sums = sumsOf(graph)
    return {
      heading,
      about: [sources.byId(at.source)?.name, at.start].filter(Boolean).join(' · '),
      picture: await pictureOf(
        flowSvg(drawFlow(graph, text), graph, { text, colors: PAPER_COLORS, start: at.start }),
        $gettext('Flow of money from %{start}', { start: at.start }),
      ),
      columns: COLUMNS.map((text) => $gettext(text)),
      sums: sums.slice(0, MAX_PRINTED_SUMS),
      more: Math.max(0, sums.length - MAX_PRINTED_SUMS),
      missing: missingIn(made),
    }
  }
}

/**
 * Draws an SVG as an image, so that no element of it becomes a part of the page. Resolves once it is decoded:
 * printing does not wait for images.
 */
async function pictureOf(svg: string, alt: string): Promise<HTMLImageElement> {
  const picture = new Image()
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  picture.alt = alt
  picture.src = url
  try {
    await picture.decode()
  } catch {
    // The image shows its `alt` text.
  }
  URL.revokeObjectURL(url)
  return picture
}

function missingIn({ grown, leftOut }: FlowGraph): string[] {
  const steps = [...grown.values()].flatMap(({ in: came, out: went }) =>
    [went ?? came].filter((one) => one !== undefined),
  )
  const isPartly = steps.filter(({ lists }) =>
    lists.some(({ state }) => state === 'incomplete' || state === 'absent'),
  ).length
  const unchecked = steps.reduce((sum, step) => sum + step.unchecked, 0)
  return [
    ...(isPartly > 0
      ? [
          $gettext(
            'Not all rows of %{isPartly} of its addresses are kept: their sums are those of the rows that are.',
            { isPartly },
          ),
        ]
      : []),
    ...(unchecked > 0
      ? [
          $gettext('Of %{unchecked} movements by calls it is not known whether a failure undid them.', {
            unchecked,
          }),
        ]
      : []),
    ...describeLeftOut(leftOut),
  ]
}
