/** Saves a graph as files: its picture and its table. */
import type { Ref } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import { csvCell } from '#shared/text/csv-cell.ts'
import { formatAmount } from '#shared/units.ts'
import { download } from '#renderer/lib/download.ts'
import { useToasts } from '#renderer/stores/toasts.ts'
import type { FlowGraph } from '#renderer/entities/flow/graph/flow-graph.ts'
import type { FlowPicture } from '#renderer/entities/flow/picture/flow-picture.ts'
import type { FlowCanvasHandle } from './picture/flow-canvas-handle.ts'
import { plainTitleOf, type FlowText } from '#renderer/entities/flow/picture/use-flow-text.ts'

export function useFlowFiles({
  picture,
  graph,
  text,
  canvas,
  start,
}: {
  readonly picture: Readonly<Ref<FlowPicture>>
  readonly graph: Readonly<Ref<FlowGraph>>
  readonly text: FlowText
  readonly canvas: Readonly<Ref<FlowCanvasHandle | null>>
  readonly start: () => string
}) {
  const toasts = useToasts()
  function offer(blob: Blob, ending: string) {
    const url = URL.createObjectURL(blob)
    download(url, `flow-${start().slice(0, 10)}.${ending}`)
    URL.revokeObjectURL(url)
  }
  const plainNameOf = (id: string) => {
    const node = graph.value.nodes.get(id)
    return node ? plainTitleOf(node) : ''
  }
  const writers = {
    async svg() {
      const colors = canvas.value?.colors()
      if (!colors) return
      const { flowSvg } = await import('#renderer/entities/flow/picture/flow-svg.ts')
      const svg = flowSvg(picture.value, graph.value, { text, colors, start: start() })
      offer(new Blob([svg], { type: 'image/svg+xml' }), 'svg')
    },
    async png() {
      const colors = canvas.value?.colors()
      if (!colors || !canvas.value) return
      const { writePng } = await import('./picture/write-png.ts')
      const blob = await writePng(picture.value, colors, canvas.value.fonts())
      if (blob) offer(blob, 'png')
      else toasts.show($gettext('The browser has no room for a picture as large as this one.'))
    },
    csv() {
      const lines = [...graph.value.edges.values()].flatMap(({ from, to, sums }) =>
        sums.map((sum) => {
          const asset = graph.value.assets.get(sum.asset) ?? { id: sum.asset, token: null, tokenId: null }
          const time = (at: number | null) => (at === null ? '' : new Date(at).toISOString())
          return [
            plainNameOf(from),
            plainNameOf(to),
            formatAmount(sum.amount, text.decimalsOf(asset) ?? 0, ''),
            text.assetName(asset),
            asset.token?.address_hash ?? '',
            String(sum.movements),
            time(sum.first),
            time(sum.last),
          ]
        }),
      )
      const head = ['from', 'to', 'sum', 'asset', 'token', 'movements', 'first', 'last']
      const csv = [head, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
      offer(new Blob([csv], { type: 'text/csv' }), 'csv')
    },
  }
  return { save: (what: keyof typeof writers) => writers[what]() }
}
