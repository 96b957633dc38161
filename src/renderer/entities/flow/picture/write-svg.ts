/** Writes the picture of a flow graph as an SVG file. The titles of its elements have full addresses and exact sums. */
import { cutText } from '#shared/text/hostile-text.ts'
import { identiconPaths } from './identicon-paths.ts'
import type { EdgeShape, FlowPicture, NodeShape } from './flow-picture.ts'
import { CARD_END, CARD_HEIGHT, RADIUS } from './geometry.ts'
import { mix, type FlowColors } from './theme-colors.ts'

export interface PictureFile {
  readonly colors: FlowColors
  /** Text below the picture. */
  readonly caption: string
  readonly titleOf: (shape: NodeShape) => string
  readonly edgeTitleOf: (shape: EdgeShape) => string
}

const MARGIN = 40
/** Characters of the widest letter that fit in a card. */
const MAX_SIGNS = 24

export function writeSvg(picture: FlowPicture, file: PictureFile): string {
  const bounds = boundsOf(picture)
  const { colors, caption } = file
  const edges = picture.edges.map((shape) => edgeText(picture, shape, file)).join('')
  const nodes = [...picture.nodes.values()].map((shape) => nodeText(shape, file)).join('')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${number(bounds.width)}" height="${number(bounds.height)}"`,
    ` viewBox="${[bounds.left, bounds.top, bounds.width, bounds.height].map(number).join(' ')}"`,
    ` font-family="Inter, system-ui, sans-serif">`,
    `<title>${escapeText(caption)}</title>`,
    `<rect x="${number(bounds.left)}" y="${number(bounds.top)}" width="100%" height="100%" fill="${colors.ground}"/>`,
    edges,
    nodes,
    `<text x="${number(bounds.left + MARGIN / 2)}" y="${number(bounds.top + bounds.height - 14)}" font-size="11" fill="${colors.faint}">${escapeText(caption)}</text>`,
    '</svg>\n',
  ].join('')
}

/** The bounds of the whole picture, with a margin. */
export function boundsOf({ nodes }: FlowPicture) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of nodes.values()) {
    left = Math.min(left, x - RADIUS)
    right = Math.max(right, x + CARD_END)
    top = Math.min(top, y - CARD_HEIGHT / 2)
    bottom = Math.max(bottom, y + CARD_HEIGHT / 2)
  }
  if (left > right) [left, top, right, bottom] = [0, 0, 0, 0]
  return {
    left: left - MARGIN,
    top: top - MARGIN,
    width: right - left + 2 * MARGIN,
    height: bottom - top + 2 * MARGIN,
  }
}

function edgeText({ nodes }: FlowPicture, shape: EdgeShape, { colors, edgeTitleOf }: PictureFile): string {
  const [from, to] = [nodes.get(shape.edge.from), nodes.get(shape.edge.to)]
  if (!from || !to) return ''
  const color = mix(colors[shape.tone], colors.ground, 0.55)
  const { path, head } = arrowOf(from, to, shape)
  return [
    `<g fill="none" stroke="${color}"><title>${escapeText(edgeTitleOf(shape))}</title>`,
    `<path d="${path}" stroke-width="${number(shape.thickness)}"/>`,
    `<path d="${head}" fill="${color}" stroke="none"/></g>`,
  ].join('')
}

