/** Draws a node on a canvas: its picture, its name, its sums. */
import { identiconPaths } from '#renderer/entities/flow/picture/identicon-paths.ts'
import type { NodeShape } from '#renderer/entities/flow/picture/flow-picture.ts'
import { CARD_END, CARD_HEIGHT, RADIUS } from '#renderer/entities/flow/picture/geometry.ts'
import type { FlowColors } from '#renderer/entities/flow/picture/theme-colors.ts'

export interface CardLook {
  readonly colors: FlowColors
  readonly fonts: { readonly text: string; readonly mono: string }
  readonly isChosen: boolean
}

const TITLE = 12.5
const DETAIL = 11
const TEXT_START = RADIUS + 9
/** Names are cut to their width once, until a font is loaded. */
const MAX_CUT = 4_000
const cuts = new Map<string, string>()

/** Call it after a font was loaded, because names have another width in it. */
export const forgetWidths = (): void => {
  cuts.clear()
}

/** Font size of a name beside a small picture, in px. */
const SMALL = 10.5

/** Draws a node in a small picture at the origin of the context. Text keeps a readable size. */
export function drawSmallCard(
  context: CanvasRenderingContext2D,
  { node, text }: NodeShape,
  look: CardLook & { readonly scale: number; readonly room: number },
): void {
  const { colors, fonts, scale, room } = look
  const radius = Math.max(4.5, RADIUS * scale)
  const isHash = text.title.startsWith('0x')
  context.font = `${String(SMALL)}px ${isHash ? fonts.mono : fonts.text}`
  context.textBaseline = 'middle'
  const title = cut(context, text.title, room)
  context.fillStyle = look.isChosen ? colors.accent : colors.ground
  context.beginPath()
  context.roundRect(-radius - 1, -7.5, radius + context.measureText(title).width + 11, 15, 7.5)
  context.globalAlpha = look.isChosen ? 1 : 0.85
  context.fill()
  context.globalAlpha = 1
  context.save()
  context.scale(radius / RADIUS, radius / RADIUS)
  if (node.kind === 'address') drawIdenticon(context, node.id)
  else drawCount(context, node.count, look)
  context.restore()
  context.fillStyle = look.isChosen ? colors.surface : text.tone === 'plain' ? colors.text : colors.warn
  context.fillText(title, radius + 5, 0.5)
}

/** Draws a full card at the origin of the context. */
export function drawCard(context: CanvasRenderingContext2D, shape: NodeShape, look: CardLook): void {
  const { node, text } = shape
  const { colors } = look
  const room = CARD_END - TEXT_START - (text.note === undefined ? 8 : 24)
  context.beginPath()
  context.roundRect(-RADIUS - 4, -CARD_HEIGHT / 2, CARD_END + RADIUS + 4, CARD_HEIGHT, CARD_HEIGHT / 2)
  context.fillStyle = colors.surface
  context.fill()
  context.lineWidth = look.isChosen ? 2 : 1
  context.strokeStyle = look.isChosen ? colors.accent : text.tone === 'plain' ? colors.line : colors.warn
  context.stroke()
  if (node.kind === 'address') drawIdenticon(context, node.id)
  else drawCount(context, node.count, look)
  if (text.note !== undefined) drawNote(context, colors)
  context.textBaseline = 'middle'
  const isHash = text.title.startsWith('0x')
  const hasDetail = text.detail !== '' || text.warning !== undefined
  context.font = `${isHash ? '' : '550 '}${String(TITLE)}px ${isHash ? look.fonts.mono : look.fonts.text}`
  context.fillStyle = colors.text
  context.fillText(cut(context, text.title, room), TEXT_START, hasDetail ? -7 : 0.5)
  if (!hasDetail) return
  context.font = `${String(DETAIL)}px ${look.fonts.text}`
  context.fillStyle = text.warning ? colors.bad : text.tone === 'stop' ? colors.warn : colors.faint
  const detail = text.warning ? `⚠ ${text.warning.label}` : text.detail
  context.fillText(cut(context, detail, room), TEXT_START, 9)
}

/** Draws the sign of a note, a sheet with two lines, at the end of a card. */
function drawNote(context: CanvasRenderingContext2D, { accent, surface }: FlowColors) {
  const left = CARD_END - 18
  context.fillStyle = accent
  context.beginPath()
  context.roundRect(left, -6, 11, 12, 2)
  context.fill()
  context.fillStyle = surface
  context.fillRect(left + 2.5, -2.5, 6, 1.4)
  context.fillRect(left + 2.5, 1, 4, 1.4)
}

function drawIdenticon(context: CanvasRenderingContext2D, address: string) {
  const { ground, first, second } = identiconPaths(address)
  const size = RADIUS * 2 - 4
  context.save()
  context.beginPath()
  context.arc(0, 0, size / 2, 0, 2 * Math.PI)
  context.clip()
  context.fillStyle = ground
  context.fillRect(-size / 2, -size / 2, size, size)
  context.translate(-size / 2, -size / 2)
  context.scale(size / 6, size / 6)
  for (const { path, fill } of [first, second]) {
    context.fillStyle = fill
    context.fill(new Path2D(path))
  }
  context.restore()
}

function drawCount(context: CanvasRenderingContext2D, count: number, { colors, fonts }: CardLook) {
  context.beginPath()
  context.arc(0, 0, RADIUS - 2, 0, 2 * Math.PI)
  context.fillStyle = colors.line
  context.fill()
  context.fillStyle = colors.text
  context.font = `600 10px ${fonts.text}`
  context.textBaseline = 'middle'
  context.textAlign = 'center'
  context.fillText(count > 999 ? '999+' : String(count), 0, 0.5)
  context.textAlign = 'start'
}

function cut(context: CanvasRenderingContext2D, text: string, room: number): string {
  const key = `${context.font} ${text}`
  const known = cuts.get(key)
  if (known !== undefined) return known
  let shown = text
  if (context.measureText(text).width > room) {
    let [fits, not] = [0, text.length]
    while (not - fits > 1) {
      const middle = (fits + not) >> 1
      if (context.measureText(`${text.slice(0, middle)}…`).width <= room) fits = middle
      else not = middle
    }
    shown = `${text.slice(0, fits).trimEnd()}…`
  }
  if (cuts.size >= MAX_CUT) cuts.clear()
  cuts.set(key, shown)
  return shown
}
