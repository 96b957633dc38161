/** Writes the picture of a graph as a PNG file, at the highest resolution a canvas allows. */
import { drawCard } from './draw-card.ts'
import type { FlowPicture } from '#renderer/entities/flow/picture/flow-picture.ts'
import { mix, type FlowColors } from '#renderer/entities/flow/picture/theme-colors.ts'
import { arrowOf, boundsOf } from '#renderer/entities/flow/picture/write-svg.ts'

/** Maximum pixels of a side and of the whole canvas: browsers refuse more. */
const MAX_SIDE = 16_000
const MAX_PIXELS = 120_000_000

export async function writePng(
  picture: FlowPicture,
  colors: FlowColors,
  fonts: { readonly text: string; readonly mono: string },
): Promise<Blob | null> {
  const { left, top, width, height } = boundsOf(picture)
  const scale = Math.min(2, MAX_SIDE / width, MAX_SIDE / height, Math.sqrt(MAX_PIXELS / (width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(width * scale)
  canvas.height = Math.ceil(height * scale)
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = colors.ground
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  context.translate(-left, -top)
  for (const shape of picture.edges) {
    const [from, to] = [picture.nodes.get(shape.edge.from), picture.nodes.get(shape.edge.to)]
    if (!from || !to) continue
    const { path, head } = arrowOf(from, to, shape)
    const color = mix(colors[shape.tone], colors.ground, 0.55)
    context.strokeStyle = color
    context.fillStyle = color
    context.lineWidth = shape.thickness
    context.stroke(new Path2D(path))
    context.fill(new Path2D(head))
  }
  for (const shape of picture.nodes.values()) {
    context.save()
    context.translate(shape.x, shape.y)
    drawCard(context, shape, { colors, fonts, isChosen: false })
    context.restore()
  }
  return new Promise((done) => {
    canvas.toBlob(done, 'image/png')
  })
}