/** The path of an edge: a curve to the edge of the receiver's picture, with an arrow at its end. */
export function arrowOf(giver: NodeShape, receiver: NodeShape, { thickness, curvature, tone }: EdgeShape) {
  const isBack = tone === 'back'
  const from = { x: giver.x + (isBack ? 0 : CARD_END), y: giver.y }
  const to = { x: receiver.x + (isBack ? CARD_END : 0), y: receiver.y }
  const gap = isBack ? 1 : RADIUS + 4
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy) || 1
  const bend = { x: (from.x + to.x) / 2 - dy * curvature, y: (from.y + to.y) / 2 + dx * curvature }
  const [ax, ay] = curvature === 0 ? [dx / length, dy / length] : unit(to.x - bend.x, to.y - bend.y)
  const tip = { x: to.x - ax * gap, y: to.y - ay * gap }
  const size = 5 + thickness
  const foot = { x: tip.x - ax * size, y: tip.y - ay * size }
  const half = 2.5 + thickness / 2
  const path =
    curvature === 0
      ? `M${number(from.x)} ${number(from.y)}L${number(foot.x)} ${number(foot.y)}`
      : `M${number(from.x)} ${number(from.y)}Q${number(bend.x)} ${number(bend.y)} ${number(foot.x)} ${number(foot.y)}`
  const head = `M${number(tip.x)} ${number(tip.y)}L${number(foot.x - ay * half)} ${number(foot.y + ax * half)}L${number(foot.x + ay * half)} ${number(foot.y - ax * half)}z`
  return { path, head }
}

function unit(x: number, y: number): readonly [number, number] {
  const length = Math.hypot(x, y) || 1
  return [x / length, y / length]
}

function nodeText(shape: NodeShape, { colors, titleOf }: PictureFile): string {
  const { x, y, node, text } = shape
  const detail = text.warning ? `⚠ ${text.warning.label}` : text.detail
  const color = text.warning ? colors.bad : text.tone === 'stop' ? colors.warn : colors.faint
  const border = text.tone === 'plain' ? colors.line : colors.warn
  const mono = text.title.startsWith('0x') ? ' font-family="JetBrains Mono, monospace"' : ' font-weight="550"'
  return [
    `<g transform="translate(${number(x)} ${number(y)})"><title>${escapeText(titleOf(shape))}</title>`,
    `<rect x="${number(-RADIUS - 4)}" y="${number(-CARD_HEIGHT / 2)}" width="${number(CARD_END + RADIUS + 4)}" height="${number(CARD_HEIGHT)}" rx="${number(CARD_HEIGHT / 2)}" fill="${colors.surface}" stroke="${border}"/>`,
    text.note === undefined
      ? ''
      : `<rect x="${number(CARD_END - 18)}" y="-6" width="11" height="12" rx="2" fill="${colors.accent}"/>`,
    node.kind === 'address' ? identiconText(node.id) : countText(node.count, colors),
    `<text x="${number(RADIUS + 9)}" y="${detail === '' ? '4' : '-3'}" font-size="12.5" fill="${colors.text}"${mono}>${escapeText(cutText(text.title, MAX_SIGNS))}</text>`,
    detail === ''
      ? ''
      : `<text x="${number(RADIUS + 9)}" y="12" font-size="11" fill="${color}">${escapeText(cutText(detail, MAX_SIGNS + 4))}</text>`,
    '</g>',
  ].join('')
}

function identiconText(address: string): string {
  const { ground, first, second } = identiconPaths(address)
  const size = RADIUS * 2 - 4
  const scale = `translate(${number(-size / 2)} ${number(-size / 2)}) scale(${number(size / 6)})`
  const round = 'clip-path="circle(50%)"'
  return [
    `<g ${round}><rect x="${number(-size / 2)}" y="${number(-size / 2)}" width="${number(size)}" height="${number(size)}" fill="${ground}"/>`,
    `<g transform="${scale}"><path d="${first.path}" fill="${first.fill}"/><path d="${second.path}" fill="${second.fill}"/></g></g>`,
  ].join('')
}

const countText = (count: number, colors: FlowColors) =>
  `<circle r="${number(RADIUS - 2)}" fill="${colors.line}"/><text y="3.5" font-size="10" font-weight="600" text-anchor="middle" fill="${colors.text}">${count > 999 ? '999+' : String(count)}</text>`

/** Escapes text of a chain, and drops characters that XML does not allow. */
const escapeText = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const number = (value: number) => String(Math.round(value * 100) / 100)
