/** Colours of the theme as `#rrggbb`, for WebGL and files. */

const FLOW_COLORS = {
  ground: '--bg',
  surface: '--surface',
  line: '--line-strong',
  text: '--text',
  faint: '--text-2',
  accent: '--accent',
  came: '--in',
  went: '--out',
  back: '--self',
  warn: '--warn',
  bad: '--bad',
} as const
export type FlowColors = Readonly<Record<keyof typeof FLOW_COLORS, string>>

/** Reads the colours that apply at `element`. */
export function readColors(element: HTMLElement): FlowColors {
  const probe = document.createElement('span')
  element.append(probe)
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const read = (property: string) => {
    probe.style.color = `var(${property})`
    return toHex(context, getComputedStyle(probe).color)
  }
  const colors = Object.fromEntries(
    Object.entries(FLOW_COLORS).map(([name, property]) => [name, read(property)]),
  )
  probe.remove()
  return colors as FlowColors
}

function toHex(context: CanvasRenderingContext2D | null, color: string): string {
  if (!context) return '#808080'
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  return hexOf(context.getImageData(0, 0, 1, 1).data)
}

const hexOf = (channels: Iterable<number>) =>
  `#${[...channels]
    .slice(0, 3)
    .map((channel) => Math.round(channel).toString(16).padStart(2, '0'))
    .join('')}`

/** Mixes two colours: `part` of the first, the rest of the second. */
export function mix(one: string, other: string, part: number): string {
  const channels = (hex: string) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16))
  const [first, second] = [channels(one), channels(other)]
  return hexOf(first.map((channel, at) => channel * part + (second[at] ?? 0) * (1 - part)))
}
