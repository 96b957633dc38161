/** The chain's own images, drawn on request. Some are broken on purpose, to test clients. */
import { deflateSync, crc32 } from 'node:zlib'
import { HOSTILE_TEXTS } from '../config/texts.ts'
import { createKey, mix, type Key } from '../lib/seeded-random.ts'

export interface MediaFile {
  readonly type: string
  readonly body: Uint8Array | string
}

const KEY: Key = createKey('pictures', 'media')
const ORIGINAL = 512
/** Width and height of a token's icon in pixels. */
const ICON = 64
const PICTURE = /^\/media\/(nft|tokens)\/([a-z0-9/]{1,60}?)(?:-(60|250|500)x\3)?\.png$/

/** `path` begins with `/media/`; `null` if there is no such file. */
export function readMediaFile(path: string): MediaFile | null {
  if (Object.hasOwn(BROKEN_FILES, path)) return BROKEN_FILES[path]?.() ?? null
  const match = PICTURE.exec(path)
  if (!match) return null
  const [, kind = '', name = '', dots] = match
  const size = kind === 'tokens' ? ICON : dots ? Number(dots) : ORIGINAL
  return { type: 'image/png', body: kind === 'tokens' ? drawIcon(name, size) : drawPortrait(name, size) }
}

const hashName = (text: string) =>
  Array.from(text).reduce((word, letter) => mix(KEY, word, letter.codePointAt(0) ?? 0), 7)

const FIRST_PALETTE: readonly [Colour, Colour] = [
  [32, 42, 92],
  [247, 148, 88],
]
const PALETTES: readonly (readonly [Colour, Colour])[] = [
  FIRST_PALETTE,
  [
    [15, 76, 92],
    [233, 196, 106],
  ],
  [
    [72, 12, 110],
    [255, 119, 156],
  ],
  [
    [8, 61, 119],
    [94, 222, 196],
  ],
  [
    [60, 9, 40],
    [255, 186, 8],
  ],
  [
    [18, 53, 36],
    [188, 220, 132],
  ],
  [
    [38, 38, 66],
    [158, 176, 255],
  ],
  [
    [94, 20, 30],
    [250, 208, 190],
  ],
]

/** A gradient with rings around a random centre. */
function drawPortrait(name: string, size: number): Uint8Array {
  const word = hashName(name)
  const [one, other] = PALETTES[(word >>> 20) % PALETTES.length] ?? FIRST_PALETTE
  const shades = between(one, other)
  const [cx, cy] = [(0.2 + (word % 61) / 100) * size, (0.2 + ((word >>> 8) % 61) / 100) * size]
  const frequency = ((3 + ((word >>> 16) % 7)) * Math.PI * 2) / size
  const rings = Array.from({ length: 2 * size }, (_, distance) => 38 * (1 + Math.sin(distance * frequency)))
  const slope = 89 / size
  return encodePng(size, size, shades, (x, y) => {
    const [dx, dy] = [x - cx, y - cy]
    const distance = Math.sqrt(dx * dx + dy * dy) | 0
    return (slope * (x + y) + (rings[distance] ?? 0)) | 0
  })
}

function drawIcon(name: string, size: number): Uint8Array {
  const word = hashName(name)
  const radius = 0.36 * size
  return encodePng(size, size, [colour(word), colour(mix(KEY, word, 2))], (x, y) =>
    Math.hypot(x - size / 2, y - size / 2) < radius ? 1 : 0,
  )
}

const colour = (word: number): Colour => [
  64 + (word & 0x7f),
  64 + ((word >>> 8) & 0x7f),
  96 + ((word >>> 16) & 0x7f),
]

/** 256 colours from one colour to another. */
const between = (one: Colour, other: Colour): Colour[] =>
  Array.from({ length: 256 }, (_, step): Colour => {
    const at = (index: 0 | 1 | 2) => Math.round(one[index] + ((other[index] - one[index]) * step) / 255)
    return [at(0), at(1), at(2)]
  })

const asPng = (body: Uint8Array | string): MediaFile => ({ type: 'image/png', body })
const HEAVY_BYTES = 24 * 1024 * 1024

const BROKEN_FILES: Readonly<Record<string, () => MediaFile>> = {
  '/media/odd/page.png': () => ({
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><title>Not a picture</title>${HOSTILE_TEXTS.html}`,
  }),
  '/media/odd/script.svg': () => ({
    type: 'image/svg+xml',
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" onload="alert(1)"><script>alert(1)</script><circle cx="32" cy="32" r="30" fill="#0a7"/></svg>',
  }),
  '/media/odd/cut.png': () => asPng(drawPortrait('cut', 250).slice(0, 900)),
  '/media/odd/text.png': () => asPng('This is not a PNG.'),
  '/media/odd/empty.png': () => asPng(new Uint8Array(0)),
  '/media/odd/heavy.png': () => asPng(Buffer.concat([drawPortrait('heavy', 60), Buffer.alloc(HEAVY_BYTES)])),
  '/media/odd/vast.png': () => asPng(buildPng(30_000, 30_000, deflateSync(Buffer.alloc(1024)))),
  '/media/odd/film.mp4': () => ({ type: 'video/mp4', body: Buffer.from('0000001866747970', 'hex') }),
}

type Colour = readonly [red: number, green: number, blue: number]

/** Writes PNG files with 8 bits per channel (red, green, blue). `colourAt` gives the index of a pixel's colour. */
function encodePng(
  width: number,
  height: number,
  colours: readonly Colour[],
  colourAt: (x: number, y: number) => number,
): Uint8Array {
  const palette = Uint8Array.from(colours.flat())
  const rows = new Uint8Array(height * (1 + width * 3))
  let at = 0
  for (let y = 0; y < height; y++) {
    at++ // each row begins with the filter type: none
    for (let x = 0; x < width; x++) {
      const colour = colourAt(x, y) * 3
      rows[at++] = palette[colour] ?? 0
      rows[at++] = palette[colour + 1] ?? 0
      rows[at++] = palette[colour + 2] ?? 0
    }
  }
  return buildPng(width, height, deflateSync(rows, { level: 1 }))
}

/** A PNG from compressed rows, which are not checked. */
function buildPng(width: number, height: number, compressed: Uint8Array): Uint8Array {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', compressed),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  out.set(body, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}
