/**
 * The picture of an address: 6 by 6 cells, mirrored, in two colours on a ground. An address always has the same
 * picture.
 */
export const IDENTICON_ROWS = 6
/** The other columns mirror these. */
export const IDENTICON_COLUMNS = 3

/** The colour number of each cell of the left half, row by row; 0 is the ground. Takes about a microsecond. */
export function readIdenticon(address: string) {
  let seed = 0
  for (const char of address.toLowerCase()) seed = (Math.imul(seed, 31) + char.charCodeAt(0)) >>> 0
  const colours = coloursOf(seed % 360)
  const cells = Array.from({ length: IDENTICON_ROWS * IDENTICON_COLUMNS }, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    const level = seed >>> 28
    return level <= 6 ? 0 : level > 11 ? 2 : 1
  })
  return { colours, cells }
}

/**
 * The picture as CSS background images, one for each column of the left half; inner columns are drawn over the wider
 * outer ones (cells.css). It needs no elements. An SVG needs three, and twice the time for style and layout.
 */
export function identiconImages(address: string): string {
  const { colours, cells } = readIdenticon(address)
  return [2, 1, 0]
    .map((x) => {
      const stops = [0, 1, 2, 3, 4, 5].map(
        (y) => `${colours[cells[y * 3 + x] ?? 0]} 0 ${String((y + 1) * 16.667)}%`,
      )
      return `linear-gradient(${stops.join()})`
    })
    .join()
}

type Colours = readonly [ground: string, first: string, second: string]
const ofHues: Colours[] = []
const coloursOf = (hue: number): Colours =>
  (ofHues[hue] ??= [inHex(0.46, 0.13, hue), inHex(0.72, 0.12, hue), inHex(0.9, 0.12, hue + 40)])

/** An `oklch` colour as hex. The browser takes longer to parse `oklch(…)` than to draw the rest of the picture. */
function inHex(lightness: number, chroma: number, hue: number): string {
  const turn = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(turn), chroma * Math.sin(turn)]
  const l = (lightness + 0.3963 * a + 0.2158 * b) ** 3
  const m = (lightness - 0.1056 * a - 0.0639 * b) ** 3
  const s = (lightness - 0.0895 * a - 1.2915 * b) ** 3
  const linear = [
    4.0767 * l - 3.3077 * m + 0.231 * s,
    2.6098 * m - 1.2684 * l - 0.3413 * s,
    1.7076 * s - 0.0042 * l - 0.7034 * m,
  ]
  const bytes = linear.map((light) => Math.round(Math.min(255, 269 * Math.max(0, light) ** (1 / 2.4) - 14)))
  return `rgb(${bytes.join()})`
}
